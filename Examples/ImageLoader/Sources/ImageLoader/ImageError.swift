/// Why there is no picture.
public enum ImageError: Error, Hashable, Sendable {
    /// The server responded with another status.
    case status(Int)
    /// The connection broke before the last byte.
    case cut
}
