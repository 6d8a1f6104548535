package import HTTPMessage
internal import XMLDocument

/// One rule of a CORSConfiguration.
package struct CORSRule: Sendable, Hashable {
    /// Each name that a page asks for is compared with each pattern. More names than these are allowed only by the pattern `*`.
    private static let mostFields = 100

    /// Nil without one.
    package var id: String?
    /// With at most one `*` each.
    package var origins: [String]
    /// Some of GET, PUT, POST, DELETE and HEAD.
    package var methods: [String]
    /// The names of fields that requests may have, with at most one `*` each.
    package var allowedFields: [String]
    /// The names of fields that pages may read.
    package var exposedFields: [String]
    /// How long a browser may keep the response to a preflight; nil when the rule does not say.
    package var maximumAgeSeconds: Int?

    package init(
        id: String? = nil, origins: [String], methods: [String], allowedFields: [String] = [], exposedFields: [String] = [],
        maximumAgeSeconds: Int? = nil
    ) {
        self.id = id
        self.origins = origins
        self.methods = methods
        self.allowedFields = allowedFields
        self.exposedFields = exposedFields
        self.maximumAgeSeconds = maximumAgeSeconds
    }

    init(_ element: InputElement) throws(S3Error) {
        let children = try element.children("ID", "AllowedOrigin", "AllowedMethod", "AllowedHeader", "ExposeHeader", "MaxAgeSeconds")
        func words(_ name: String) throws(S3Error) -> [String] {
            var words: [String] = []
            for child in children where child.name == name { words.append(try child.word()) }
            return words
        }
        id = try children.optional("ID")?.text()
        origins = try words("AllowedOrigin")
        methods = try words("AllowedMethod")
        allowedFields = try words("AllowedHeader")
        exposedFields = try words("ExposeHeader")
        maximumAgeSeconds = try children.optional("MaxAgeSeconds")?.integer()
        guard !origins.isEmpty, !methods.isEmpty, (id?.utf8.count ?? 0) <= 255 else { throw S3Error(.malformedXML) }
        try check()
    }

    private func check() throws(S3Error) {
        for method in methods where !["GET", "PUT", "POST", "DELETE", "HEAD"].contains(method) {
            throw S3Error(.invalidRequest, "Found unsupported HTTP method in CORS config. Unsupported method is \(method)")
        }
        for (name, values) in [("AllowedOrigin", origins), ("AllowedHeader", allowedFields)] {
            for value in values where value.count(where: { $0 == "*" }) > 1 {
                throw S3Error(.invalidRequest, "\(name) \"\(value)\" can not have more than one wildcard.")
            }
        }
        for value in exposedFields where value.contains("*") {
            throw S3Error(
                .invalidRequest, "ExposeHeader \"\(value)\" contains wildcard. We currently do not support wildcard for ExposeHeader.")
        }
        // S3 says AllowedHeader of both.
        for value in allowedFields + exposedFields where !value.isEmpty && !ASCII.isToken(value.utf8) {
            throw S3Error(.invalidRequest, "AllowedHeader \"\(value)\" contains invalid character.")
        }
    }

    /// Whether pages of the origin are meant.
    package func allows(origin: String) -> Bool { origins.contains { Self.fits(origin, $0) } }

    /// Whether a request may have the fields.
    /// - Parameter names: in lower case.
    func allows(fields names: Set<String>) -> Bool {
        let allowed = allowedFields.map { $0.lowercased() }
        if names.isEmpty || allowed.contains("*") { return true }
        guard names.count <= Self.mostFields else { return false }
        let patterns = allowed.filter { $0.contains("*") }
        return names.subtracting(allowed).allSatisfy { name in patterns.contains { Self.fits(name, $0) } }
    }

    /// The fields that a response gets.
    /// - Parameters:
    ///   - origin: the value of Origin.
    ///   - requested: the value of Access-Control-Request-Headers of a preflight; nil for another request, or when it has none.
    package func fields(origin: String, requested: String?) -> HeaderFields {
        let isForAll = origins.contains("*")
        var fields: HeaderFields = [("Access-Control-Allow-Origin", isForAll ? "*" : origin)]
        fields.append(name: "Access-Control-Allow-Methods", value: methods.joined(separator: ", "))
        if let requested { fields.append(name: "Access-Control-Allow-Headers", value: FieldText.oneLine(requested).lowercased()) }
        if !exposedFields.isEmpty { fields.append(name: "Access-Control-Expose-Headers", value: exposedFields.joined(separator: ", ")) }
        if let maximumAgeSeconds { fields.append(name: "Access-Control-Max-Age", value: String(maximumAgeSeconds)) }
        if !isForAll { fields.append(name: "Access-Control-Allow-Credentials", value: "true") }
        fields.append(name: "Vary", value: "Origin, Access-Control-Request-Headers, Access-Control-Request-Method")
        return fields
    }

    func write(to xml: inout XMLText) {
        xml.element("CORSRule") { xml in
            xml.element("ID", id)
            for method in methods { xml.element("AllowedMethod", method) }
            for origin in origins { xml.element("AllowedOrigin", origin) }
            for field in allowedFields { xml.element("AllowedHeader", field) }
            if let maximumAgeSeconds { xml.element("MaxAgeSeconds", maximumAgeSeconds) }
            for field in exposedFields { xml.element("ExposeHeader", field) }
        }
    }

    /// Whether the text is the pattern's, in which `*` stands for any characters.
    private static func fits(_ text: String, _ pattern: String) -> Bool {
        let (text, pattern) = (text.utf8, pattern.utf8)
        guard let star = pattern.firstIndex(of: UInt8(ascii: "*")) else { return text.elementsEqual(pattern) }
        let (front, back) = (pattern[..<star], pattern[pattern.index(after: star)...])
        return text.count >= front.count + back.count && text.starts(with: front) && text.suffix(back.count).elementsEqual(back)
    }
}
