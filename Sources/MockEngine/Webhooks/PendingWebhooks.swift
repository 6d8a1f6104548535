internal import HTTPMessage
internal import Synchronization

/// Webhooks that wait for their answers to have gone.
final class PendingWebhooks: Sendable {
    /// What to send for one exchange.
    ///
    /// Unchecked because the render context is for one thread: the request's thread hands it over to the one that ends the exchange.
    struct Entry: @unchecked Sendable {
        let webhooks: [CompiledWebhook]
        let request: Request
        let context: RenderContext
    }

    private let entries = Mutex<[ExchangeTicket: Entry]>([:])
    private let count = Atomic<Int>(0)

    /// Whether there is anything to look up. Costs no lock.
    @inline(__always)
    var isPending: Bool { count.load(ordering: .acquiring) > 0 }

    func add(_ entry: Entry, for ticket: ExchangeTicket) {
        entries.withLock { $0[ticket] = entry }
        count.add(1, ordering: .releasing)
    }

    func take(_ ticket: ExchangeTicket) -> Entry? {
        let entry = entries.withLock { $0.removeValue(forKey: ticket) }
        if entry != nil { count.subtract(1, ordering: .relaxed) }
        return entry
    }
}
