internal import Digest
internal import XMLDocument

/// The rules of a lifecycle: what S3 refuses about them, and the ids that it gives those without one.
enum LifecycleRules {
    private static let longestID = 255

    /// The document with an id in every rule.
    /// - Parameters:
    ///   - root: the document.
    ///   - bytes: as the client sent it.
    /// - Throws: MalformedXML, InvalidArgument.
    static func completed(_ root: InputElement, _ bytes: [UInt8]) throws(S3Error) -> [UInt8] {
        var document = root.element
        var ids: Set<String> = []
        var isWhole = true
        for index in document.children.indices {
            guard case .element(var rule) = document.children[index], rule.name.local == "Rule" else { continue }
            if let id = try check(rule) {
                guard ids.insert(id).inserted else {
                    throw .invalidArgument("Rule ID must be unique. Found same ID for more than one rule", "ID", id)
                }
            } else {
                isWhole = false
                // The same rules get the same ids again.
                let digest = MessageDigest.of("\(index) \(rule.markup)", .sha256).bytes.prefix(16)
                let name = XMLName("ID", prefix: rule.name.prefix, namespace: rule.name.namespace)
                let id = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                rule.children.insert(.element(XMLElement(name: name, children: [.text(id)])), at: 0)
                document.children[index] = .element(rule)
            }
        }
        return isWhole ? bytes : Array(document.markup.utf8)
    }

    /// - Returns: the rule's id; nil without one.
    private static func check(_ rule: XMLElement) throws(S3Error) -> String? {
        let children = InputElement(rule).elements
        let status = try children.required("Status").word()
        guard status == "Enabled" || status == "Disabled" else { throw S3Error(.malformedXML) }
        if let expiration = try children.optional("Expiration") { try check(expiration: expiration.elements) }
        guard let id = try children.optional("ID")?.text(), !id.isEmpty else { return nil }
        guard id.unicodeScalars.count <= longestID else {
            throw .invalidArgument("ID length should not exceed allowed limit of \(longestID)", "ID", id)
        }
        return id
    }

    private static func check(expiration: [InputElement]) throws(S3Error) {
        let days = try expiration.optional("Days")?.word()
        let date = try expiration.optional("Date")?.word()
        let marker = try expiration.optional("ExpiredObjectDeleteMarker")
        guard [days != nil, date != nil, marker != nil].count(where: { $0 }) == 1 else { throw S3Error(.malformedXML) }
        if let days, Int(days).map({ $0 <= 0 }) ?? true {
            throw .invalidArgument("'Days' for Expiration action must be a positive integer", "Days", days)
        }
        if let date, !isMidnight(date) { throw .invalidArgument("'Date' must be at midnight GMT", "Date", date) }
    }

    /// `2030-01-01`, `2030-01-01T00:00:00Z`, `2030-01-01T00:00:00.000Z`
    private static func isMidnight(_ text: String) -> Bool {
        let day = Array(text.utf8.prefix(10))
        let isDay =
            day.count == 10
            && day.enumerated().allSatisfy { index, byte in
                index == 4 || index == 7 ? byte == UInt8(ascii: "-") : byte &- UInt8(ascii: "0") < 10
            }
        return isDay && ["", "T00:00:00Z", "T00:00:00.000Z", "T00:00:00+00:00"].contains(String(text.dropFirst(10)))
    }
}
