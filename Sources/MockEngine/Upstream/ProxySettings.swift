package import HTTPMessage
package import StubModel

/// How requests are passed on to other servers.
package struct ProxySettings: Sendable {
    /// Whether the target gets the client's Host field instead of its own name (`--preserve-host-header`). Off by default.
    package var preservesHostHeader = false
    /// Whether the target's CORS fields are dropped because this server adds its own (`--enable-stub-cors`). Off by default.
    package var dropsOriginRules = false
    /// What names the target of the stub that proxies what no other stub matches, for messages.
    package var lastResortSource = "--proxy-all"

    /// The id of the stub that proxies what no other stub matches (`--proxy-all`).
    package static let lastResort = UniqueID("00000000-0000-4000-8000-00000000a11f")!

    package init() {}
}

extension UpstreamRequest {
    /// The names of the fields that belong to one connection (RFC 9110, section 7.6.1), in lower case: those that always do, and those that
    /// `Connection` names.
    static func connectionFields(of headers: HeaderFields) -> Set<String> {
        headers.reduce(into: usualConnectionFields) { names, field in
            guard ASCII.equalsIgnoringCase(field.name, "Connection") else { return }
            for name in field.elements { names.insert(name.lowercased()) }
        }
    }

    private static let usualConnectionFields: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding",
        "upgrade",
    ]

    /// The client's request for the target: the base URL with path and query, the client's fields without those of the connection and those
    /// to be removed, then the additional fields, which replace the client's. The client's fields keep their bytes, whatever their charset.
    ///
    /// Nil if the base URL is invalid.
    package init?(passing request: Request, to proxy: ProxyDefinition, _ settings: ProxySettings = ProxySettings()) {
        var target = request.targetToSend[...]
        if let prefix = proxy.pathPrefixToRemove, !prefix.isEmpty, target.hasPrefix(prefix) { target = target.dropFirst(prefix.count) }
        var base = proxy.baseURL[...]
        while base.hasSuffix("/") { base = base.dropLast() }
        let separator = target.isEmpty || target.hasPrefix("/") || target.hasPrefix("?") ? "" : "/"

        var headers = HeaderFields()
        let received = request.headersAsBytes
        let removed = Self.connectionFields(of: received).union(proxy.removedRequestHeaders)
        for field in received {
            let name = field.name.lowercased()
            if removed.contains(name) || name == "content-length" || name == "expect" { continue }
            if name == "host" && !settings.preservesHostHeader { continue }
            headers.append(name: field.name, value: field.value)
        }
        for field in proxy.additionalRequestHeaders { headers.remove(field.name) }
        for field in proxy.additionalRequestHeaders {
            headers.append(name: field.name, value: TextCharset.latin1.decode(field.value.utf8))
        }
        self.init(method: request.method, url: base + separator + target, headers: headers, body: request.body)
        fieldCharset = .latin1
    }
}

extension Request {
    /// The target; if it is not UTF-8, with percent escapes for the bytes beyond ASCII.
    fileprivate var targetToSend: String {
        if let text = String(validating: effectiveTargetBytes, as: UTF8.self) { return text }
        return effectiveTargetBytes.reduce(into: "") { text, byte in
            text += byte < 0x80 ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
        }
    }

    /// All fields, with a character for each byte.
    fileprivate var headersAsBytes: HeaderFields {
        HeaderFields(
            (0..<headerCount).map { index in
                HeaderFields.Field(TextCharset.latin1.decode(headerName(index)), TextCharset.latin1.decode(headerValue(index)))
            })
    }
}
