internal import DequeModule
internal import HTTPMessage
package import MockEngine
internal import Synchronization

/// The latest proxied exchanges with whole bodies, for recording: a ring that is bounded in bytes. Empty while nothing is proxied. Any
/// thread.
package final class ProxyLog: ProxyObserver {
    /// A recording that is under way.
    private struct Recording: Sendable {
        let start: Int
        let specification: RecordSpecification
        /// How many of its exchanges did not fit into the ring.
        var dropped = 0
    }

    private struct State: Sendable {
        var entries: Deque<(number: Int, exchange: ProxiedExchange)> = []
        /// Those whose responses are still arriving, by their numbers.
        var open: [Int: ProxiedExchange] = [:]
        var bytes = 0
        var next = 0
        var recording: Recording?
    }

    /// Responses with longer bodies are not recorded.
    package let maximumBodyBytes: Int
    /// The size of the ring.
    let maximumBytes: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - maximumBytes: the size of the ring; the oldest exchanges are dropped first.
    ///   - maximumBodyBytes: responses with longer bodies are not recorded.
    package init(maximumBytes: Int = 256 << 20, maximumBodyBytes: Int = 32 << 20) {
        self.maximumBytes = maximumBytes
        self.maximumBodyBytes = maximumBodyBytes
    }

    /// Notes an exchange whose response is not there yet.
    package func begin(_ exchange: ProxiedExchange) -> ProxyPassage {
        let (number, specification) = state.withLock { state in
            defer { state.next += 1 }
            state.open[state.next] = exchange
            return (state.next, state.recording?.specification)
        }
        let isRecorded = specification?.selects(exchange) ?? false
        return ProxyPassage(number: number, capturedFields: isRecorded ? specification?.capturedNames : nil)
    }

    /// Adds an exchange, and drops the oldest ones that no longer fit.
    package func end(_ passage: ProxyPassage, _ exchange: ProxiedExchange) {
        state.withLock { state in
            state.open[passage.number] = nil
            state.entries.append((passage.number, exchange))
            state.bytes += exchange.cost
            while state.bytes > maximumBytes, state.entries.count > 1 {
                let (number, dropped) = state.entries.removeFirst()
                state.bytes -= dropped.cost
                if let start = state.recording?.start, number >= start { state.recording?.dropped += 1 }
            }
        }
    }

    /// From now on, exchanges are passed on as a recording needs them.
    /// - Returns: the number of its first exchange.
    func beginRecording(_ specification: RecordSpecification) -> Int {
        state.withLock { state in
            state.recording = Recording(start: state.next, specification: specification)
            return state.next
        }
    }

    /// - Returns: how many exchanges of the recording were dropped, because the ring was full.
    func endRecording() -> Int {
        state.withLock { state in
            defer { state.recording = nil }
            return state.recording?.dropped ?? 0
        }
    }

    /// The exchanges from a number on, in the order of arrival. Those whose responses are still arriving count as lost.
    func exchanges(from number: Int) -> [ProxiedExchange] {
        let (ended, open) = state.withLock { state in
            (state.entries.filter { $0.number >= number }.map(\.exchange), state.open.filter { $0.key >= number }.values)
        }
        let lost = open.map { exchange in
            var exchange = exchange
            exchange.loss = "its response has not ended yet"
            return exchange
        }
        return (ended + lost).sorted { $0.arrived(before: $1) }
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
