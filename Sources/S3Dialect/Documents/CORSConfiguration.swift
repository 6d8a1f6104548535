package import XMLDocument

/// Which pages of other origins may use a bucket: `CORSConfiguration`.
package struct CORSConfiguration: Sendable, Hashable {
    /// The most rules.
    package static let limit = 100
    /// The most bytes of a document.
    private static let maximumBytes = 65_536

    /// In order: the first that fits counts.
    package let rules: [CORSRule]

    package init(rules: [CORSRule]) { self.rules = rules }

    /// - Throws: MalformedXML, MaxMessageLengthExceeded; InvalidRequest for too many rules, and for a method or a wildcard that S3 does not
    ///   take.
    package init(_ document: [UInt8]) throws(S3Error) {
        let elements = try InputElement(document, root: "CORSConfiguration", limit: Self.maximumBytes).children("CORSRule")
        guard !elements.isEmpty else { throw S3Error(.malformedXML) }
        guard elements.count <= Self.limit else {
            throw S3Error(.invalidRequest, "The number of CORS rules should not exceed allowed limit of \(Self.limit) rules.")
        }
        var rules: [CORSRule] = []
        for element in elements { rules.append(try CORSRule(element)) }
        self.rules = rules
    }

    /// The rule for a request from a page; nil when the page may not do it.
    /// - Parameters:
    ///   - origin: the value of Origin.
    ///   - method: the method, or what a preflight asks for.
    ///   - fields: the names that a preflight asks for, in any case.
    package func rule(origin: String, method: String, fields: [String] = []) -> CORSRule? {
        let names = Set(fields.map { $0.lowercased() })
        return rules.first { $0.allows(origin: origin) && $0.methods.contains(method) && $0.allows(fields: names) }
    }

    /// The value as `CORSConfiguration`.
    package var document: XMLText {
        XMLText("CORSConfiguration") { xml in
            for rule in rules { rule.write(to: &xml) }
        }
    }
}
