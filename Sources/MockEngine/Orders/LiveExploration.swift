package import ResponseOrders
package import StubModel
internal import Synchronization

/// A running exploration: the sessions of its runs, and callers that wait for the next run. Any thread.
package final class LiveExploration: Sendable {
    private struct Waiter: Sendable {
        let number: UInt64
        let give: @Sendable (Exploration.Step) -> Void
    }

    private struct State: Sendable {
        var exploration: Exploration
        var sessions: [Int: Session] = [:]
        var waiters: [Waiter] = []
        var lastWaiter: UInt64 = 0
        var lastUse: Duration
        var isClosed = false
    }

    /// A request for a run that waits.
    package final class Withdrawal: Cancellable {
        private let body: @Sendable () -> Bool
        init(_ body: @escaping @Sendable () -> Bool) { self.body = body }
        /// Stops waiting.
        /// - Returns: false if it has been given something, or was withdrawn before.
        package func withdraw() -> Bool { body() }
        /// Stops waiting.
        package func cancel() { _ = body() }
    }

    /// What the admin API names it by.
    package let id: String
    /// The definition of the sessions of its runs.
    package let session: SessionDefinition
    /// The first stubs of these sessions.
    package let stubs: [CompiledStub]
    private let order: OrderDefinition
    private let clock: any EngineClock
    private let state: Mutex<State>

    /// - Parameter clock: on real time.
    package init(
        id: String, _ settings: Exploration.Settings, order: OrderDefinition, session: SessionDefinition, stubs: [CompiledStub],
        clock: any EngineClock
    ) {
        self.id = id
        self.order = order
        self.session = session
        self.stubs = stubs
        self.clock = clock
        state = Mutex(State(exploration: Exploration(settings), lastUse: clock.uptime))
    }

    /// The results so far.
    package var exploration: Exploration { state.withLock { $0.exploration } }

    /// The time since the last call.
    var idleTime: Duration { clock.uptime - state.withLock { $0.lastUse } }

    /// Gives the next run, or says that there is none: at once, or after a run in progress has its result.
    /// - Parameter give: called once, on any thread; not called after `cancel`.
    /// - Returns: nil if it was called already.
    package func next(_ give: @escaping @Sendable (Exploration.Step) -> Void) -> Withdrawal? {
        let (step, number): (Exploration.Step, UInt64) = state.withLock { state in
            let step = next(&state)
            guard case .wait = step else { return (step, 0) }
            state.lastWaiter += 1
            state.waiters.append(Waiter(number: state.lastWaiter, give: give))
            return (step, state.lastWaiter)
        }
        guard case .wait = step else {
            give(step)
            return nil
        }
        return Withdrawal { [weak self] in
            self?.state.withLock { state in
                let count = state.waiters.count
                state.waiters.removeAll { $0.number == number }
                return state.waiters.count < count
            } ?? false
        }
    }

    /// The next step that is known now, without waiting.
    package func next() -> Exploration.Step { state.withLock { next(&$0) } }

    private func next(_ state: inout State) -> Exploration.Step {
        state.lastUse = clock.uptime
        return state.isClosed ? .finished : state.exploration.next()
    }

    /// The order of responses for a run's session.
    package func order(of run: ExplorationRun) -> OrderDefinition {
        var order = order
        order.plan = run.plan
        order.expected = run.expected
        if run.isUnhurried { order.settings.settle = order.settings.unhurried }
        if run.purpose == .first { order.settings.opening = order.settings.settle * 4 }
        return order
    }

    /// Notes that a run uses this session.
    /// - Returns: false if the exploration has ended; the caller then closes the session.
    package func began(_ run: Int, in session: Session) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.sessions[run] = session }
            return !state.isClosed
        }
    }

    /// The numbers of the runs that have no result yet.
    package var runsUnderWay: [Int] { state.withLock { $0.sessions.keys.sorted() } }

    /// Whether a run has no result yet.
    func isUnderWay(_ run: Int) -> Bool { state.withLock { $0.sessions[run] != nil } }

    /// Sets the result of a run.
    /// - Returns: the run's session, which is no longer needed; nil if it had none.
    /// - Throws: `ExplorationError` if there is no such run, or it has a result already.
    package func finish(_ run: Int, passed: Bool) throws(ExplorationError) -> Session? {
        try end(run) { exploration, record throws(ExplorationError) in try exploration.finish(run, passed: passed, record) }
    }

    /// Notes that a run will have no result: it could not begin, or its session expired.
    /// - Returns: the run's session; nil if it has none.
    @discardableResult
    package func lose(_ run: Int) -> Session? {
        try? end(run) { exploration, record throws(ExplorationError) in try exploration.lose(run, record) }
    }

    /// Ends the exploration.
    /// - Returns: the sessions of runs in progress.
    func close() -> [Session] {
        let (sessions, waiters) = state.withLock { state in
            defer {
                state.sessions = [:]
                state.waiters = []
            }
            state.isClosed = true
            return (Array(state.sessions.values), state.waiters)
        }
        for waiter in waiters { waiter.give(.finished) }
        return sessions
    }

    private func end(
        _ run: Int, _ body: (inout Exploration, RunRecord) throws(ExplorationError) -> Void
    ) throws(ExplorationError) -> Session? {
        let result: Result<(Session?, [(Waiter, Exploration.Step)]), ExplorationError> = state.withLock { state in
            state.lastUse = clock.uptime
            let session = state.sessions[run]
            do throws(ExplorationError) {
                try body(&state.exploration, session?.runRecord ?? RunRecord())
            } catch {
                return .failure(error)
            }
            state.sessions[run] = nil
            var given: [(Waiter, Exploration.Step)] = []
            while let waiter = state.waiters.first {
                let step = state.exploration.next()
                guard step != .wait else { break }
                given.append((waiter, step))
                state.waiters.removeFirst()
            }
            return .success((session, given))
        }
        let (session, given) = try result.get()
        for (waiter, step) in given { waiter.give(step) }
        return session
    }
}
