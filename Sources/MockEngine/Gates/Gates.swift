internal import Synchronization

/// The gates of a session, by name. A gate exists once a response has arrived at it, or the admin API has opened, released or closed it.
///
/// One lock covers everything, and no callback runs under it. A response that leaves frees its place; a release that it did not use goes to
/// the next one. A waiting response uses no thread. Any thread.
package final class Gates: Sendable {
    /// How many releases may be given in advance.
    package static let mostReleases = 1_000_000

    /// Why a wait for arrivals ends.
    package enum WaitEnding: Sendable, Equatable {
        case waiting(GateState)
        case reset
        /// The session ended, or had ended before.
        case ended
    }

    private struct Visitor: Sendable {
        let gate: String
        /// Set when it may pass: since when, and in which period of the gate.
        var pass: (since: Duration, period: UInt64)?
        let changed: @Sendable () -> Void
    }

    private struct Watcher: Sendable {
        let arrivals: Int
        let tell: @Sendable (WaitEnding) -> Void
    }

    private struct State: Sendable {
        var gates: [String: Gate] = [:]
        var visitors: [UInt64: Visitor] = [:]
        /// By gate and number.
        var watchers: [String: [UInt64: Watcher]] = [:]
        var lastNumber: UInt64 = 0
        var hasEnded = false

        @discardableResult
        mutating func change<Result>(_ name: String, _ body: (inout Gate, (UInt64) -> Bool) -> Result) -> Result {
            // Removed from the dictionary so that it is changed in place, without a copy.
            var gate = gates.removeValue(forKey: name) ?? Gate(name)
            defer { gates[name] = gate }
            return body(&gate) { [visitors] in visitors[$0] != nil }
        }

        mutating func letGo(_ numbers: [UInt64], _ moment: Duration) -> [@Sendable () -> Void] {
            numbers.compactMap { number in
                guard let visitor = visitors[number] else { return nil }
                visitors[number]?.pass = (moment, gates[visitor.gate]?.period ?? 0)
                return visitor.changed
            }
        }

        /// The watchers whose arrivals are complete, oldest first, as calls to make outside the lock.
        mutating func takeWatchers(of gate: GateState) -> [@Sendable () -> Void] {
            guard let waiting = watchers[gate.name] else { return [] }
            let reached = waiting.filter { $0.value.arrivals <= gate.waiting }
            for number in reached.keys { watchers[gate.name]?[number] = nil }
            if waiting.count == reached.count { watchers[gate.name] = nil }
            return reached.sorted { $0.key < $1.key }.map { _, watcher in { watcher.tell(.waiting(gate)) } }
        }
    }

    private let clock: SessionClock
    private let state = Mutex(State())

    init(_ clock: SessionClock) { self.clock = clock }

    // MARK: Responses

    /// A response arrives at a gate.
    /// - Parameter changed: called once when it may pass or the gates are reset; before this returns if that is at once.
    /// - Returns: the response's number, and callbacks for waits that are met, to be called outside all locks.
    func arrive(at name: String, _ changed: @escaping @Sendable () -> Void) -> (number: UInt64, told: [@Sendable () -> Void]) {
        let moment = clock.moment
        let (number, mayPass, told) = state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            let (mayPass, gate, period) = state.change(name) { gate, _ in
                let mayPass = gate.arrive(number)
                return (mayPass, gate.state, gate.period)
            }
            state.visitors[number] = Visitor(gate: name, pass: mayPass ? (moment, period) : nil, changed: changed)
            return (number, mayPass, state.takeWatchers(of: gate))
        }
        if mayPass { changed() }
        return (number, told)
    }

    func standing(of number: UInt64) -> HoldStanding {
        state.withLock { state in
            guard let visitor = state.visitors[number] else { return .isOver("The gates were reset.") }
            return visitor.pass.map { .mayPass(since: $0.since) } ?? .waits
        }
    }

    /// The response continues, which uses its release up. The response is forgotten.
    func pass(_ number: UInt64) { state.withLock { _ = $0.visitors.removeValue(forKey: number) } }

    /// The response leaves without passing.
    /// - Parameters:
    ///   - unlessItMayPass: true does nothing if it may already pass.
    ///   - calls: gets the closure that releases the response that may pass in its place. Call it outside all locks.
    /// - Returns: whether it was waiting.
    @discardableResult
    func leave(_ number: UInt64, unlessItMayPass: Bool = false, _ calls: inout [@Sendable () -> Void]) -> Bool {
        let moment = clock.moment
        let (wasWaiting, changed) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard let visitor = state.visitors[number] else { return (false, nil) }
            if visitor.pass != nil, unlessItMayPass { return (false, nil) }
            state.visitors[number] = nil
            guard let pass = visitor.pass else {
                state.change(visitor.gate) { gate, isWaiting in gate.leaveLine(isWaiting: isWaiting) }
                return (true, nil)
            }
            let next = state.change(visitor.gate) { gate, isWaiting in gate.takeBack(pass.period, isWaiting: isWaiting) }
            return (false, next.flatMap { state.letGo([$0], moment).first })
        }
        if let changed { calls.append(changed) }
        return wasWaiting
    }

    // MARK: Tests

    /// All gates, sorted by name.
    package var all: [GateState] { state.withLock { $0.gates.values.map(\.state) }.sorted { $0.name < $1.name } }

    /// Nil for a gate that does not exist yet.
    package subscript(name: String) -> GateState? { state.withLock { $0.gates[name]?.state } }

    /// Releases responses, oldest first, later arrivals included.
    /// - Parameter count: how many; nil opens the gate for all.
    /// - Returns: the gate's new state.
    package func release(_ name: String, count: Int? = nil) -> GateState {
        let moment = clock.moment
        let (result, calls) = state.withLock { state in
            let numbers = state.change(name) { gate, isWaiting in
                count.map { gate.release($0, isWaiting: isWaiting) } ?? gate.open(isWaiting: isWaiting)
            }
            return (state.gates[name]!.state, state.letGo(numbers, moment))
        }
        for call in calls { call() }
        return result
    }

    /// Closes the gate: from now on every response waits. Unused releases are revoked.
    /// - Returns: the gate's new state.
    package func close(_ name: String) -> GateState {
        state.withLock { state in
            state.change(name) { gate, _ in gate.close() }
            return state.gates[name]!.state
        }
    }

    /// Whether somebody waits for arrivals now.
    var isAwaited: Bool { state.withLock { !$0.watchers.isEmpty } }

    /// Calls `tell` once, on any thread, when `arrivals` responses wait at a gate; before this returns if they already do, or the session
    /// has ended.
    /// - Returns: a number for `stopWaiting`.
    package func wait(_ name: String, arrivals: Int, _ tell: @escaping @Sendable (WaitEnding) -> Void) -> UInt64 {
        let (number, told) = state.withLock { state -> (UInt64, [@Sendable () -> Void]) in
            if state.hasEnded { return (0, [{ tell(.ended) }]) }
            state.lastNumber += 1
            state.watchers[name, default: [:]][state.lastNumber] = Watcher(arrivals: arrivals, tell: tell)
            return (state.lastNumber, state.takeWatchers(of: state.gates[name]?.state ?? GateState(name: name)))
        }
        for call in told { call() }
        return number
    }

    /// Stops waiting for arrivals.
    /// - Returns: whether the wait was pending; `tell` is not called then.
    @discardableResult
    package func stopWaiting(_ name: String, _ number: UInt64) -> Bool {
        state.withLock { state in
            let watcher = state.watchers[name]?.removeValue(forKey: number)
            if state.watchers[name]?.isEmpty == true { state.watchers[name] = nil }
            return watcher != nil
        }
    }

    /// Forgets all gates, and calls back waiting responses and waits for arrivals.
    func reset() { forgetAll(.reset) }

    /// The same for good, because the session ends: nothing waits for arrivals any more.
    func end() { forgetAll(.ended) }

    private func forgetAll(_ ending: WaitEnding) {
        let (visitors, watchers) = state.withLock { state in
            if ending == .ended { state.hasEnded = true }
            defer {
                state.gates = [:]
                state.visitors = [:]
                state.watchers = [:]
            }
            return (state.visitors, state.watchers.values.flatMap { $0 })
        }
        for (_, visitor) in visitors.sorted(by: { $0.key < $1.key }) where visitor.pass == nil { visitor.changed() }
        for (_, watcher) in watchers.sorted(by: { $0.key < $1.key }) { watcher.tell(ending) }
    }
}
