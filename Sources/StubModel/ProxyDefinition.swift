package import HTTPMessage
internal import JSONDocument

/// An answer that is fetched from another server.
package struct ProxyDefinition: Sendable {
    /// Path and query of the request are appended. Possibly a template.
    package var baseURL: String
    /// Taken off the front of the request's path first.
    package var pathPrefixToRemove: String?
    /// Sent to the target besides the client's; possibly templates.
    package var additionalRequestHeaders: HeaderFields
    /// Names that are not passed on to the target, in lower case.
    package var removedRequestHeaders: [String]

    package init(
        baseURL: String, pathPrefixToRemove: String? = nil, additionalRequestHeaders: HeaderFields = [],
        removedRequestHeaders: [String] = []
    ) {
        self.baseURL = baseURL
        self.pathPrefixToRemove = pathPrefixToRemove
        self.additionalRequestHeaders = additionalRequestHeaders
        self.removedRequestHeaders = removedRequestHeaders
    }

    /// Reads `proxyBaseUrl` and its companions; nil without a `proxyBaseUrl`, when the companions have no meaning (as in WireMock).
    static func decode(_ fields: inout FieldReader) -> ProxyDefinition? {
        let baseURL = fields.text("proxyBaseUrl")
        if let baseURL, !baseURL.contains("{{"), !["http://", "https://"].contains(where: baseURL.lowercased().hasPrefix) {
            fields.report.warn(
                "\"proxyBaseUrl\" is no absolute URL, so that each request will get a 500", at: fields.place(of: "proxyBaseUrl"),
                repair: "It is like \"http://127.0.0.1:9090\".")
        }
        let prefix = fields.text("proxyUrlPrefixToRemove")
        let additional = fields.headers("additionalProxyRequestHeaders") ?? []
        let removed = fields.texts("removeProxyRequestHeaders") ?? []
        guard let baseURL else {
            fields.warnOfIdle(
                ["proxyUrlPrefixToRemove", "additionalProxyRequestHeaders", "removeProxyRequestHeaders"], "without \"proxyBaseUrl\"")
            return nil
        }
        fields.warnOfIdle(ResponseBody.fieldNames, "beside \"proxyBaseUrl\"", repair: "The body is the target's.")
        return ProxyDefinition(
            baseURL: baseURL, pathPrefixToRemove: prefix, additionalRequestHeaders: additional,
            removedRequestHeaders: removed.map { $0.lowercased() })
    }
}
