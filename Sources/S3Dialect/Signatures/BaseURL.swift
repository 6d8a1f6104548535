/// The URL that links begin with: `http://127.0.0.1:9000/__session/7f3a`.
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
        authority = isWhole ? String(pieces[2]) : String(pieces.first ?? "")
        origin = isWhole ? "\(pieces[0])//\(authority)" : authority
        path = pieces.dropFirst(isWhole ? 3 : 1).filter { !$0.isEmpty }.map { "/\($0)" }.joined()
    }
}
