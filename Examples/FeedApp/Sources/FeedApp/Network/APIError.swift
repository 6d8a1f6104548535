/// What may go wrong with a request.
public enum APIError: Error, Hashable, Sendable {
    /// The server responded with another status than 2xx.
    case status(Int)
    /// The body is not what the app understands.
    case unreadable
    /// No whole response came.
    case transport
    /// The response took too long.
    case tooSlow
}
