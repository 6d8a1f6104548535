internal import Handlebars
internal import HTTPMessage
internal import JSONDocument
internal import LinkModel
internal import StubModel

/// One request on its way through its session: what came, what was chosen, what chance gave, what is sent. Every step of `Session.respond`
/// adds to it, and the journal writes it down.
///
/// Unchecked because draws and facts are for one thread: whoever has the event is the only one, and a response that takes time hands all
/// of it over to the thread that completes it.
struct ServeEvent: @unchecked Sendable {
    let session: Session
    /// The stubs and settings of the moment at which the request arrived.
    let view: Session.View
    /// How the request came to the session; nil in the server's own.
    let arrival: SessionArrival?
    private(set) var request: Request
    let arrivedAt: Timestamp
    let arrivalUptime: Duration
    /// In scripted time; nil when the wire waits by itself: the clock was not manual then, and the response is not held.
    var arrivalMoment: Duration?

    /// What was read out of the request while stubs were looked at; nil as long as nobody had to.
    private(set) var facts: RequestFacts?
    /// What chance decided; nil as long as nothing was drawn.
    private(set) var draws: DrawLog?
    private var verdicts: [UniqueID: Bool] = [:]
    /// The states that the choice was made on.
    private(set) var board = ScenarioBoard()

    /// The stub that answers; nil when none does.
    private(set) var stub: CompiledStub?
    /// Which of its responses.
    private(set) var responseIndex = 0
    /// The modifiers on the way to what answers, in the order of matching.
    private(set) var modifiers: [CompiledStub] = []
    /// For each of them, which of its responses.
    private(set) var modifierIndices: [Int] = []
    /// No stub answers, but a file or an S3 object does.
    var isAnsweredByFile = false
    /// Why the request gets a 500 of this server's own, when rendering does not know; nil when it does not get one.
    private var ownFailure: String?
    /// The response is one of this server's own, in place of the one that was chosen: nothing is added to it.
    private(set) var isRefused = false
    /// Whether somebody waits for the client to have the whole response.
    var tellsDelivery = false
    /// What was noted besides what `facts` and `draws` have to tell.
    var notes: [SubEvent] = []
    /// The id that a template was shown.
    private(set) var name: RequestName?

    /// What is said, before a filter changes it; nil as long as it is not known.
    var response: Response?
    /// What the wire is to do; nil as long as that is not known.
    var plan: WirePlan?
    /// Where the response waits for a test, and how long at most; nil for nowhere.
    var hold: (definition: HoldDefinition, timeout: Duration)?
    /// Holds the response, or waits for a manual clock; nil for the many that go out by themselves.
    var stage: StagedResponse?
    /// More than the response itself is said of how it goes out.
    var isScripted = false
    /// The link that the response takes in place of the session's; nil for the session's.
    var network: LinkProfile?
    /// The rate of the body alone; nil for none.
    var bitsPerSecond: Int?
    /// Its way over a link; nil for the many that take none.
    var flow: LinkFlow?
    /// Scripted silence before the first byte, when it waits for a manual clock and not for the wire.
    var stagedDelay: Duration?
    /// From arrival to plan.
    private(set) var processing = Duration.zero
    private(set) var ticket: ExchangeTicket?
    /// Set when the exchange is over.
    var outcome: ExchangeOutcome?

    init(_ request: Request, in session: Session, _ arrival: SessionArrival? = nil) {
        self.session = session
        self.arrival = arrival
        view = session.view
        self.request = request
        arrivedAt = session.clock.now
        arrivalUptime = session.clock.uptime
        arrivalMoment = session.clock.isManual ? session.clock.moment : nil
    }

    /// The same event, its request whole: what was decided on the head holds.
    func completed(by request: Request) -> ServeEvent {
        var event = self
        event.request = request
        // What was read of the head alone is not all that there is.
        event.facts = nil
        return event
    }

    // MARK: Choosing

    /// How often a choice is made again before it is made alone.
    private static let maximumAttempts = 8

    /// Chooses the stub that answers, and takes its turn in scenario and sequence.
    ///
    /// On a snapshot of the states, without a lock; the choice is claimed under the lock. If meanwhile something has changed that can
    /// change the choice, it is made again, and in the end under the lock.
    mutating func choose() {
        modifiers = []
        modifierIndices = []
        guard view.routes.isStateful else {
            stub = view.routes.first(for: request) { stub in
                stub.matcher.matches(request, at: arrivedAt, &facts) && !(stub.modifies && passes(stub, 0))
            }
            return
        }
        for _ in 0..<Self.maximumAttempts {
            board = session.currentBoard
            stub = firstStub(on: board)
            guard chosen.contains(where: \.isStateful) else { return }
            if let indices = session.claim(chosen, seen: board.version) { return take(indices) }
        }
        session.withBoard { current in
            board = current
            stub = firstStub(on: current)
            take(chosen.map { current.advance($0.mapping) })
        }
    }

    /// The modifiers, and the stub that answers.
    private var chosen: [CompiledStub] { chosen(with: stub) }

    /// The modifiers on the way to a stub, and the stub.
    func chosen(with stub: CompiledStub?) -> [CompiledStub] { stub.map { modifiers + [$0] } ?? modifiers }

    /// Takes which of its responses each of `chosen` gives.
    private mutating func take(_ indices: [Int]) {
        modifierIndices = Array(indices.prefix(modifiers.count))
        if stub != nil, let last = indices.last { responseIndex = last }
    }

    /// The stub that would answer on these states, and the modifiers on the way to it; nothing is claimed.
    mutating func firstStub(on board: ScenarioBoard) -> CompiledStub? {
        modifiers = []
        modifierIndices = []
        return view.routes.first(for: request) { stub in
            stub.matcher.matches(request, at: arrivedAt, &facts)
                && (!stub.isStateful || board.admits(stub.mapping) && isInLuck(stub))
                && !(stub.modifies && passes(stub, board.responseIndex(of: stub.mapping)))
        }
    }

    /// Takes note of a modifier, which passes the request on to the next candidate.
    /// - Returns: whether that response of the stub is one.
    private mutating func passes(_ stub: CompiledStub, _ index: Int) -> Bool {
        guard stub.responses[index].definition.modifier != nil else { return false }
        modifiers.append(stub)
        modifierIndices.append(index)
        return true
    }

    /// Takes what was chosen on the request's head, whose turn has been taken.
    mutating func take(_ stub: CompiledStub?, _ indices: [Int]) {
        self.stub = stub
        take(indices)
        isChosen = true
    }

    /// The response with what the modifiers change of its head. The one that matched first wins, so it comes last.
    func modified(_ response: Response) -> Response {
        zip(modifiers, modifierIndices).reversed().reduce(response) { response, modifier in
            modifier.0.responses[modifier.1].definition.modifier?.applied(to: response) ?? response
        }
    }

    /// Whether what answers has been chosen already, on the head.
    private(set) var isChosen = false

    /// The definitions that say when the response goes out and what happens to it, the strongest first: the modifiers', then the
    /// stub's. Of each thing the first that says it counts.
    var behaviors: [ResponseBehavior.Source] {
        var sources = zip(modifiers, modifierIndices).map { ResponseBehavior.Source($0, $1) }
        if let stub { sources.append(ResponseBehavior.Source(stub, responseIndex)) }
        return sources
    }

    /// Draws once for each stub, however often the choice is made.
    private mutating func isInLuck(_ stub: CompiledStub) -> Bool {
        guard let probability = stub.mapping.probability else { return true }
        if let verdict = verdicts[stub.id] { return verdict }
        let verdict = log().draw("probability", show: { .bool($0) }) { $0.fraction() < probability }
        verdicts[stub.id] = verdict
        return verdict
    }

    // MARK: Rendering

    /// What chance gives is noted here.
    mutating func log() -> DrawLog {
        if let draws { return draws }
        let log = DrawLog(session.random)
        draws = log
        return log
    }

    /// What the response of the chosen stub is made from.
    mutating func renderContext() -> RenderContext {
        let name = name ?? RequestName(session.names)
        self.name = name
        var context = RenderContext(nowMilliseconds: Int(arrivedAt.milliseconds), draws: log())
        if let arrival, !arrival.urlPrefix.isEmpty {
            let (request, prefix) = (request, arrival.urlPrefix)
            context.baseURL = { RequestAddress(request).baseURL + prefix }
            let s3BaseURL = session.environment.s3BaseURL
            context.s3BaseURL = { s3BaseURL($0).map { $0 + prefix } }
        } else if let port = session.identity.s3Port, arrival?.carrier == .port, request.arrival.listener != .s3 {
            context.s3BaseURL = { "\($0.arrival.scheme)://\($0.baseHost):\(port)" }
        } else {
            context.s3BaseURL = session.environment.s3BaseURL
        }
        context.includedFiles = session.environment.rendering.includedFiles
        context.bodyLimits = session.environment.matchers.limits
        context.requestID = name
        context.pathParameters = stub?.matcher.pathParameters(request) ?? []
        return context
    }

    /// The chosen stub's response definition; nil when no stub answers.
    var compiled: CompiledResponse? { stub?.responses[responseIndex] }

    /// Whether the response belongs to its stub or to a cache, so that keeping it costs nothing.
    var isShared: Bool {
        guard let response else { return false }
        if let compiled { return response === compiled.staticResponse }
        return isAnsweredByFile
    }

    /// Says what the entry's id is, unless a template was shown another.
    func settleName(_ id: UniqueID) { name?.settle(id) }

    /// The plan is a fault, in the midst of the upload or in place of the response.
    mutating func breaks(_ fault: WireFault, status: Int) {
        let response = Response(status: status)
        self.response = response
        plan = WirePlan(response, performance: Performance(faults: [fault]))
        measure()
    }

    // MARK: Noting

    /// How long ago the request arrived.
    var sinceArrival: Duration { session.clock.uptime - arrivalUptime }

    /// Scripted silence before the first byte.
    var addedDelay: Duration { stagedDelay ?? plan?.performance?.initialDelay ?? .zero }

    /// Notes how long the plan took to make.
    mutating func measure() { processing = sinceArrival }

    /// Its ticket; a new one when there is no journal, and somebody waits for the end.
    mutating func ticketOrNew() -> ExchangeTicket? {
        if ticket == nil {
            ticket = session.newTicket()
            plan?.ticket = ticket
        }
        return ticket
    }

    /// Opens the journal's entry; the plan gets its ticket.
    mutating func openEntry() {
        ticket = session.journal.open(self)
        plan?.ticket = ticket
        session.watch.arrived(self)
    }

    /// Writes down what was not known when the entry was opened.
    mutating func completeEntry() {
        guard let ticket else { return }
        session.journal.complete(ticket, self)
        plan?.ticket = ticket
    }

    /// Why the request gets a 500 of this server's own: one line or more; nil when it does not.
    var failure: String? { ownFailure ?? draws?.failure }

    /// The request gets a 500 of this server's own.
    /// - Parameter reason: for the journal and the log.
    mutating func fail(_ reason: String) {
        ownFailure = reason
        notes.append(.message(.error, reason))
    }

    /// The client gets this in place of what was chosen.
    /// - Parameter reason: for the journal.
    mutating func refuse(with response: Response, because reason: String) {
        isRefused = true
        self.response = response
        plan = WirePlan(response)
        notes.append(.message(.warning, reason))
    }

    /// What was found worth telling.
    var events: [SubEvent] { (facts?.events ?? []) + (draws?.events ?? []) + notes }

    /// What the journal notes beyond the common case; nil when there is nothing to tell.
    var details: EntryDetails? {
        if facts == nil && draws == nil && notes.isEmpty && plan?.performance == nil && arrival == nil && modifiers.isEmpty {
            return nil
        }
        let events = events
        let fault = plan?.performance?.faults.first
        let id = name?.known
        let draws = draws?.draws ?? []
        let held = stage?.heldNow ?? []
        if id == nil && fault == nil && draws.isEmpty && events.isEmpty && held.isEmpty && arrival == nil && modifiers.isEmpty
            && flow == nil
        {
            return nil
        }
        let wireMockFault = ResponseBehavior(sources: behaviors).wireMockFault?.rawValue
        var details = EntryDetails(
            id: id, draws: draws, fault: fault.map { wireMockFault ?? $0.summary }, held: held, flow: flow, subEvents: events)
        details.arrival = arrival
        details.modifiers = modifiers.map(\.id)
        return details
    }
}
