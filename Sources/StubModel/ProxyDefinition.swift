package import HTTPMessage
internal import JSONDocument

/// A response that is fetched from another server.
package struct ProxyDefinition: Sendable {
    /// The URL that the request's path and query are appended to. May be a template.
    package var baseURL: String
    /// Removed from the beginning of the request's path; nil for nothing.
    package var pathPrefixToRemove: String?
    /// Sent to the target in addition to the client's fields, without those that the server writes itself. Values may be templates.
    package var additionalRequestHeaders: HeaderFields
    /// Names of fields that are not forwarded to the target, in lower case.
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

    /// The query or the fragment of a base URL, which takes none, with its `?` or `#`; nil for none, and for a template.
    package static func queryOfBase(_ url: String) -> String? {
        guard !url.contains("{{"), let start = url.firstIndex(where: { "?#".contains($0) }) else { return nil }
        return String(url[start...])
    }

    /// Reads `proxyBaseUrl` and the fields that belong to it. Nil without a `proxyBaseUrl`; the other fields then have no effect (as in
    /// WireMock).
    static func decode(_ fields: inout FieldReader) -> ProxyDefinition? {
        let baseURL = fields.text("proxyBaseUrl")
        if let baseURL, !baseURL.contains("{{"), UpstreamRequest(method: "GET", url: baseURL) == nil {
            let flaw =
                TargetAuthority.wrongPort(in: baseURL).map { "has the port \($0), which is not in 0…65535" } ?? "is not an absolute URL"
            fields.report.warn(
                "\"proxyBaseUrl\" \(flaw), so each request will get a 500", at: fields.place(of: "proxyBaseUrl"),
                repair: "It is like \"http://127.0.0.1:9090\".")
        }
        if let baseURL, let query = queryOfBase(baseURL) {
            fields.report.warn(
                "\"proxyBaseUrl\" has a query or a fragment, and each request's path is appended to that",
                at: fields.place(of: "proxyBaseUrl"), repair: "Leave out \"\(query)\".")
        }
        let prefix = fields.text("proxyUrlPrefixToRemove")
        var additional = fields.headers("additionalProxyRequestHeaders") ?? []
        let removed = fields.texts("removeProxyRequestHeaders") ?? []
        guard let baseURL else {
            fields.warnOfIdle(
                ["proxyUrlPrefixToRemove", "additionalProxyRequestHeaders", "removeProxyRequestHeaders"], "without \"proxyBaseUrl\"")
            return nil
        }
        // Exported mappings have a status of 200.
        let status = fields.take("status")?.scalarText
        fields.warnOfIdle(
            status == nil || status == "200" ? ["statusMessage"] : ["status", "statusMessage"], "beside \"proxyBaseUrl\"",
            repair: "The status is the target's.")
        for name in removed where !ASCII.isToken(name.utf8) {
            fields.report.warn(
                "\"\(name)\" is not removed: no header field has such a name", at: fields.place(of: "removeProxyRequestHeaders"),
                repair: "Correct it.")
        }
        fields.warnOfIdle(ResponseBody.fieldNames, "beside \"proxyBaseUrl\"", repair: "The body is the target's.")
        if !additional.isEmpty, case .object(let members) = fields.place(of: "additionalProxyRequestHeaders").content {
            for member in members where FramingFields.isLeftOut(ofRequests: member, fields.report) { additional.remove(member.name) }
        }
        return ProxyDefinition(
            baseURL: baseURL, pathPrefixToRemove: prefix, additionalRequestHeaders: additional,
            removedRequestHeaders: removed.map { $0.lowercased() })
    }
}
