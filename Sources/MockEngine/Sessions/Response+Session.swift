internal import HTTPMessage

extension Response {
    /// The response for a client that reached the session by a prefix: paths of cookies, of redirections and of links get the prefix.
    /// Nothing else changes.
    func insideSession(prefix: String) -> Response {
        // `//host` is a URL without a scheme.
        headers.replacingReferences { $0.hasPrefix("/") && !$0.hasPrefix("//") ? prefix + $0 : nil }.map(with(headers:)) ?? self
    }
}
