internal import ResponseOrders
internal import HTTPMessage
internal import S3Dialect
internal import Synchronization

/// Holds the responses of one session and releases each in its turn, as `ReleaseScheduler` decides. Any thread.
final class ResponseOrder: Sendable {
    /// Why a response is released.
    enum Turn: Sendable {
        case released
        /// The replay cannot continue.
        case diverged(Divergence)
        /// It reached the longest hold.
        case timedOut
        /// The session has ended, or the server stops. A sentence.
        case ended(String)
    }

    /// How long a request is held at most, in real time.
    static let longestHold = Duration.seconds(30)

    private struct Held: Sendable {
        let give: @Sendable (Turn) -> Void
        let ticket: ExchangeTicket?
        var timeout: (any Cancellable)?
    }

    private struct State: Sendable {
        var scheduler: ReleaseScheduler
        var labeller: RequestLabeller
        var held: [UInt64: Held] = [:]
        var numbers: [ExchangeTicket: UInt64] = [:]
        var lastNumber: UInt64 = 0
        var timer = ReleaseTimer()
        /// Why responses are no longer held; nil while they are.
        var end: String?
    }

    private struct Ended: Error { let sentence: String }

    let definition: OrderDefinition
    private let timer: any EngineTimer
    private let state: Mutex<State>

    /// - Parameter timer: on real time.
    init(_ definition: OrderDefinition, timer: any EngineTimer) {
        self.definition = definition
        self.timer = timer
        state = Mutex(
            State(
                scheduler: ReleaseScheduler(definition.plan, definition.settings, expecting: definition.expected),
                labeller: RequestLabeller(ignoringQuery: definition.ignoredQuery)))
    }

    /// The events so far.
    var record: RunRecord { state.withLock { $0.scheduler.record } }

    /// Whether the response to a request has its turn in the order.
    /// - Parameter form: what an upload form says, if it is known without the body.
    func takesPart(_ request: Request, _ form: PostFormSummary?, at now: Timestamp) -> Bool {
        guard let matcher = definition.matcher else { return true }
        var facts = form.map { matcher.facts(request, at: now, .known($0)) }
        return matcher.matches(request, at: now, &facts)
    }

    /// Holds the response to a request that arrives now.
    /// - Parameters:
    ///   - ticket: the ticket of its exchange.
    ///   - begin: takes the request's label, under a lock, and returns what is called once, on any thread, when the response is released;
    ///     that is not called if the client leaves first.
    /// - Returns: its number.
    func hold(_ request: Request, _ ticket: ExchangeTicket?, _ begin: (RequestLabel) -> @Sendable (Turn) -> Void) -> UInt64 {
        typealias Place = (UInt64, @Sendable (Turn) -> Void, Result<[ReleaseScheduler.Action], Ended>)
        let (number, give, actions) = state.withLock { state -> Place in
            state.lastNumber += 1
            let number = state.lastNumber
            let label = state.labeller.label(method: request.method, path: request.path, query: request.queryBytes)
            let give = begin(label)
            if let end = state.end { return (number, give, .failure(Ended(sentence: end))) }
            if let ticket { state.numbers[ticket] = number }
            state.held[number] = Held(give: give, ticket: ticket)
            return (number, give, .success(state.scheduler.handle(.arrived(number, label))))
        }
        switch actions {
        case .success(let actions):
            perform(actions)
            limit(number)
        case .failure(let ended): give(.ended(ended.sentence))
        }
        return number
    }

    /// The client of a held request has left.
    func left(_ number: UInt64) {
        let held = take(number)
        held?.timeout?.cancel()
        // Nothing will be delivered.
        if let ticket = held?.ticket { state.withLock { _ = $0.numbers.removeValue(forKey: ticket) } }
        tell(.left(number))
    }

    /// The client has acknowledged the last byte of the response, or never will.
    func delivered(_ ticket: ExchangeTicket) {
        guard let number = state.withLock({ $0.numbers.removeValue(forKey: ticket) }) else { return }
        tell(.delivered(number))
    }

    /// A test's wait at a gate is met.
    func gateWaitMet() { tell(.gateWaitMet) }

    /// Stops holding responses. A second call does nothing.
    /// - Parameter sentence: the reason, for clients whose responses are held.
    func end(_ sentence: String) {
        let (held, timer) = state.withLock { state in
            defer {
                state.held = [:]
                state.numbers = [:]
            }
            state.end = state.end ?? sentence
            return (state.held, state.timer.end())
        }
        timer?.cancel()
        for (_, held) in held.sorted(by: { $0.key < $1.key }) {
            held.timeout?.cancel()
            held.give(.ended(sentence))
        }
    }

    // MARK: Actions

    private func tell(_ event: ReleaseScheduler.Event) {
        perform(state.withLock { $0.end != nil ? [] : $0.scheduler.handle(event) })
    }

    private func take(_ number: UInt64) -> Held? { state.withLock { $0.held.removeValue(forKey: number) } }

    /// Runs outside the lock, because responses are sent on this thread.
    private func perform(_ actions: [ReleaseScheduler.Action]) {
        for action in actions {
            switch action {
            case .release(let number): give(.released, to: number)
            case .diverge(let number, let divergence): give(.diverged(divergence), to: number)
            case .setTimer(let number, let duration): set(number, duration)
            case .stopTimer(let number): state.withLock { $0.timer.stop(number) }?.cancel()
            }
        }
    }

    private func give(_ turn: Turn, to number: UInt64) {
        guard let held = take(number) else { return }
        held.timeout?.cancel()
        held.give(turn)
    }

    /// Gives up on a request that is held for too long.
    private func limit(_ number: UInt64) {
        let call = timer.schedule(after: Self.longestHold) { [weak self] in
            guard let self, let held = self.take(number) else { return }
            held.give(.timedOut)
            self.tell(.timedOut(number))
        }
        let isHeld = state.withLock { state in
            state.held[number]?.timeout = call
            return state.held[number] != nil
        }
        if !isHeld { call.cancel() }
    }

    private func set(_ number: Int, _ duration: Duration) {
        let call = timer.schedule(after: duration) { [weak self] in self?.tell(.timer(number)) }
        state.withLock { $0.timer.set(number, call) }?.cancel()
    }
}
