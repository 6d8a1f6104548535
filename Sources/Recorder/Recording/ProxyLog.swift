internal import HTTPMessage
package import MockEngine
internal import Synchronization

/// What was proxied lately, whole, for recording: a ring bounded in bytes. Costs nothing while nothing is proxied.
package final class ProxyLog: ProxyObserver {
    private struct State: Sendable {
        var entries: [(number: Int, exchange: ProxiedExchange)] = []
        var bytes = 0
        var next = 0
    }

    package let maximumBodyBytes: Int
    private let maximumBytes: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - maximumBytes: beyond it the oldest exchanges go.
    ///   - maximumBodyBytes: answers with longer bodies are not recorded.
    package init(maximumBytes: Int = 256 << 20, maximumBodyBytes: Int = 32 << 20) {
        self.maximumBytes = maximumBytes
        self.maximumBodyBytes = maximumBodyBytes
    }

    package func proxied(_ exchange: ProxiedExchange) {
        state.withLock { state in
            state.entries.append((state.next, exchange))
            state.next += 1
            state.bytes += exchange.cost
            var dropped = 0
            while state.bytes > maximumBytes, dropped < state.entries.count - 1 {
                state.bytes -= state.entries[dropped].exchange.cost
                dropped += 1
            }
            state.entries.removeFirst(dropped)
        }
    }

    /// The number that the next exchange gets.
    var next: Int { state.withLock { $0.next } }

    /// From a number on, in the order of arrival.
    func exchanges(from number: Int) -> [ProxiedExchange] {
        state.withLock { state in state.entries.filter { $0.number >= number }.map(\.exchange) }.sorted { $0.arrivedAt < $1.arrivedAt }
    }
}

extension ProxiedExchange {
    fileprivate var cost: Int { 1024 + body.count + request.body.count }
}
