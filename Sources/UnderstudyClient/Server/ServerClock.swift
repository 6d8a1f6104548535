/// A clock for app code that takes `any Clock`: it stands still until the test advances it, and the session's clock moves with it.
///
/// A delay that a stub scripts and a time-out of the app are then on the same time, and both wait for the test:
///
/// ```swift
/// let session = try await server.session("a time-out", clock: .manual) {
///     Stub.get("/feed").respond(json: page).delay(milliseconds: 10_000)
/// }
/// let clock = session.serverClock()
/// let model = FeedModel(baseURL: session.baseURL, clock: clock)     // gives up after five seconds
/// let refresh = Task { await model.refresh() }
/// try await session.awaitRequests(.get("/feed"))
/// try await clock.awaitSleepers()                                   // the time-out runs
/// try await clock.advance(by: .seconds(5))
/// await refresh.value
/// #expect(model.message == "Try again")
/// ```
///
/// A session has one clock; move it by this value alone, so that both stay together. Several tasks may use it at the same time.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public final class ServerClock: Clock {
    /// A moment, counted from the clock's creation.
    public struct Instant: InstantProtocol {
        /// How long after the clock's creation.
        public let offset: Swift.Duration

        /// The moment that is later by a duration, or earlier by a negative one.
        public func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        /// How long it is to another moment; negative to an earlier one.
        public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        /// Whether a moment is before another.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private typealias Continuation = CheckedContinuation<Void, any Error>

    private struct State: Sendable {
        var now = Instant(offset: .zero)
        /// Whole milliseconds by which the server has moved.
        var moved: Int64 = 0
        /// Counts who waits.
        var number = 0
        /// Those that wait, by their numbers.
        var waiting: [Int: Continuation] = [:]
        /// Until when those wait that sleep.
        var deadlines: [Int: Instant] = [:]
        /// For how many sleepers the others wait.
        var sleeperCounts: [Int: Int] = [:]
        /// Those that were cancelled before they waited.
        var cancelled: Set<Int> = []
        var lastAdvance: Task<Void, any Error>?

        /// Ends a wait; nil when there is none of this number.
        mutating func end(_ number: Int) -> Continuation? {
            deadlines[number] = nil
            sleeperCounts[number] = nil
            return waiting.removeValue(forKey: number)
        }
    }

    /// The longest time-out, in milliseconds: a year.
    private static let longestTimeout = 365 * 86_400_000 as Int64

    private let session: UnderstudySession
    private let state = Locked(State())

    /// A clock of a session, whose own clock has to be ``ClockMode/manual``.
    public init(session: UnderstudySession) { self.session = session }

    /// What time it is by this clock.
    public var now: Instant { state.use { $0.now } }
    /// One millisecond: the server's clock moves by whole ones.
    public var minimumResolution: Swift.Duration { .milliseconds(1) }

    /// Waits until the clock was advanced to a moment. The tolerance is not used.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        try await wait { state, number in
            if deadline <= state.now { return false }
            state.deadlines[number] = deadline
            return true
        }
    }

    /// Waits until so many tasks sleep on the clock. Those that sleep already count.
    ///
    /// - Parameters:
    ///   - count: how many tasks have to sleep.
    ///   - timeoutMilliseconds: how long to wait at most, by real time. Only a test that fails waits that long.
    /// - Throws: ``UnderstudyFailure`` with the number that slept, when they do not in time.
    public func awaitSleepers(
        _ count: Int = 1, timeoutMilliseconds: Int = 10_000, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) async throws {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await self.waitForSleepers(count)
                return true
            }
            group.addTask {
                let timeout = min(max(0, Int64(timeoutMilliseconds)), Self.longestTimeout)
                try await Task.sleep(nanoseconds: UInt64(timeout) * 1_000_000)
                return false
            }
            defer { group.cancelAll() }
            if try await group.next() == true { return }
            let sleeping = state.use { $0.deadlines.count }
            throw UnderstudyFailure(
                .timedOut,
                "\(sleeping) of \(count) \(count == 1 ? "task" : "tasks") slept on the clock within \(timeoutMilliseconds) ms.",
                at: callSite)
        }
    }

    /// Moves the server's clock and this one. What the server has scripted, and the tasks that sleep here, go on in order of deadline.
    ///
    /// A task that was woken gets a few turns before the clock goes on, so that it can sleep again and be woken again on the way. One that
    /// needs longer until it sleeps is missed: advance in steps, and call
    /// ``awaitSleepers(_:timeoutMilliseconds:fileID:filePath:line:column:)`` before each.
    ///
    /// Two advances at the same time happen one after the other.
    ///
    /// - Throws: ``UnderstudyFailure`` when the session's clock is not manual, or the server cannot be reached. Both clocks are then where
    ///   the last step has left them.
    public func advance(
        by duration: Swift.Duration, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let advance = state.use { state -> Task<Void, any Error> in
            let before = state.lastAdvance
            let advance = Task {
                _ = await before?.result
                try await self.move(by: duration, at: callSite)
            }
            state.lastAdvance = advance
            return advance
        }
        try await withTaskCancellationHandler {
            try await advance.value
        } onCancel: {
            advance.cancel()
        }
    }

    /// Moves both clocks from deadline to deadline. One task at a time.
    private func move(by duration: Swift.Duration, at callSite: CallSite) async throws {
        let end = now.advanced(by: duration)
        while true {
            await Self.letOthersRun()
            guard let next = state.use({ $0.deadlines.values.min() }), next <= end else { break }
            try await move(to: next, at: callSite)
        }
        try await move(to: end, at: callSite)
        await Self.letOthersRun()
    }

    /// Moves the server, then this clock, and wakes the tasks that are due.
    private func move(to instant: Instant, at callSite: CallSite) async throws {
        try Task.checkCancellation()
        let milliseconds = instant.offset.wholeMilliseconds
        let step = state.use { Int(clamping: max(0, milliseconds - $0.moved)) }
        if step > 0 {
            _ = try await session.clock.advance(milliseconds: step, at: callSite)
            state.use { $0.moved += Int64(step) }
        }
        let due = state.use { state -> [Continuation] in
            state.now = max(state.now, instant)
            let due = state.deadlines.filter { $0.value <= instant }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            return due.compactMap { state.end($0.key) }
        }
        for sleeper in due { sleeper.resume() }
    }

    private func waitForSleepers(_ count: Int) async throws {
        try await wait { state, number in
            if state.deadlines.count >= count { return false }
            state.sleeperCounts[number] = count
            return true
        }
    }

    /// Waits until somebody ends the wait.
    ///
    /// - Parameter begin: notes under a number what is waited for, or returns false when it is there already.
    /// - Throws: `CancellationError` when the task is cancelled.
    private func wait(_ begin: @Sendable (_ state: inout State, _ number: Int) -> Bool) async throws {
        let number = state.use { state -> Int in
            state.number += 1
            return state.number
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (outcome, ready) = state.use { state -> (Result<Void, any Error>?, [Continuation]) in
                    if state.cancelled.remove(number) != nil { return (.failure(CancellationError()), []) }
                    guard begin(&state, number) else { return (.success(()), []) }
                    state.waiting[number] = continuation
                    let sleeping = state.deadlines.count
                    let ready = state.sleeperCounts.filter { $0.value <= sleeping }.keys.sorted()
                    return (nil, ready.compactMap { state.end($0) })
                }
                if let outcome { continuation.resume(with: outcome) }
                for waiter in ready { waiter.resume() }
            }
        } onCancel: {
            let waiter = state.use { state -> Continuation? in
                if let waiter = state.end(number) { return waiter }
                state.cancelled.insert(number)
                return nil
            }
            waiter?.resume(throwing: CancellationError())
        }
        state.use { _ = $0.cancelled.remove(number) }
    }

    /// Tasks that were woken may sleep again before the clock goes on.
    private static func letOthersRun() async {
        for _ in 0..<20 { await Task.detached(priority: .background) { await Task.yield() }.value }
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Swift.Duration {
    /// The milliseconds, rounded towards zero; the largest or smallest number if there are too many.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (milliseconds, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, overflowsToo) = milliseconds.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return overflows || overflowsToo ? (seconds < 0 ? .min : .max) : sum
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension UnderstudySession {
    /// A clock for app code that takes `any Clock`. The session's clock has to be ``ClockMode/manual``.
    public func serverClock() -> ServerClock { ServerClock(session: self) }
}
