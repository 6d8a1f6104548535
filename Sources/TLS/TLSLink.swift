internal import Synchronization

/// The TLS side of one connection, as the plain side sees it. Any thread.
package final class TLSLink: Sendable {
    private let resets = Atomic(false)

    package init() {}

    /// Lets the client's connection end by a reset instead of TLS's own end, once the plain side has ended.
    package func reset() { resets.store(true, ordering: .releasing) }

    var isReset: Bool { resets.load(ordering: .acquiring) }
}
