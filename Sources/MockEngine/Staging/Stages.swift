internal import Synchronization

/// The responses of a session that are staged now. Any thread.
final class Stages: Sendable {
    private struct State: Sendable {
        var responses: [ObjectIdentifier: StagedResponse] = [:]
        /// Why nothing is held any more; nil as long as the session lives.
        var ending: String?
        /// So many responses were woken, and the wire has not asked again yet.
        var wokenCount = 0
        /// Called when there are none of them.
        var watchers: [UInt64: @Sendable () -> Void] = [:]
        var lastWatcher: UInt64 = 0
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.responses.count } }

    /// - Parameter limit: how many there may be.
    /// - Returns: false when there are that many; the response is not kept then.
    func add(_ response: StagedResponse, limit: Int) -> Bool {
        let ending: String?? = state.withLock { state in
            guard state.responses.count < limit else { return nil }
            state.responses[ObjectIdentifier(response)] = response
            return .some(state.ending)
        }
        guard let ending else { return false }
        if let ending { response.end(ending) }
        return true
    }

    // MARK: Between the wake-up and the wire

    /// A response was woken.
    func wakes() { state.withLock { $0.wokenCount += 1 } }

    /// The wire has asked about a response that was woken, or its exchange is over.
    func goesOn() {
        let watchers: [@Sendable () -> Void] = state.withLock { state in
            state.wokenCount -= 1
            guard state.wokenCount == 0, !state.watchers.isEmpty else { return [] }
            defer { state.watchers = [:] }
            return state.watchers.sorted { $0.key < $1.key }.map(\.value)
        }
        for call in watchers { call() }
    }

    /// Calls once, on any thread, when the wire has asked about every response that was woken; before this returns, if that is so.
    /// - Returns: for `stopWaiting`.
    func whenAllGoOn(_ body: @escaping @Sendable () -> Void) -> UInt64 {
        let number = state.withLock { state in
            if state.wokenCount == 0 { return UInt64(0) }
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = body
            return state.lastWatcher
        }
        if number == 0 { body() }
        return number
    }

    /// - Returns: whether it was still waited for: nothing is called then.
    func stopWaiting(_ number: UInt64) -> Bool { state.withLock { $0.watchers.removeValue(forKey: number) } != nil }

    // MARK: The end

    func remove(_ response: StagedResponse) { state.withLock { _ = $0.responses.removeValue(forKey: ObjectIdentifier(response)) } }

    /// What waits for a test now or later becomes a 503, or is broken off.
    /// - Parameter sentence: says why.
    func end(_ sentence: String) {
        let responses = state.withLock { state in
            state.ending = sentence
            return Array(state.responses.values)
        }
        for response in responses { response.end(sentence) }
    }
}
