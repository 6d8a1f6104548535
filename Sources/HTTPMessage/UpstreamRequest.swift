/// A request to another server.
package struct UpstreamRequest: Sendable {
    /// The request's method.
    package var method: String
    /// `http://host:port` or `https://host:port`, without a path.
    package var origin: String
    /// Path and query, sent as they are.
    package var target: String
    /// Without `Connection` and those that frame the body, which the client writes. Contains `Host` only if it differs from the origin.
    package var headers: HeaderFields
    /// In which the fields are written. A field in ISO 8859-1 can have any bytes.
    package var fieldCharset = TextCharset.utf8
    /// The request's body.
    package var body: RequestBody
    /// Set if the whole response is needed, with at most this many bytes of body; a longer one is a failure. Nil if the body may be
    /// streamed.
    package var maximumWholeBodyBytes: Int?
    /// Whether the operator wrote this target in the file of the stub that uses it: then no rule has to allow it.
    package var isOperators = false
    /// Receives a copy of the whole response, or why there is none, besides the reader of the stream.
    package var observer: Observer?

    /// Gets a response when it is complete, with its body in memory, before the reader can read the last of it; a failure for a response
    /// that was aborted or has a longer body. Called once for each request that is sent.
    package struct Observer: Sendable {
        /// The longest body that is kept, in bytes.
        package var maximumBodyBytes: Int
        /// Called on one of the client's threads, or within `send`; must not block.
        package var tell: @Sendable (Result<Response, UpstreamError>) -> Void

        package init(maximumBodyBytes: Int, tell: @escaping @Sendable (Result<Response, UpstreamError>) -> Void) {
            self.maximumBodyBytes = maximumBodyBytes
            self.tell = tell
        }
    }

    package init(
        method: String, origin: String, target: String, headers: HeaderFields = [], body: RequestBody = .empty
    ) {
        self.method = method
        self.origin = origin
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// - Parameter url: absolute. A fragment is left out.
    /// - Returns: nil if it is not an `http` or `https` URL, or if two parsers could read it differently: with two `@` before the path,
    ///   a backslash, a NUL, a blank or another control character.
    package init?(method: String, url: String, headers: HeaderFields = [], body: RequestBody = .empty) {
        let url = url.prefix { $0 != "#" }
        guard let scheme = ["http://", "https://"].first(where: { url.lowercased().hasPrefix($0) }) else { return nil }
        let rest = url.dropFirst(scheme.count)
        let mark = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let origin = scheme + rest[..<mark]
        let target = rest[mark...]
        guard Self.isPlain(rest[..<mark], scheme: scheme), target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        self.init(
            method: method, origin: origin, target: target.hasPrefix("/") ? String(target) : "/" + target, headers: headers,
            body: body)
    }

    /// Whether every parser finds the same host in an authority: a user's name and password of plain characters, and a literal host.
    private static func isPlain(_ authority: Substring, scheme: String) -> Bool {
        let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
        guard let host = parts.last, parts.count <= 2, TargetAuthority(literalIn: scheme + host) != nil else { return false }
        return parts.count == 1
            || parts[0].utf8.allSatisfy { $0 | 0x20 &- 0x61 < 26 || $0 &- 0x30 < 10 || "-._~!$&'()*+,;=:%".utf8.contains($0) }
    }

    /// The absolute URL.
    package var url: String { origin + target }
}
