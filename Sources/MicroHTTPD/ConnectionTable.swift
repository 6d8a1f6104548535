internal import Synchronization

/// The open connections of a daemon.
final class ConnectionTable: Sendable {
    private struct State {
        var exchanges: [Exchange] = []
        /// The sums of closed connections.
        var past = Tally()
    }

    /// Numbers of what was served.
    struct Tally: Sendable, Equatable {
        var connections = 0
        var requests = 0
        var bodyBytes = 0
    }

    private let state = Mutex(State())

    func add(_ exchange: Exchange) {
        state.withLock {
            exchange.tableIndex = $0.exchanges.count
            exchange.number = $0.past.connections + $0.exchanges.count
            $0.exchanges.append(exchange)
        }
    }

    func remove(_ exchange: Exchange) {
        state.withLock { state in
            let index = exchange.tableIndex
            let last = state.exchanges.removeLast()
            if last !== exchange {
                last.tableIndex = index
                state.exchanges[index] = last
            }
            state.past.connections += 1
            state.past.requests += exchange.requestCount
            state.past.bodyBytes += exchange.sentBodyBytes
        }
    }

    func snapshot() -> [Exchange] { state.withLock { $0.exchanges } }

    /// The exchanges of connections that were accepted on that local port.
    func exchanges(on port: Int) -> [Exchange] { state.withLock { $0.exchanges.filter { $0.localPort == port } } }

    func tally() -> (open: [Exchange], served: Tally) {
        state.withLock { state in
            var served = state.past
            served.connections += state.exchanges.count
            for exchange in state.exchanges {
                served.requests += exchange.requestCount
                served.bodyBytes += exchange.sentBodyBytes
            }
            return (state.exchanges, served)
        }
    }
}
