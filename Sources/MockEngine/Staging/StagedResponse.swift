internal import HTTPMessage
internal import StubModel
internal import Synchronization

/// A response that is held, waits for a manual clock, or is sent over a link of limited speed.
///
/// The wire asks how much of the response may be sent. Everything that changes this from elsewhere (a gate, the clock, the end of the
/// session) wakes the wire, which asks again.
final class StagedResponse: ResponseRegulator {
    private struct Progress: Sendable {
        /// How many of the script's holds the response has arrived at, and how many it has passed.
        var arrivedHolds = 0
        var passedHolds = 0
        /// The scripted time at which the head could be sent: the time of a dribble begins then.
        var bodyStart: Duration?
        var headIsSent = false
        /// The next moment in scripted time, and the call that is scheduled for it.
        var alarm: (due: Duration, call: any Cancellable)?
        /// The time-outs by hold: those that are set, and those that are still to be set outside the lock.
        var timeouts: [Int: any Cancellable] = [:]
        var missingTimeouts: [Int] = []
        /// Callbacks to be called outside the lock.
        var calls: [@Sendable () -> Void] = []
        /// What is sent instead of the response, and why.
        var refusal: (plan: WirePlan, sentence: String)?
        /// Ends the stall; nil while there is none.
        var endStall: (@Sendable () -> Void)?
        /// Kept until the exchange is over, to update the journal.
        var serve: ServeEvent?
        var isOver = false
    }

    /// Coordinates wake-ups with the wire's questions.
    private struct Signal: Sendable {
        var wake: (@Sendable () -> Void)?
        /// Whether the wire has asked, or is asking now.
        var hasAsked = false
        var isAsking = false
        /// Whether it was woken and has not asked since.
        var isOnItsWay = false
        var isOver = false
    }

    private let session: Session
    private let script: StageScript
    // `held` is locked while `progress` is, never the other way; so are the journal, the holds and the clock. `signal` is locked alone.

    /// The holds as the journal shows them.
    private let held: Mutex<[EntryDetails.Held]>
    private let progress = Mutex(Progress())
    private let signal = Mutex(Signal())

    init(_ script: StageScript, in session: Session) {
        self.session = session
        self.script = script
        held = Mutex(script.holds.filter { $0.position == nil }.map { EntryDetails.Held($0, at: session.clock.uptime) })
    }

    /// The holds that it has arrived at, as the journal shows them.
    var heldNow: [EntryDetails.Held] { held.withLock { $0 } }

    // MARK: The wire asks

    func allowance(at place: SendingPlace, wake: @escaping @Sendable () -> Void) -> SendingAllowance {
        let wasOnItsWay = signal.withLock { signal in
            signal.hasAsked = true
            signal.isAsking = true
            defer { signal.isOnItsWay = false }
            return signal.isOnItsWay
        }
        let allowance = progress.withLock { self.allowance(at: place, &$0) }
        callOthers()
        // It may have been woken during the question. If it must wait, the wire asks once more, and counts as awake until then.
        let (isAwake, isSettled) = signal.withLock { signal in
            signal.isAsking = false
            let waits =
                switch allowance {
                case .wait, .waitUntil: true
                case .bytes, .replace, .breakOff: false
                }
            if waits, !signal.isOver {
                if !signal.isOnItsWay { signal.wake = wake }
                return (signal.isOnItsWay, false)
            }
            defer { signal.isOnItsWay = false }
            return (false, signal.isOnItsWay)
        }
        if isSettled { session.stages.goesOn() }
        if wasOnItsWay { session.stages.goesOn() }
        if isAwake { wake() }
        return allowance
    }

    private func allowance(at place: SendingPlace, _ progress: inout Progress) -> SendingAllowance {
        if let refusal = progress.refusal { return .replace(refusal.plan) }
        var most = Int.max
        switch place {
        case .head:
            if let allowance = beforeHead(&progress) { return allowance }
        case .body(let position):
            if let allowance = pastHolds(at: place, &progress) { return allowance }
            if progress.passedHolds < script.holds.count, let next = script.holds[progress.passedHolds].position { most = next - position }
            if let faultPosition = script.faultPosition {
                // The fault itself takes nothing of the link, and no part of a dribble.
                if position >= faultPosition { return .everything }
                most = min(most, faultPosition - position)
            }
            // The last chunk, after the body, waits only for a link.
            if let pace = script.pace, position < script.length ?? .max {
                switch paced(pace, position, &progress) {
                case .until(let end): most = min(most, end - position)
                case .notBefore(let due): return wait(until: due, &progress)
                }
            }
        }
        let allowance =
            script.flow?.allowance(at: place, most: most, now: session.linkTime) { [weak self] in self?.wakeUp() } ?? .bytes(most)
        if case .bytes = allowance { progress.headIsSent = true }
        return allowance
    }

    /// What keeps the head back; nil if nothing does.
    private func beforeHead(_ progress: inout Progress) -> SendingAllowance? {
        if let due = script.due, !isPast(due) { return wait(until: due, &progress) }
        if let allowance = pastHolds(at: .head, &progress) { return allowance }
        progress.bodyStart = progress.bodyStart ?? max(script.due ?? .zero, script.start ?? moment)
        return nil
    }

    /// Passes the holds up to a place, if it may.
    /// - Returns: what to do if it may not.
    private func pastHolds(at place: SendingPlace, _ progress: inout Progress) -> SendingAllowance? {
        while progress.passedHolds < script.holds.count {
            let next = script.holds[progress.passedHolds]
            guard Self.isReached(next.position, at: place) else { return nil }
            if progress.arrivedHolds == progress.passedHolds { arrive(&progress) }
            switch next.hold.standing {
            case .waits: return .wait
            case .isOver(let sentence): return .replace(refuse(503, sentence, .ended, &progress))
            case .mayPass(let since):
                next.hold.pass()
                progress.timeouts.removeValue(forKey: progress.passedHolds)?.cancel()
                note(progress.passedHolds, .released, &progress)
                progress.passedHolds += 1
                // The time of a dribble begins when the last hold before the head is released, not when the wire asks again.
                if next.position == nil { progress.bodyStart = max(script.due ?? .zero, progress.bodyStart ?? .zero, since) }
            }
        }
        return nil
    }

    /// Whether a hold at that position of the body, or before the head, is reached.
    private static func isReached(_ position: Int?, at place: SendingPlace) -> Bool {
        guard let position else { return true }
        if case .body(let sent) = place { return position <= sent }
        return false
    }

    /// How much of a paced body may be sent.
    private enum Paced {
        /// The body up to this position.
        case until(Int)
        /// Nothing before this moment.
        case notBefore(Duration)
    }

    private func paced(_ pace: Pace, _ position: Int, _ progress: inout Progress) -> Paced {
        let now = moment
        let start = progress.bodyStart ?? now
        progress.bodyStart = start
        guard let part = pace.part(at: position, of: script.length), let length = script.length else { return .until(.max) }
        guard isPast(start + part.due) else { return .notBefore(start + part.due) }
        var end = part.end
        while end < length, let next = pace.part(at: end, of: length), start + next.due <= now { end = next.end }
        return .until(end)
    }

    // MARK: Time

    /// The present, in the script's time.
    private var moment: Duration { script.isInRealTime ? session.clock.uptime : session.clock.moment }

    private func isPast(_ due: Duration) -> Bool {
        script.isInRealTime ? session.clock.uptime >= due : session.clock.hasCome(to: due)
    }

    /// Makes the wire ask again at a moment that has not come yet: it waits for real time itself, and is woken in scripted time.
    private func wait(until due: Duration, _ progress: inout Progress) -> SendingAllowance {
        if script.isInRealTime { return .waitUntil(due.wholeNanoseconds) }
        if progress.alarm?.due != due {
            progress.alarm?.call.cancel()
            progress.alarm = (due, session.clock.schedule(at: due) { [weak self] in self?.wakeUp() })
        }
        return .wait
    }

    // MARK: Elsewhere

    /// Starts waiting for the clock. Called before the entry is opened, because a test that has seen the request may move the clock.
    func waitForClock() {
        guard let due = script.due, !script.isInRealTime else { return }
        progress.withLock { progress in
            if !progress.isOver, progress.refusal == nil, !isPast(due) { _ = wait(until: due, &progress) }
        }
    }

    /// Arrives at the holds before the head. Called once, before the wire asks, with the plan made and the entry open.
    func begin(_ serve: ServeEvent) {
        progress.withLock { progress in
            progress.serve = serve
            if progress.refusal != nil {
                // The session has ended in the meantime, so the response does not arrive at its holds.
                held.withLock { $0 = [] }
                tellJournal(progress)
                tellRefusal(&progress)
                return
            }
            while progress.arrivedHolds < script.holds.count, script.holds[progress.arrivedHolds].position == nil { arrive(&progress) }
        }
        callOthers()
    }

    private func arrive(_ progress: inout Progress) {
        let index = progress.arrivedHolds
        let next = script.holds[index]
        progress.arrivedHolds += 1
        if next.position != nil {
            held.withLock { $0.append(EntryDetails.Held(next, at: session.clock.uptime)) }
            tellJournal(progress)
        }
        progress.calls += next.hold.arrive { [weak self] in self?.wakeUp() }
        progress.missingTimeouts.append(index)
    }

    /// Calls back waits for an arrival, and sets the time-outs of the holds that it has arrived at. The timer may call at once, and the
    /// callbacks are foreign code, so nothing is called under the lock.
    private func callOthers() {
        let calls: [@Sendable () -> Void] = progress.withLock { progress in
            if progress.calls.isEmpty { return [] }
            defer { progress.calls = [] }
            return progress.calls
        }
        for call in calls { call() }
        while let index = progress.withLock({ $0.missingTimeouts.popLast() }) {
            let call = session.options.timer.schedule(after: script.holds[index].timeout) { [weak self] in self?.expire(index) }
            let isMeant = progress.withLock { progress in
                if progress.passedHolds <= index { progress.timeouts[index] = call }
                return progress.passedHolds <= index
            }
            if !isMeant { call.cancel() }
        }
    }

    /// A hold has timed out.
    private func expire(_ index: Int) {
        let refusal: (serve: ServeEvent?, hasBegun: Bool, sentence: String)? = progress.withLock { progress in
            guard !progress.isOver, progress.refusal == nil, progress.passedHolds <= index else { return nil }
            let hold = script.holds[index]
            guard hold.hold.leave(unlessItMayPass: true, &progress.calls) else { return nil }
            let limit = hold.timeout.wholeMilliseconds
            let sentence = "The \(hold.hold.kind) \"\(hold.hold.name)\" was not released within \(limit) ms (holdTimeoutMilliseconds)."
            _ = refuse(504, sentence, .timedOut, &progress, at: index)
            return (progress.serve, progress.headIsSent, sentence)
        }
        callOthers()
        guard let refusal else { return }
        if let serve = refusal.serve {
            session.activity.note(SessionReport.Failure(of: serve, refusal.sentence))
            // A response that has begun is broken off.
            if refusal.hasBegun {
                session.environment.observer?.brokeOff(serve.request, refusal.sentence)
            } else {
                session.environment.observer?.refused(serve.request, 504, refusal.sentence)
            }
        }
        wakeUp()
    }

    /// The session ends, or the server stops: the response becomes a 503, or is aborted if it has begun.
    func end(_ sentence: String, isStop: Bool) {
        guard script.waitsForTest, !(isStop && script.isInRealTime) else { return }
        let (isRefused, endStall): (Bool, (@Sendable () -> Void)?) = progress.withLock { progress in
            guard !progress.isOver, progress.refusal == nil else { return (false, nil) }
            _ = refuse(503, sentence, .ended, &progress)
            defer { progress.endStall = nil }
            return (true, progress.endStall)
        }
        callOthers()
        endStall?()
        if isRefused { wakeUp() }
    }

    func stalls(end: @escaping @Sendable () -> Void) {
        let hasEnded = progress.withLock { progress in
            if progress.refusal == nil, !progress.isOver { progress.endStall = end }
            return progress.refusal != nil
        }
        if hasEnded { end() }
    }

    func ended() {
        let isFirst = progress.withLock { progress in
            guard !progress.isOver else { return false }
            progress.isOver = true
            leaveHolds(.left, &progress)
            progress.alarm?.call.cancel()
            progress.alarm = nil
            progress.endStall = nil
            progress.serve = nil
            return true
        }
        callOthers()
        let wasOnItsWay = signal.withLock { signal in
            signal.isOver = true
            signal.wake = nil
            defer { signal.isOnItsWay = false }
            return signal.isOnItsWay
        }
        if wasOnItsWay { session.stages.goesOn() }
        if isFirst { script.flow?.ended() }
        session.stages.remove(self)
    }

    /// Makes the wire ask again.
    private func wakeUp() {
        let wake: (@Sendable () -> Void)? = signal.withLock { signal in
            // A wire that has asked, and neither asks nor waits, is sending: it asks again by itself.
            if signal.isOver || signal.isOnItsWay || (signal.hasAsked && !signal.isAsking && signal.wake == nil) { return nil }
            signal.isOnItsWay = true
            session.stages.wakes()
            defer { signal.wake = nil }
            return signal.wake
        }
        wake?()
    }

    // MARK: Refusals

    /// Replaces the response by an error, or aborts it if it has begun.
    /// - Parameter index: the hold that is the reason; nil for all holds at which it waits.
    private func refuse(
        _ status: Int, _ sentence: String, _ ending: EntryDetails.Held.State, _ progress: inout Progress, at index: Int? = nil
    ) -> WirePlan {
        if let index { note(index, ending, &progress) }
        leaveHolds(ending, &progress)
        var plan = WirePlan(.text(status, sentence + "\n"))
        plan.ticket = progress.serve?.ticket
        progress.refusal = (plan, sentence)
        tellRefusal(&progress)
        return plan
    }

    /// Notes the refusal in the journal and the open exchange. Before the entry is opened, `begin` does this.
    private func tellRefusal(_ progress: inout Progress) {
        guard let ticket = progress.serve?.ticket else { return }
        progress.refusal?.plan.ticket = ticket
        guard let (plan, sentence) = progress.refusal else { return }
        session.journal.refuse(ticket, progress.headIsSent ? nil : plan.response, because: sentence)
        if !progress.headIsSent, var serve = progress.serve {
            serve.response = plan.response
            serve.plan = plan
            session.openExchanges.update(serve, for: ticket)
        }
    }

    /// Leaves the holds at which it waits.
    private func leaveHolds(_ state: EntryDetails.Held.State, _ progress: inout Progress) {
        for index in progress.passedHolds..<max(progress.passedHolds, progress.arrivedHolds) {
            script.holds[index].hold.leave(unlessItMayPass: false, &progress.calls)
            note(index, state, &progress)
        }
        progress.passedHolds = script.holds.count
        progress.arrivedHolds = script.holds.count
        for timeout in progress.timeouts.values { timeout.cancel() }
        progress.timeouts = [:]
        progress.missingTimeouts = []
    }

    // MARK: The journal

    private func note(_ index: Int, _ state: EntryDetails.Held.State, _ progress: inout Progress) {
        held.withLock { held in
            if held.indices.contains(index) { held[index].end(state, at: session.clock.uptime) }
        }
        tellJournal(progress)
    }

    private func tellJournal(_ progress: borrowing Progress) {
        guard let serve = progress.serve, let ticket = serve.ticket else { return }
        session.journal.note(serve.holds, for: ticket)
    }
}
