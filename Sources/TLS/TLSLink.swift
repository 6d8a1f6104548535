internal import Synchronization

/// The TLS side of one connection, as the plain side sees it. Any thread.
///
/// The plain end is a Unix socket, for which the kernel counts no bytes and limits no receive buffer; the relay does both.
package final class TLSLink: Sendable {
    private let resets = Atomic(false)
    private let hasLeft = Atomic(false)
    private let passed = Atomic(0)
    private let bufferLimit = Atomic(0)
    /// When bytes of the client were last ready to be passed on.
    private let lastPass = Mutex<ContinuousClock.Instant?>(nil)
    private let ending = Mutex(Ending())

    private struct Ending {
        var isOver = false
        var body: (@Sendable () -> Void)?
    }

    package init() {}

    /// Lets the client's connection end by a reset instead of TLS's own end, once the plain side has ended.
    package func reset() { resets.store(true, ordering: .releasing) }

    var isReset: Bool { resets.load(ordering: .acquiring) }

    /// Whether the client has gone without TLS's own end, or has sent what is no TLS. The plain side has the end of what it sent, as of a
    /// client that ends its side.
    package var clientHasLeft: Bool { hasLeft.load(ordering: .acquiring) }

    func noteClientLeft() { hasLeft.store(true, ordering: .releasing) }

    /// How many bytes the client has sent that the plain side can read, or has read.
    package var receivedBytes: Int { passed.load(ordering: .acquiring) }

    func notePassed(_ count: Int) {
        passed.add(count, ordering: .acquiringAndReleasing)
        lastPass.withLock { $0 = .now }
    }

    /// Calls the body once, when the relay has closed its two descriptors of the connection: at once, or later on the relay's thread.
    package func whenEnded(_ body: @escaping @Sendable () -> Void) {
        let isOver = ending.withLock { ending in
            if !ending.isOver { ending.body = body }
            return ending.isOver
        }
        if isOver { body() }
    }

    func end() {
        let body = ending.withLock { ending in
            ending.isOver = true
            return ending.body.take()
        }
        body?()
    }

    /// Whether the client has sent bytes once, and none for that long.
    package func isSilent(for patience: Duration) -> Bool { lastPass.withLock { $0.map { .now - $0 >= patience } ?? false } }

    /// Limits the bytes of the client that are buffered on their way, approximately: a faster client must wait.
    package func limitReceiveBuffer(_ bytes: Int) { bufferLimit.store(bytes, ordering: .releasing) }

    /// The limit, once.
    func takeBufferLimit() -> Int? {
        let limit = bufferLimit.exchange(0, ordering: .acquiringAndReleasing)
        return limit > 0 ? limit : nil
    }
}
