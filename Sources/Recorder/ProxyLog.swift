internal import DequeModule
internal import HTTPMessage
package import MockEngine
internal import Synchronization

/// The latest proxied exchanges with whole bodies, for recording: a ring that is bounded in bytes. Empty while nothing is proxied. Any
/// thread.
package final class ProxyLog: ProxyObserver {
    private struct State: Sendable {
        var entries: Deque<(number: Int, exchange: ProxiedExchange)> = []
        var bytes = 0
        var next = 0
    }

    /// Responses with longer bodies are not recorded.
    package let maximumBodyBytes: Int
    private let maximumBytes: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - maximumBytes: the size of the ring; the oldest exchanges are dropped first.
    ///   - maximumBodyBytes: responses with longer bodies are not recorded.
    package init(maximumBytes: Int = 256 << 20, maximumBodyBytes: Int = 32 << 20) {
        self.maximumBytes = maximumBytes
        self.maximumBodyBytes = maximumBodyBytes
    }

    /// Adds an exchange, and drops the oldest ones that no longer fit.
    package func proxied(_ exchange: ProxiedExchange) {
        state.withLock { state in
            state.entries.append((state.next, exchange))
            state.next += 1
            state.bytes += exchange.cost
            while state.bytes > maximumBytes, state.entries.count > 1 { state.bytes -= state.entries.removeFirst().exchange.cost }
        }
    }

    /// The number that the next exchange gets.
    var next: Int { state.withLock { $0.next } }

    /// The exchanges from a number on, in the order of arrival.
    func exchanges(from number: Int) -> [ProxiedExchange] {
        state.withLock { state in state.entries.filter { $0.number >= number }.map(\.exchange) }.sorted { $0.arrived(before: $1) }
    }
}

extension ProxiedExchange {
    /// Whether it arrived before another one: by the clock, and at the same time by the journal.
    func arrived(before other: ProxiedExchange) -> Bool {
        (arrivedAt, sequence ?? 0) < (other.arrivedAt, other.sequence ?? 0)
    }

    /// In bytes, with what each field takes beside its texts.
    fileprivate var cost: Int {
        let fields = headers.reduce(0) { $0 + 64 + $1.name.utf8.count + $1.value.utf8.count }
        return 1024 + request.headByteCount + request.body.count + fields + body.count
    }
}
