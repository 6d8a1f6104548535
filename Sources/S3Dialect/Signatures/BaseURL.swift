internal import HTTPMessage

/// The URL that links begin with: `http://127.0.0.1:9000/__session/7f3a`.
///
/// Its host is as clients send it, because the Host is signed: in lower case, and without the port that the scheme has by default.
struct BaseURL: Sendable, Hashable {
    /// Scheme and authority.
    let origin: String
    /// As it is in a Host.
    let authority: String
    /// Without a slash at its end; empty for the root.
    let path: String

    var text: String { origin + path }

    init(_ text: String) {
        let pieces = text.split(separator: "/", omittingEmptySubsequences: false)
        // `http:`, nothing, the authority, then the path.
        let isWhole = pieces.count >= 3 && pieces[1].isEmpty
        let scheme = isWhole ? pieces[0].lowercased() : ""
        authority = Self.host(isWhole ? pieces[2] : pieces.first ?? "", scheme)
        origin = isWhole ? "\(scheme)//\(authority)" : authority
        path = pieces.dropFirst(isWhole ? 3 : 1).filter { !$0.isEmpty }.map { "/\($0)" }.joined()
    }

    /// The Host that a client sends for an authority.
    private static func host(_ written: Substring, _ scheme: String) -> String {
        let authority = Authority(written)
        let host = authority.host.lowercased()
        guard let port = authority.port, port != ["http:": 80, "https:": 443][scheme] else { return host }
        return "\(host):\(port)"
    }
}
