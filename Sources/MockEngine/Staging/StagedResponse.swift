internal import HTTPMessage
internal import StubModel
internal import Synchronization

/// A response that is held, waits for a manual clock, or is sent over a link of limited speed.
///
/// The wire asks how much of the response may be sent. Everything that changes this from elsewhere (a gate, the clock, the end of the
/// session) wakes the wire, which asks again.
final class StagedResponse: ResponseRegulator {
    /// How far the response has come at the script's hold.
    private enum Stay: Sendable {
        case comes, arrived
        /// It has passed, or never will.
        case over
    }

    private struct Progress: Sendable {
        var stay = Stay.comes
        /// The scripted time at which the head could be sent: the time of a dribble begins then.
        var bodyStart: Duration?
        var headIsSent = false
        /// The next moment in scripted time, and the call that is scheduled for it.
        var alarm: (due: Duration, call: any Cancellable)?
        /// The time-out of the hold; and whether it is still to be set outside the lock.
        var timeout: (any Cancellable)?
        var lacksTimeout = false
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
    // `progress` is locked before all others: `held`, the journal, the gates, the clock, the link, the open exchanges, and `signal`.
    // `signal` is locked before `Stages`. Never the other way.

    /// The hold as the journal shows it.
    private let held: Mutex<EntryDetails.Held?>
    private let progress = Mutex(Progress())
    private let signal = Mutex(Signal())

    init(_ script: StageScript, in session: Session) {
        self.session = session
        self.script = script
        held = Mutex(script.hold.flatMap { $0.position == nil ? EntryDetails.Held($0, at: session.clock.uptime) : nil })
    }

    /// The hold at which it has arrived, as the journal shows it; nil for none.
    var heldNow: EntryDetails.Held? { held.withLock { $0 } }

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
            if let allowance = pastHold(at: place, &progress) { return allowance }
            if progress.stay != .over, let next = script.hold?.position { most = next - position }
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
        if let allowance = pastHold(at: .head, &progress) { return allowance }
        progress.bodyStart = progress.bodyStart ?? max(script.due ?? .zero, script.start ?? moment)
        return nil
    }

    /// Passes the hold if the place is behind it, and it may.
    /// - Returns: what to do if it may not.
    private func pastHold(at place: SendingPlace, _ progress: inout Progress) -> SendingAllowance? {
        guard let hold = script.hold, progress.stay != .over, Self.isReached(hold.position, at: place) else { return nil }
        if progress.stay == .comes { arrive(at: hold, &progress) }
        switch hold.gate.standing {
        case .waits: return .wait
        case .isOver(let sentence): return .replace(refuse(503, sentence, .ended, &progress))
        case .mayPass(let since):
            hold.gate.pass()
            note(.released, progress)
            endStay(&progress)
            // The time of a dribble begins when the hold before the head is released, not when the wire asks again.
            if hold.position == nil { progress.bodyStart = max(script.due ?? .zero, progress.bodyStart ?? .zero, since) }
            return nil
        }
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

    /// Arrives at the hold if it is before the head. Called once, before the wire asks, with the plan made and the entry open.
    func begin(_ serve: ServeEvent) {
        progress.withLock { progress in
            progress.serve = serve
            if progress.refusal != nil {
                // The session has ended in the meantime, so the response does not arrive at its hold.
                held.withLock { $0 = nil }
                tellJournal(progress)
                tellRefusal(&progress)
                return
            }
            if let hold = script.hold, hold.position == nil, progress.stay == .comes { arrive(at: hold, &progress) }
        }
        callOthers()
    }

    private func arrive(at hold: StageScript.Hold, _ progress: inout Progress) {
        progress.stay = .arrived
        if hold.position != nil {
            held.withLock { $0 = EntryDetails.Held(hold, at: session.clock.uptime) }
            tellJournal(progress)
        }
        progress.calls += hold.gate.arrive { [weak self] in self?.wakeUp() }
        progress.lacksTimeout = true
    }

    /// Calls back waits for an arrival, and sets the time-out of the hold if it has arrived there. The timer may call at once, and the
    /// callbacks are foreign code, so nothing is called under the lock.
    private func callOthers() {
        let (calls, lacksTimeout): ([@Sendable () -> Void], Bool) = progress.withLock { progress in
            defer {
                if !progress.calls.isEmpty { progress.calls = [] }
                progress.lacksTimeout = false
            }
            return (progress.calls, progress.lacksTimeout)
        }
        for call in calls { call() }
        guard lacksTimeout, let hold = script.hold else { return }
        let call = session.options.timer.schedule(after: hold.timeout) { [weak self] in self?.expire(hold) }
        let isMeant = progress.withLock { progress in
            if progress.stay == .arrived { progress.timeout = call }
            return progress.stay == .arrived
        }
        if !isMeant { call.cancel() }
    }

    /// The hold has timed out.
    private func expire(_ hold: StageScript.Hold) {
        let refusal: (serve: ServeEvent?, hasBegun: Bool, sentence: String)? = progress.withLock { progress in
            guard !progress.isOver, progress.refusal == nil, progress.stay == .arrived else { return nil }
            guard hold.gate.leave(unlessItMayPass: true, &progress.calls) else { return nil }
            let limit = hold.timeout.wholeMilliseconds
            let sentence = "The gate \"\(hold.gate.name)\" was not released within \(limit) ms (holdTimeoutMilliseconds)."
            _ = refuse(504, sentence, .timedOut, &progress)
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
            leaveHold(.left, &progress)
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
    /// - Parameter ending: how the hold ends, if it waits there.
    private func refuse(
        _ status: Int, _ sentence: String, _ ending: EntryDetails.Held.State, _ progress: inout Progress
    ) -> WirePlan {
        leaveHold(ending, &progress)
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

    /// Leaves the hold if it waits there; otherwise it will not come there any more.
    private func leaveHold(_ state: EntryDetails.Held.State, _ progress: inout Progress) {
        if progress.stay == .arrived, let hold = script.hold {
            hold.gate.leave(unlessItMayPass: false, &progress.calls)
            note(state, progress)
        }
        endStay(&progress)
    }

    private func endStay(_ progress: inout Progress) {
        progress.stay = .over
        progress.timeout?.cancel()
        progress.timeout = nil
        progress.lacksTimeout = false
    }

    // MARK: The journal

    private func note(_ state: EntryDetails.Held.State, _ progress: borrowing Progress) {
        held.withLock { $0?.end(state, at: session.clock.uptime) }
        tellJournal(progress)
    }

    private func tellJournal(_ progress: borrowing Progress) {
        guard let serve = progress.serve, let ticket = serve.ticket else { return }
        session.journal.note(serve.holds, for: ticket)
    }
}
