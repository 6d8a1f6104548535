internal import Synchronization

/// The staged responses of a session. Any thread.
final class Stages: Sendable {
    private struct Ending: Sendable {
        let sentence: String
        let isStop: Bool
    }

    private struct State: Sendable {
        var responses: [ObjectIdentifier: StagedResponse] = [:]
        /// Why responses are no longer staged; nil while the session lives.
        var ending: Ending?
        /// How many responses were woken about which the wire has not asked again yet.
        var wokenCount = 0
        /// Called when `wokenCount` reaches 0.
        var watchers: [UInt64: @Sendable () -> Void] = [:]
        var lastWatcher: UInt64 = 0
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.responses.count } }

    /// Adds a response.
    /// - Parameter limit: how many there may be.
    /// - Returns: false if the limit is reached; the response is not added then.
    func add(_ response: StagedResponse, limit: Int) -> Bool {
        let ending: Ending?? = state.withLock { state in
            guard state.responses.count < limit else { return nil }
            state.responses[ObjectIdentifier(response)] = response
            return .some(state.ending)
        }
        guard let ending else { return false }
        if let ending { response.end(ending.sentence, isStop: ending.isStop) }
        return true
    }

    // MARK: Between the wake-up and the wire

    /// A response was woken.
    func wakes() { state.withLock { $0.wokenCount += 1 } }

    /// The wire has asked about a woken response, or its exchange is over.
    func goesOn() {
        let watchers: [@Sendable () -> Void] = state.withLock { state in
            state.wokenCount -= 1
            guard state.wokenCount == 0, !state.watchers.isEmpty else { return [] }
            defer { state.watchers = [:] }
            return state.watchers.sorted { $0.key < $1.key }.map(\.value)
        }
        for call in watchers { call() }
    }

    /// Calls back once, on any thread, when the wire has asked about every woken response; before this returns if it already has.
    /// - Returns: a number for `stopWaiting`.
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

    /// Stops waiting.
    /// - Returns: whether the wait was pending; nothing is called then.
    func stopWaiting(_ number: UInt64) -> Bool { state.withLock { $0.watchers.removeValue(forKey: number) } != nil }

    // MARK: The end

    func remove(_ response: StagedResponse) { state.withLock { _ = $0.responses.removeValue(forKey: ObjectIdentifier(response)) } }

    /// Turns all staged responses, and later ones, into 503s, or aborts those that have begun.
    /// - Parameters:
    ///   - sentence: the reason.
    ///   - isStop: whether the server stops.
    func end(_ sentence: String, isStop: Bool) {
        let responses = state.withLock { state in
            state.ending = Ending(sentence: sentence, isStop: isStop)
            return Array(state.responses.values)
        }
        for response in responses { response.end(sentence, isStop: isStop) }
    }
}
