package import JSONDocument

/// Which requests: a stub's `request`, and what the admin API finds, counts and awaits requests by. What is absent is met by
/// everything.
package struct RequestPattern: Sendable {
    /// Nil is met by every URL.
    package var url: URLPattern?
    /// The method's exact spelling; nil for `ANY`. HEAD does not meet GET.
    package var method: String?
    package var headers: [NamedPattern] = []
    package var queryParameters: [NamedPattern] = []
    package var cookies: [NamedPattern] = []
    package var formParameters: [NamedPattern] = []
    /// For the variables of a `urlPathTemplate`.
    package var pathParameters: [NamedPattern] = []
    /// All have to be met.
    package var bodyPatterns: [ValuePattern] = []
    package var multipartPatterns: [MultipartPattern] = []
    package var basicAuthentication: BasicCredentials?
    /// For the Host field's name, without the port.
    package var host: ValuePattern?
    /// The Host field's port, or the scheme's own.
    package var port: Int?
    package var scheme: String?
    package var clientIP: ValuePattern?
    /// Nil when nothing is written: then only the HTTP listeners, unless `host` or `port` names another.
    package var listener: ListenerPattern?

    /// One that every request meets.
    package init() {}

    /// Whether URL, method and listener are all that it asks about.
    package var isPlain: Bool {
        port == nil && scheme == nil && host == nil && clientIP == nil && basicAuthentication == nil && headers.isEmpty
            && cookies.isEmpty && queryParameters.isEmpty && formParameters.isEmpty && pathParameters.isEmpty && bodyPatterns.isEmpty
            && multipartPatterns.isEmpty
    }

    /// A field that can only be looked at when the body is there; nil when there is none.
    var fieldAboutBody: String? {
        if !bodyPatterns.isEmpty { return "bodyPatterns" }
        if !multipartPatterns.isEmpty { return "multipartPatterns" }
        return formParameters.isEmpty ? nil : "formParameters"
    }

    /// Reads the fields of a request pattern and leaves others alone, so that it can stand among them.
    ///
    /// Takes every field that it can read; what is wrong goes to the reader's report.
    package init(_ fields: inout FieldReader) {
        url = URLPattern.decode(&fields)
        method = MethodName.read(&fields)
        headers = fields.patterns("headers")
        queryParameters = fields.patterns("queryParameters")
        cookies = fields.patterns("cookies")
        formParameters = fields.patterns("formParameters")
        readPathParameters(&fields)
        bodyPatterns = fields.patternList("bodyPatterns")
        multipartPatterns = (fields.array("multipartPatterns") ?? []).compactMap { MultipartPattern.decode($0, fields.report) }
        readBasicAuthentication(&fields)
        host = fields.take("host").map { ValuePattern($0) }
        port = fields.wholeNumber("port", in: 1...65535)
        scheme = fields.text("scheme")
        if let scheme, scheme != "http", scheme != "https" {
            fields.report.warn(
                "\"scheme\" is \"\(scheme)\", so that no request meets it", at: fields.place(of: "scheme"),
                repair: "Write \"http\" or \"https\".")
        }
        clientIP = fields.take("clientIp").map { ValuePattern($0) }
        listener = fields.word("listener")
        if let custom = fields.take("customMatcher") {
            fields.report.add(
                "\"customMatcher\" names a Java class, which this server cannot load", at: custom,
                repair: "Use the built-in matchers.")
        }
    }

    /// Reads a pattern that stands alone; unknown fields are problems.
    /// - Returns: nil when the node is no object. Otherwise look into the report.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> RequestPattern? {
        guard var fields = FieldReader(node, report) else { return nil }
        let pattern = RequestPattern(&fields)
        fields.finish { FieldPlace.hint(for: $0, writtenIn: .request) }
        return pattern
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

    /// `basicAuthCredentials` is the name in WireMock's own answers, `basicAuth` the documented one.
    private mutating func readBasicAuthentication(_ fields: inout FieldReader) {
        for name in ["basicAuthCredentials", "basicAuth"] {
            guard let node = fields.take(name) else { continue }
            basicAuthentication = BasicCredentials.decode(node, fields.report) ?? basicAuthentication
        }
    }
}

/// A user's name and password (RFC 7617).
package struct BasicCredentials: Sendable, Hashable {
    package var username: String
    package var password: String

    static func decode(_ node: JSONNode, _ report: ProblemReport) -> BasicCredentials? {
        guard var fields = FieldReader(node, report) else { return nil }
        let before = report.problems.count
        let username = fields.text("username")
        let password = fields.text("password")
        fields.finish()
        guard let username, let password else {
            if report.problems.count == before {
                report.add("basic authentication needs a \"username\" and a \"password\"", at: node)
            }
            return nil
        }
        return BasicCredentials(username: username, password: password)
    }
}
