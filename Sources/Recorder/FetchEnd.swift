internal import HTTPMessage
internal import Synchronization

/// Ends fetches of objects before their time, because the server stops. Any thread.
package final class FetchEnd: Sendable {
    private struct State: Sendable {
        var isOver = false
        /// The requests under way, by their time limits.
        var calls: [ObjectIdentifier: any UpstreamCall] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Cancels the requests under way. No further one begins.
    package func end() {
        let calls = state.withLock { state in
            state.isOver = true
            return Array(state.calls.values)
        }
        for call in calls { call.cancel() }
    }

    /// Whether it has ended.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Notes a request that has begun; cancels it if the end has come meanwhile.
    /// - Parameter limit: the request's; kept until `remove`.
    func add(_ call: any UpstreamCall, _ limit: TimeLimit) {
        let isOver = state.withLock { state in
            state.calls[ObjectIdentifier(limit)] = call
            return state.isOver
        }
        if isOver { call.cancel() }
    }

    /// Forgets a request that has ended.
    func remove(_ limit: TimeLimit) { state.withLock { _ = $0.calls.removeValue(forKey: ObjectIdentifier(limit)) } }
}
