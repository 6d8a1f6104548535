/// What S3 refuses about the configuration of a website.
enum WebsiteRules {
    /// The most routing rules.
    private static let limit = 50
    private static let redirectCodes: Set<Int> = [301, 302, 303, 304, 305, 307, 308]
    private static let errorCodes = [400...417, 500...505]

    /// - Throws: MalformedXML, InvalidArgument, InvalidRequest.
    static func check(_ root: InputElement) throws(S3Error) {
        let parts = try root.children("RedirectAllRequestsTo", "IndexDocument", "ErrorDocument", "RoutingRules")
        if let target = try parts.optional("RedirectAllRequestsTo") {
            guard parts.count == 1 else {
                let message = "RedirectAllRequestsTo cannot be provided in conjunction with other Routing Rules."
                throw .invalidArgument(message, target.name, "not null")
            }
            let redirect = try target.children("HostName", "Protocol")
            _ = try redirect.required("HostName").text()
            return try checkProtocol(redirect)
        }
        if let document = try parts.optional("ErrorDocument"), try document.children("Key").required("Key").text().isEmpty {
            throw .invalidArgument("The ErrorDocument Key is not well formed", document.name, "")
        }
        guard let index = try parts.optional("IndexDocument") else {
            let message = "A value for IndexDocument Suffix must be provided if RedirectAllRequestsTo is empty"
            throw .invalidArgument(message, "IndexDocument", "null")
        }
        let suffix = try index.children("Suffix").required("Suffix").word()
        guard !suffix.isEmpty, !suffix.contains("/") else {
            throw .invalidArgument("The IndexDocument Suffix is not well formed", index.name, suffix)
        }
        guard let rules = try parts.optional("RoutingRules")?.children("RoutingRule") else { return }
        guard !rules.isEmpty else { throw S3Error(.malformedXML) }
        guard rules.count <= limit else {
            throw S3Error(
                .invalidRequest,
                "\(rules.count) routing rules provided, the number of routing rules in a website configuration is limited to \(limit).")
        }
        for rule in rules { try check(rule: rule.children("Condition", "Redirect")) }
    }

    private static func check(rule: [InputElement]) throws(S3Error) {
        let redirect = try rule.required("Redirect").children(
            "HostName", "HttpRedirectCode", "Protocol", "ReplaceKeyPrefixWith", "ReplaceKeyWith")
        guard !redirect.isEmpty else { throw S3Error(.malformedXML) }
        try checkProtocol(redirect)
        if let code = try redirect.optional("HttpRedirectCode")?.number(), !redirectCodes.contains(code) {
            throw S3Error(.invalidRequest, "The provided HTTP redirect code (\(code)) is not valid. Valid codes are 3XX except 300.")
        }
        let (prefix, key) = (try redirect.optional("ReplaceKeyPrefixWith"), try redirect.optional("ReplaceKeyWith"))
        guard prefix == nil || key == nil else {
            throw S3Error(.invalidRequest, "You can only define ReplaceKeyPrefix or ReplaceKey but not both.")
        }
        if let condition = try rule.optional("Condition") { try check(condition: condition) }
    }

    private static func check(condition: InputElement) throws(S3Error) {
        let parts = try condition.children("HttpErrorCodeReturnedEquals", "KeyPrefixEquals")
        guard !parts.isEmpty else {
            throw S3Error(
                .invalidRequest,
                "Condition cannot be empty. To redirect all requests without a condition, the condition element shouldn't be present.")
        }
        if let code = try parts.optional("HttpErrorCodeReturnedEquals")?.number(), !errorCodes.contains(where: { $0.contains(code) }) {
            throw S3Error(.invalidRequest, "The provided HTTP error code (\(code)) is not valid. Valid codes are 4XX or 5XX.")
        }
    }

    private static func checkProtocol(_ redirect: [InputElement]) throws(S3Error) {
        guard let name = try redirect.optional("Protocol")?.word(), name != "http", name != "https" else { return }
        throw S3Error(
            .invalidRequest, "Invalid protocol, protocol can be http or https. If not defined the protocol will be selected automatically.")
    }
}
