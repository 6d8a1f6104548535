internal import HTTPMessage
package import StubModel
internal import Synchronization

/// The time of a session: the machine's, the machine's with scripted latency scaled, or one that tests move.
///
/// There are two times. *Civil time* (`now`) is for templates, date matchers and the journal; it is the machine's unless the clock is
/// manual. *Scripted time* (`moment`) is for delays, dribbles and webhooks: it runs with the machine's time, 1/scale times as fast on a
/// scaled clock, and stands still on a manual one. It never goes back when the mode changes: calls that wait for it keep their remaining
/// time.
///
/// `uptime` is always the machine's, for durations, holds and time-outs. Any thread.
package final class SessionClock: EngineClock, EngineTimer {
    /// Replaces a scale of 0, so that scripted time still has a rate: a day passes in a tenth of a second.
    private static let leastScale = 0.000_001
    /// How much too early a call may come, because multiplied times are rounded.
    private static let rounding = Duration.microseconds(1)

    private struct State: Sendable {
        var mode: ClockMode
        /// Scripted time at `since` on the machine's clock, civil time while the clock is manual, and the waiting calls.
        var time: MovableTime
        var since: Duration
        /// The scheduled call of the machine's timer, for the earliest of `calls`.
        var alarm: Alarm?
        var lastAlarm: UInt64 = 0
        var hasEnded = false
    }

    private struct Alarm: Sendable {
        var number: UInt64
        var due: Duration
        var call: (any Cancellable)?
    }

    private struct Call: Cancellable {
        let clock: SessionClock
        let number: UInt64
        func cancel() { clock.state.withLock { $0.time.calls.remove(number) } }
    }

    private let base: any EngineClock
    /// Runs on the time of `base`.
    private let timer: any EngineTimer
    private let latencyScale: Double
    private let state: Mutex<State>
    private let isManualNow: Atomic<Bool>
    /// Serializes advances and changes of mode.
    private let moving = Mutex(())

    /// - Parameters:
    ///   - base: the machine's time.
    ///   - timer: runs on it.
    ///   - latencyScale: the server's factor for scripted latency; ignored while the clock is manual.
    package init(_ base: any EngineClock, _ timer: any EngineTimer, latencyScale: Double = 1, mode: ClockMode = .real) {
        self.base = base
        self.timer = timer
        self.latencyScale = latencyScale
        isManualNow = Atomic(mode == .manual)
        state = Mutex(State(mode: mode, time: MovableTime(now: base.now), since: base.uptime))
    }

    /// What the clock follows now.
    package var mode: ClockMode { state.withLock { $0.mode } }

    /// Whether the clock is manual. Costs no lock.
    @inline(__always)
    package var isManual: Bool { isManualNow.load(ordering: .acquiring) }

    // MARK: Reading

    /// Civil time: the machine's unless the clock is manual.
    package var now: Timestamp { isManual ? state.withLock { $0.mode == .manual ? $0.time.now : base.now } : base.now }

    /// The machine's monotonic time.
    package var uptime: Duration { base.uptime }

    /// The current scripted time, since some fixed moment.
    package var moment: Duration { state.withLock { moment($0) } }

    /// What waits for scripted time: how many calls, and how much later the first of them is due. Nil for nothing.
    package var waiting: (count: Int, next: Duration)? {
        state.withLock { state in
            guard let due = state.time.calls.nextDue() else { return nil }
            return (state.time.calls.count, max(.zero, due - moment(state)))
        }
    }

    /// Scripted time at a moment of the machine's time, as if the clock had always run at its current rate.
    func moment(atUptime uptime: Duration) -> Duration {
        state.withLock { state in
            if state.mode == .manual { return state.time.moment }
            return moment(state) - (base.uptime - uptime) / rate(state.mode)
        }
    }

    /// Whether scripted time has reached a moment.
    func hasCome(to due: Duration) -> Bool { state.withLock { moment($0) + ($0.mode == .manual ? .zero : Self.rounding) >= due } }

    /// The factor for the times of a response that is sent in real time; 1 on a manual clock.
    var latencyFactor: Double { latencyFactor(mode) }

    private func latencyFactor(_ mode: ClockMode) -> Double {
        switch mode {
        case .real: latencyScale
        case .scaled(let scale): latencyScale * scale
        case .manual: 1
        }
    }

    private func rate(_ mode: ClockMode) -> Double { max(latencyFactor(mode), Self.leastScale) }

    private func moment(_ state: borrowing State) -> Duration {
        if state.mode == .manual { return state.time.moment }
        let elapsed = base.uptime - state.since
        let rate = rate(state.mode)
        return state.time.moment + (rate == 1 ? elapsed : elapsed / rate)
    }

    // MARK: Calling back

    /// Calls back after this much scripted time.
    @discardableResult
    package func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> any Cancellable {
        schedule(at: moment + delay, body)
    }

    /// Calls back when scripted time reaches a moment; at once, on this thread, if it already has. After `end` no call is taken
    /// from those that wait; one that was taken just before may still be made.
    @discardableResult
    func schedule(at due: Duration, _ body: @escaping @Sendable () -> Void) -> any Cancellable {
        let number: UInt64? = state.withLock { state in
            if state.hasEnded { return 0 }
            return moment(state) >= due ? nil : state.time.calls.add(at: due, body)
        }
        if number == nil { body() } else { setAlarm() }
        return Call(clock: self, number: number ?? 0)
    }

    /// Schedules the machine's timer for the earliest call, unless the clock is manual.
    private func setAlarm() {
        let setting: (old: (any Cancellable)?, number: UInt64, delay: Duration)? = state.withLock { state in
            guard state.mode != .manual, let due = state.time.calls.nextDue() else { return nil }
            if let alarm = state.alarm, alarm.due <= due { return nil }
            let old = state.alarm?.call
            state.lastAlarm += 1
            state.alarm = Alarm(number: state.lastAlarm, due: due)
            let delay = due - moment(state)
            let rate = rate(state.mode)
            return (old, state.lastAlarm, rate == 1 ? delay : delay.scaled(by: rate))
        }
        guard let setting else { return }
        setting.old?.cancel()
        let call = timer.schedule(after: setting.delay) { [weak self] in self?.ring(setting.number) }
        state.withLock { if $0.alarm?.number == setting.number { $0.alarm?.call = call } }
    }

    private func ring(_ number: UInt64) {
        let due: Duration? = state.withLock { state in
            guard let alarm = state.alarm, alarm.number == number else { return nil }
            state.alarm = nil
            return alarm.due
        }
        guard let due else { return }
        // What the timer was set for is due, even if the clock says that it is slightly early.
        while let body = state.withLock({ state in
            state.mode == .manual ? nil : state.time.calls.takeNext(until: max(due, moment(state) + Self.rounding))?.body
        }) { body() }
        setAlarm()
    }

    // MARK: Moving

    /// The longest step of a manual clock.
    package static let longestStep = Duration.seconds(10 * 365 * 86_400)
    /// The latest time of a manual clock.
    private static let lastMoment = Timestamp(milliseconds: 7_258_118_400_000)

    /// Advances a manual clock, and makes the calls that become due, in order of their deadlines, before it returns. Each call sees the
    /// time at which it was due.
    /// - Parameter duration: at least 0, at most `longestStep`.
    /// - Returns: how many calls were made; nil, without moving, if the clock is not manual or would pass the year 2199.
    @discardableResult
    package func advance(by duration: Duration) -> Int? {
        moving.withLock { _ -> Int? in
            let end = state.withLock { state -> Duration? in
                let room = Duration.nanoseconds(Self.lastMoment.nanoseconds - state.time.now.nanoseconds)
                return state.mode == .manual && duration <= room ? state.time.moment + duration : nil
            }
            guard let end else { return nil }
            var count = 0
            while let body = state.withLock({ $0.time.moveToNext(until: end) }) {
                body()
                count += 1
            }
            return count
        }
    }

    /// Changes the mode. Waiting calls keep their remaining scripted time. A clock that becomes manual stands at the machine's time; one
    /// that already is manual stays where it is.
    package func follow(_ mode: ClockMode) {
        moving.withLock { _ in
            let old: (any Cancellable)? = state.withLock { state in
                guard state.mode != mode else { return nil }
                state.time.moment = moment(state)
                state.since = base.uptime
                if mode == .manual { state.time.now = base.now }
                state.mode = mode
                isManualNow.store(mode == .manual, ordering: .releasing)
                defer { state.alarm = nil }
                return state.alarm?.call
            }
            old?.cancel()
        }
        setAlarm()
    }

    /// Stops calling back, because the session has ended.
    func end() {
        let old: (any Cancellable)? = state.withLock { state in
            state.hasEnded = true
            state.time.calls.removeAll()
            defer { state.alarm = nil }
            return state.alarm?.call
        }
        old?.cancel()
    }
}
