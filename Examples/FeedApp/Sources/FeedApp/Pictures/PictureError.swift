/// Why there is no picture.
public enum PictureError: Error, Hashable, Sendable {
    /// The server responded with another status.
    case status(Int)
    /// The connection broke before the last byte.
    case cut
    /// The bytes are no picture.
    case notAPicture
}
