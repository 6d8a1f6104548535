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
/// await clock.sleepers()                                            // the time-out runs
/// try await clock.advance(by: .seconds(5))
/// await refresh.value
/// #expect(model.message == "Try again")
/// ```
///
/// A session has one clock; move it by this value alone, so that both stay together.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public final class ServerClock: Clock {
    /// A moment, counted from the clock's creation.
    public struct Instant: InstantProtocol {
        /// How long after the clock's creation.
        public let offset: Swift.Duration

        /// A later moment, or an earlier one.
        public func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        /// How long it is to another moment.
        public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        /// Whether a moment is before another.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper: Sendable {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Watcher: Sendable {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State: Sendable {
        var now = Instant(offset: .zero)
        /// Whole milliseconds that the server has been moved.
        var moved: Int64 = 0
        var number = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [Watcher] = []
    }

    private let session: UnderstudySession
    private let state = Locked(State())

    /// A clock of a session, whose own clock has to be ``ClockMode/manual``.
    public init(session: UnderstudySession) { self.session = session }

    /// What time it is.
    public var now: Instant { state.use { $0.now } }
    /// The server's clock moves by whole milliseconds.
    public var minimumResolution: Swift.Duration { .milliseconds(1) }

    /// Waits until the clock was advanced to a moment.
    public func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let number = state.use { state -> Int in
            state.number += 1
            return state.number
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (outcome, woken) = state.use { state -> (Result<Void, any Error>?, [Watcher]) in
                    if state.cancelled.remove(number) != nil { return (.failure(CancellationError()), []) }
                    if deadline <= state.now { return (.success(()), []) }
                    state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
                    let count = state.sleepers.count
                    let woken = state.watchers.filter { $0.count <= count }
                    state.watchers.removeAll { $0.count <= count }
                    return (nil, woken)
                }
                if let outcome { continuation.resume(with: outcome) }
                for watcher in woken { watcher.continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.use { state -> Sleeper? in
                if let sleeper = state.sleepers.removeValue(forKey: number) { return sleeper }
                state.cancelled.insert(number)
                return nil
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        state.use { _ = $0.cancelled.remove(number) }
    }

    /// Waits until so many tasks sleep on the clock. Those that sleep already count.
    public func sleepers(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.use { state -> Bool in
                if state.sleepers.count >= count { return true }
                state.watchers.append(Watcher(count: count, continuation: continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Moves the server's clock and this one. What the server has scripted, and who sleeps here, goes on in order of deadline; whoever
    /// sleeps anew on the way, and before the end, goes on as well.
    ///
    /// - Throws: ``UnderstudyFailure`` when the session's clock is not manual.
    public func advance(
        by duration: Swift.Duration, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let end = now.advanced(by: duration)
        while true {
            await Self.letOthersRun()
            let next = state.use { state in state.sleepers.values.map(\.deadline).min() }
            guard let next, next <= end else { break }
            try await move(to: next, at: callSite)
        }
        try await move(to: end, at: callSite)
        await Self.letOthersRun()
    }

    /// Moves the server, then this clock, and wakes who is due.
    private func move(to instant: Instant, at callSite: CallSite) async throws {
        let (seconds, attoseconds) = instant.offset.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        let step = state.use { state -> Int64 in
            let step = max(0, milliseconds - state.moved)
            state.moved += step
            return step
        }
        if step > 0 { _ = try await session.clock.advance(milliseconds: Int(step), at: callSite) }
        let due = state.use { state -> [Sleeper] in
            state.now = max(state.now, instant)
            let due = state.sleepers.filter { $0.value.deadline <= instant }
            for number in due.keys { state.sleepers[number] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value)
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Tasks that were woken may sleep again before the clock goes on.
    private static func letOthersRun() async {
        for _ in 0..<20 { await Task.detached(priority: .background) { await Task.yield() }.value }
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension UnderstudySession {
    /// A clock for app code that takes `any Clock`. The session's clock has to be ``ClockMode/manual``.
    public func serverClock() -> ServerClock { ServerClock(session: self) }
}
