internal import Synchronization

/// The whole body of another server's response, which may be streamed to the client: for what is told when the exchange is over. Any thread.
final class FetchedBody: Sendable {
    /// The longest body that is kept.
    static let maximumBytes = 32 << 20

    private let kept = Mutex<[UInt8]?>(nil)

    /// Keeps a body that has arrived whole.
    func keep(_ bytes: [UInt8]) { if bytes.count <= Self.maximumBytes { kept.withLock { $0 = bytes } } }

    /// Nil for a body that is too long, or has not arrived whole.
    var bytes: [UInt8]? { kept.withLock { $0 } }
}
