package import JSONDocument

/// Which requests match: a stub's `request`, and the pattern by which the admin API finds, counts and awaits requests. An absent field
/// matches every request.
package struct RequestPattern: Sendable {
    /// Nil matches every URL.
    package var url: URLPattern?
    /// Nil matches every method.
    package var method: MethodPattern?
    /// Patterns for header fields. All must match.
    package var headers: [NamedPattern] = []
    /// Patterns for query parameters. All must match.
    package var queryParameters: [NamedPattern] = []
    /// Patterns for cookies. All must match.
    package var cookies: [NamedPattern] = []
    /// Patterns for the fields of a form body. All must match.
    package var formParameters: [NamedPattern] = []
    /// Patterns for the variables of a `urlPathTemplate`. All must match.
    package var pathParameters: [NamedPattern] = []
    /// Patterns for the body. All must match.
    package var bodyPatterns: [ValuePattern] = []
    /// Patterns for the parts of a multipart body. All must match.
    package var multipartPatterns: [MultipartPattern] = []
    /// User and password; nil for any.
    package var basicAuthentication: BasicCredentials?
    /// Pattern for the host in the Host field, without the port.
    package var host: ValuePattern?
    /// The port in the Host field, or the default port of the scheme.
    package var port: Int?
    /// `http` or `https`; nil for both.
    package var scheme: String?
    /// Pattern for the client's address; nil for any.
    package var clientIP: ValuePattern?
    /// Nil when it is not written: then only the HTTP listeners match, unless `s3`, `host` or `port` names another listener.
    package var listener: ListenerPattern?
    /// What the request asks of S3; nil for anything. With it only requests on the S3 listener match.
    package var s3: S3Pattern?

    /// The field that `basicAuth` compares, in place of a pattern for this name in `headers`.
    package static let basicAuthenticationField = "Authorization"

    /// A pattern that every request matches.
    package init() {}

    /// Whether the pattern consists of URL, method and listener only.
    package var isPlain: Bool {
        port == nil && scheme == nil && host == nil && clientIP == nil && s3 == nil && basicAuthentication == nil && headers.isEmpty
            && cookies.isEmpty && queryParameters.isEmpty && formParameters.isEmpty && pathParameters.isEmpty && bodyPatterns.isEmpty
            && multipartPatterns.isEmpty
    }

    /// A field that needs the request's body; nil when there is none.
    var fieldAboutBody: String? {
        if !bodyPatterns.isEmpty { return "bodyPatterns" }
        if !multipartPatterns.isEmpty { return "multipartPatterns" }
        return formParameters.isEmpty ? nil : "formParameters"
    }

    /// Reads the fields of a request pattern and no others, so that a pattern can be part of a larger object.
    ///
    /// Reads every valid field; what is wrong is reported.
    package init(_ fields: inout FieldReader) {
        url = URLPattern.decode(&fields)
        method = MethodPattern.read(&fields)
        headers = fields.patterns("headers")
        queryParameters = fields.patterns("queryParameters")
        cookies = fields.patterns("cookies")
        formParameters = fields.patterns("formParameters")
        warnOfNames(fields.report)
        warnOfQuery(fields.report)
        readPathParameters(&fields)
        bodyPatterns = fields.patternList("bodyPatterns")
        multipartPatterns = (fields.array("multipartPatterns") ?? []).compactMap { MultipartPattern.decode($0, fields.report) }
        readBasicAuthentication(&fields)
        host = fields.take("host").map { ValuePattern($0) }
        port = fields.wholeNumber("port", in: 1...65535)
        scheme = fields.text("scheme")
        if let scheme, scheme != "http", scheme != "https" {
            fields.report.warn(
                "\"scheme\" is \"\(scheme)\", so no request matches it", at: fields.place(of: "scheme"),
                repair: "Write \"http\" or \"https\".")
        }
        clientIP = fields.take("clientIp").map { ValuePattern($0) }
        warnOfAddresses(fields.report)
        listener = fields.word("listener")
        s3 = fields.take("s3").flatMap { S3Pattern.decode($0, fields.report) }
        if s3 != nil, listener == .http {
            fields.report.add(
                "\"s3\" matches requests on the S3 listener only", at: fields.place(of: "listener"), repair: "Leave \"listener\" out.")
        }
        if let custom = fields.take("customMatcher") {
            let name: String? = if case .string(let name)? = custom.member("name")?.content { name } else { nil }
            let extensionName = name.map { "the extension \"\($0)\"" } ?? "an extension"
            fields.report.add(
                "\"customMatcher\" names \(extensionName), and this server loads none", at: custom,
                repair: name.flatMap { WireMockExtension(rawValue: $0)?.repair } ?? "Use the built-in matchers.")
        }
    }

    /// Reads a pattern that is an object of its own; unknown fields are reported.
    /// - Returns: nil when the node is not an object. Otherwise the report says whether the pattern is usable.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> RequestPattern? {
        guard var fields = FieldReader(node, report, repair: form(of: node)) else { return nil }
        let pattern = RequestPattern(&fields)
        fields.finishPattern()
        return pattern
    }

    /// How a pattern is written that is a text, such as `GET /a`, as a whole sentence; nil for anything else.
    private static func form(of node: JSONNode) -> String? {
        guard case .string(let text) = node.content else { return nil }
        let words = text.split(separator: " ")
        guard let url = words.last, url.hasPrefix("/"), words.count < 3 else { return nil }
        let method = words.count == 2 ? "\"method\": \"\(words[0])\", " : ""
        return "Write {\(method)\"url\": \"\(url)\"}."
    }

    private mutating func readPathParameters(_ fields: inout FieldReader) {
        pathParameters = fields.patterns("pathParameters")
        guard let first = pathParameters.first else { return }
        if let url, url.kind == .urlPathTemplate {
            for parameter in pathParameters where !url.text.contains("{\(parameter.name)") {
                fields.report.warn(
                    "\"urlPathTemplate\" has no variable \"\(parameter.name)\"", at: parameter.pattern.node,
                    repair: "Write it there as {\(parameter.name)}.")
            }
            return
        }
        fields.report.add(
            "\"pathParameters\" without \"urlPathTemplate\"", at: first.pattern.node,
            repair: "Write the path as \"urlPathTemplate\": \"/…/{\(first.name)}\".")
    }

    /// WireMock writes `basicAuthCredentials`; its documentation says `basicAuth`.
    private mutating func readBasicAuthentication(_ fields: inout FieldReader) {
        for name in ["basicAuthCredentials", "basicAuth"] {
            guard let node = fields.take(name) else { continue }
            let credentials = BasicCredentials.decode(node, fields.report)
            if let other = basicAuthentication, let credentials, credentials != other {
                fields.report.warn(
                    "\"basicAuth\" counts, and these \"basicAuthCredentials\" differ from it",
                    at: fields.place(of: "basicAuthCredentials"), repair: "Keep one of them.")
            }
            basicAuthentication = credentials ?? basicAuthentication
            for header in headers where header.name == Self.basicAuthenticationField {
                fields.report.warn(
                    "the pattern for \"\(header.name)\" means nothing beside \"\(name)\"", at: header.pattern.node,
                    repair: "Keep one of them.")
            }
        }
    }
}

extension FieldReader {
    /// Reports every field that is neither a request pattern's nor was asked for besides.
    /// - Parameter ignoresUnknown: as for `finish`.
    package mutating func finishPattern(ignoresUnknown: Bool = false) {
        finish(ignoresUnknown: ignoresUnknown) { FieldPlace.hint(for: $0, writtenIn: .request) }
    }
}

/// A user's name and password (RFC 7617).
package struct BasicCredentials: Sendable, Hashable {
    /// The user's name.
    package var username: String
    /// The password, in plain text.
    package var password: String

    /// What WireMock compares in place of a name or a password that is not written: Java's text for nothing.
    private static let missing = "null"

    static func decode(_ node: JSONNode, _ report: ProblemReport) -> BasicCredentials? {
        guard var fields = FieldReader(node, report, repair: form(of: node)) else { return nil }
        let before = report.problems.count
        let username = fields.text("username")
        let password = fields.text("password")
        fields.finish { ["user": "Write \"username\".", "pass": "Write \"password\"."][$0] }
        guard report.problems.count == before else { return nil }
        if username == nil || password == nil {
            report.warn(
                "basic authentication without a \(username == nil ? "\"username\"" : "\"password\"") matches only \"\(missing)\" for it",
                at: node, repair: "Write both.")
        }
        return BasicCredentials(username: username ?? missing, password: password ?? missing)
    }

    /// How credentials are written that are a text, such as `user:pass`, as a whole sentence; nil for anything else.
    private static func form(of node: JSONNode) -> String? {
        guard case .string(let text) = node.content, let colon = text.firstIndex(of: ":") else { return nil }
        let (username, password) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
        return "Write {\"username\": \(JSONValue.string(username).text()), \"password\": \(JSONValue.string(password).text())}."
    }
}

extension RequestPattern {
    /// The pattern as WireMock shows it: without nulls, with a method, and with the URL field that is used.
    /// - Parameter written: what it was read from.
    package func shown(_ written: JSONObject) -> JSONObject {
        var shown: JSONObject = [:]
        for (name, value) in written where !value.isNull {
            if let kind = URLPattern.Kind(rawValue: name), kind != url?.kind { continue }
            shown[name == "basicAuth" ? "basicAuthCredentials" : name] = value
        }
        if shown["method"] == nil { shown["method"] = "ANY" }
        return shown
    }
}
