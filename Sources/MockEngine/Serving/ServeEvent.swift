internal import Budget
internal import Handlebars
internal import HTTPMessage
internal import JSONDocument
internal import LinkModel
internal import S3Dialect
internal import StubModel

/// One request on its way through its session: the request, the chosen stub, the draws, the response and the plan. Every step of
/// `Session.respond` adds to it, and the journal records it.
///
/// Unchecked because draws and facts belong to one thread: only one thread has the event at a time, and a deferred response passes it as a
/// whole to the thread that completes it.
struct ServeEvent: @unchecked Sendable {
    let session: Session
    /// The stubs and settings at the request's arrival.
    let view: Session.View
    /// How the request reached the session; nil in the server's own session.
    let arrival: SessionArrival?
    /// As it is matched, rendered and journaled.
    private(set) var request: Request
    /// The body as it came, if that of `request` was taken out of aws-chunked encoding; nil for every other one.
    @Boxed private(set) var receivedBody: RequestBody?
    /// The request with the entity tags of compressed forms, and these tags as they stand in `request`; nil for none.
    @Boxed private(set) var coded: (request: Request, tags: [String])?
    /// The entity tags of which the client has the compressed form, as they stand in `request`; nil for none.
    var codedTags: [String]? { coded?.tags }
    let arrivedAt: Timestamp
    let arrivalUptime: Duration
    /// When delays begin, in scripted time; nil if the wire times the response itself, because the clock was not manual and the response is
    /// not held.
    var arrivalMoment: Duration?
    /// When the session's order released the response, in scripted time: delays count from then.
    private(set) var release: Duration?

    /// Values extracted from the request during matching; nil until needed.
    private(set) var facts: RequestFacts?
    /// What the request may still take; nil if nothing was charged, or there are facts, which have it.
    private var ownBudget: WorkBudget?
    /// After how many steps the work pauses, to continue on a thread that may take its time; nil for never.
    var pausesAfter: Int?
    /// What was drawn; nil until something is.
    private(set) var draws: DrawLog?
    private var verdicts: [UniqueID: Bool] = [:]
    /// The scenario states that the choice was based on.
    var board: ScenarioBoard { seenBoard ?? ScenarioBoard() }
    @Boxed private var seenBoard: ScenarioBoard?

    /// The stub that matched; nil if none did.
    private(set) var stub: CompiledStub?
    /// Which of the stub's responses.
    private(set) var responseIndex = 0
    /// Whether the choice was already made, on the head.
    private(set) var isChosen = false
    /// The modifiers that matched before the stub, in matching order.
    private(set) var modifiers: [CompiledStub] = []
    /// For each modifier, which of its responses.
    private(set) var modifierIndices: [Int] = []
    /// Who has taken the body, for when no stub matches; nil if the wire has kept it.
    var upload: (any ContentUpload)?
    /// What an upload form says, if the journal may not have its body; nil if it has, if nobody knows, and for another request.
    @Boxed var form: PostFormSummary?
    /// Whether a file or an S3 object responds instead of a stub.
    var isFromFile = false
    /// Whether it is a preflight that the server itself responds to.
    var isPreflight = false
    /// Makes the document about what the request has created or removed; nil if it has done neither.
    var contentEvent: (@Sendable () -> JSONValue)?
    /// Whether the source of content responds that something is missing: a miss with a response, which modifiers change.
    var isAbsent = false
    /// Why the request gets a 500 from this server itself, apart from errors in rendering; nil if it does not.
    private var ownFailure: String?
    /// The setting of the limit that is the reason, apart from the budget and errors in rendering; nil for another reason.
    @Boxed private var ownExceededSetting: String?
    /// Whether the response is one from this server itself that replaces the chosen one: nothing is added to it.
    private(set) var isRefused = false
    /// Whether the wire must report when the client has the whole response.
    var tellsDelivery = false
    /// Notes besides those in `facts` and `draws`.
    var notes: [SubEvent] = []
    /// The modifiers that were rendered, with the index that a first mistake of theirs has in `draws`.
    @Boxed private var renderedModifiers: [(first: Int, label: String)]?
    /// The id that a template was shown.
    private(set) var name: RequestName?

    /// Where the response comes from, with templates rendered; nil if it is not proxied, and if nothing was rendered.
    @Boxed var proxy: ProxyDefinition?
    /// Keeps another server's body for webhooks; nil if none reads it.
    var fetchedBody: FetchedBody?
    /// The response before filters; nil until known.
    var response: Response?
    /// The plan for the wire; nil until known.
    var plan: WirePlan?
    /// Where the response is held for a test, and for how long at most; nil if it is not held.
    @Boxed var hold: (definition: HoldDefinition, timeout: Duration)?
    /// How the session's order held the response; nil where none did.
    @Boxed var turn: EntryDetails.Held?
    /// Holds the response or waits for a manual clock; nil for responses that do neither.
    var stage: StagedResponse?
    /// Whether delays, faults, holds or links apply to the response.
    var isScripted = false
    /// The link for this response instead of the session's; nil for the session's.
    @Boxed var network: LinkProfile?
    /// The rate of the body alone, in bits per second; nil for none.
    var bitsPerSecond: Int?
    /// The transfer over a link; nil for none.
    var flow: LinkFlow?
    /// The link of the upload's transfer, where a stub or a modifier names it; nil for the session's.
    @Boxed var flowNetwork: LinkProfile?
    /// The delay before the first byte, if a manual clock decides on it instead of the wire.
    var stagedDelay: Duration?
    /// The time from arrival to plan.
    private(set) var processing = Duration.zero
    private(set) var ticket: ExchangeTicket?
    /// Nil until the exchange is over.
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

    /// Puts the entity tags of plain forms in place of those whose compressed form the client has.
    mutating func takePlainTags() {
        guard let plain = session.environment.filters.withPlainTags(request) else { return }
        coded = (request, plain.tags)
        request = plain.request
    }

    /// The same event with the complete request: decisions made on the head are kept.
    /// - Parameter steps: after this many the work pauses; nil on a thread that may take its time.
    func completed(by request: Request, pausingAfter steps: Int?) -> ServeEvent {
        var event = self
        event.request = request
        if request.hasConditions { event.takePlainTags() }
        // The facts were extracted from the head alone.
        event.facts = facts.map { RequestFacts(request, $0.context) }
        if steps == nil { event.resume() }
        return event
    }

    /// Takes a body that the wire has kept out of aws-chunked encoding. A source decodes what it takes itself.
    mutating func unchunkBody() {
        guard upload == nil, let content = request.unchunkedBody else { return }
        receivedBody = request.body
        request.body = content
        facts = facts.map { RequestFacts(request, $0.context) }
    }

    // MARK: Budget

    @inline(__always) private var knownBudget: WorkBudget? { facts?.context.budget ?? ownBudget }

    /// What all work for the request is charged to, made on first use.
    mutating func budget() -> WorkBudget {
        if let knownBudget { return knownBudget }
        let made = WorkBudget(session.environment.matchers.limits.request, pausingAfter: pausesAfter)
        ownBudget = made
        return made
    }

    /// Why the work must end; nil while it may continue.
    @inline(__always) var stop: WorkBudget.Stop? { knownBudget?.stop }
    /// Whether the work must continue on another thread.
    @inline(__always) var isPaused: Bool { stop == .pause }

    /// Continues on a thread that may take its time. What a pause has cut short is read again.
    mutating func resume() {
        pausesAfter = nil
        knownBudget?.resume()
        facts = facts.map { RequestFacts(request, $0.context) }
    }

    /// The session's order has released the response.
    mutating func noteRelease(at moment: Duration) {
        release = moment
        if arrivalMoment != nil { arrivalMoment = moment }
    }

    // MARK: Choosing

    /// How often a choice is repeated before it is made under the lock.
    static let maximumAttempts = 8

    /// Chooses the stub, and advances its scenario and sequence.
    ///
    /// Chooses on a snapshot of the states, without a lock, and claims the choice under the lock. If a relevant state has changed in
    /// between, it chooses again, and finally under the lock.
    mutating func choose() {
        // A choice on the head may be followed by one on the whole request.
        if !modifiers.isEmpty { (modifiers, modifierIndices) = ([], []) }
        guard view.routes.isStateful else {
            var search = PlainSearch(arrivedAt: arrivedAt, pausesAfter: pausesAfter, facts: facts)
            stub = search.first(in: view.routes, for: request)
            facts = search.facts
            for modifier in search.modifiers { _ = recordIfModifier(modifier, 0) }
            return dropIfStopped()
        }
        for _ in 0..<Self.maximumAttempts {
            let board = session.currentBoard
            seenBoard = board
            stub = firstStub(on: board)
            dropIfStopped()
            guard chosen.contains(where: \.isStateful) else { return }
            if let indices = session.claim(chosen, seen: board.version) { return take(indices) }
        }
        session.withBoard { current in
            seenBoard = current
            stub = firstStub(on: current)
            dropIfStopped()
            take(chosen.map { current.advance($0.mapping) })
        }
    }

    /// What was chosen with a budget that is used up does not count.
    private mutating func dropIfStopped() {
        guard stop != nil else { return }
        stub = nil
        modifiers = []
        modifierIndices = []
    }

    /// The modifiers, and the stub that matched.
    private var chosen: [CompiledStub] { chosen(with: stub) }

    /// The modifiers that matched before a stub, and the stub.
    func chosen(with stub: CompiledStub?) -> [CompiledStub] { stub.map { modifiers + [$0] } ?? modifiers }

    /// Sets which response each of `chosen` gives.
    private mutating func take(_ indices: [Int]) {
        modifierIndices = Array(indices.prefix(modifiers.count))
        if stub != nil, let last = indices.last { responseIndex = last }
    }

    /// The stub that would match with these states, after the modifiers that match before it; nothing is claimed.
    mutating func firstStub(on board: ScenarioBoard) -> CompiledStub? {
        modifiers = []
        modifierIndices = []
        return view.routes.first(for: request) { request, stub in
            stub.matcher.matches(request, at: arrivedAt, pausingAfter: pausesAfter, &facts)
                && (!stub.isStateful || board.admits(stub.mapping) && drawProbability(stub))
                && !(stub.modifies && recordIfModifier(stub, board.responseIndex(of: stub.mapping)))
        }
    }

    /// Records a modifier, so that matching continues with the next candidate.
    /// - Returns: whether that response of the stub is a modifier.
    private mutating func recordIfModifier(_ stub: CompiledStub, _ index: Int) -> Bool {
        guard stub.responses[index].definition.modifier != nil else { return false }
        modifiers.append(stub)
        modifierIndices.append(index)
        return true
    }

    /// Adopts what was chosen on the request's head; its turn is already taken.
    mutating func take(_ stub: CompiledStub?, _ indices: [Int]) {
        self.stub = stub
        take(indices)
        isChosen = true
    }

    /// Draws whether the stub may match: once for each stub, however often the choice is repeated.
    private mutating func drawProbability(_ stub: CompiledStub) -> Bool {
        guard let probability = stub.mapping.probability else { return true }
        if let verdict = verdicts[stub.id] { return verdict }
        let verdict = log().draw("probability", show: { .bool($0) }) { $0.fraction() < probability }
        verdicts[stub.id] = verdict
        return verdict
    }

    // MARK: Rendering

    /// The draws, made on first use.
    mutating func log() -> DrawLog {
        if let draws { return draws }
        let log = DrawLog(session.random)
        draws = log
        return log
    }

    /// What the chosen stub's response is rendered from.
    mutating func renderContext() -> RenderContext {
        let name = name ?? RequestName(session.names)
        self.name = name
        let context = RenderContext(nowMilliseconds: Int(arrivedAt.milliseconds), draws: log())
        if let arrival, !arrival.urlPrefix.isEmpty {
            let (request, prefix) = (request, arrival.urlPrefix)
            context.baseURL = { RequestAddress(request).baseURL + prefix }
            let s3BaseURL = session.environment.s3BaseURL
            context.s3BaseURL = { s3BaseURL($0).map { $0 + prefix } }
        } else if let ports = session.identity.listeners?.s3, arrival?.carrier == .port, request.arrival.listener != .s3 {
            context.s3BaseURL = { ports.url(scheme: $0.arrival.scheme, host: $0.baseHost) }
        } else {
            context.s3BaseURL = session.environment.s3BaseURL
        }
        context.links = session.environment.links
        context.includedFiles = session.environment.rendering.includedFiles
        context.budget = budget()
        context.body = facts?.knownBody
        context.bodyLimits = session.environment.matchers.limits
        context.requestID = name
        context.pathParameters = stub?.matcher.pathParameters(request) ?? []
        return context
    }

    /// Sets the entry's id, unless a template was shown another one.
    func settleName(_ id: UniqueID) { name?.settle(id) }

    // MARK: Noting

    /// The time since the request's arrival.
    var sinceArrival: Duration { session.clock.uptime - arrivalUptime }

    /// Records how long it took to make the plan.
    mutating func measure() { processing = sinceArrival }

    /// Its ticket; a new one if there is no journal and the end of the exchange is needed.
    mutating func ticketOrNew() -> ExchangeTicket? {
        if ticket == nil {
            ticket = session.newTicket()
            plan?.ticket = ticket
        }
        return ticket
    }

    /// Takes the ticket of the journal entry that was opened, and gives it to the plan.
    mutating func take(_ ticket: ExchangeTicket?) {
        self.ticket = ticket
        plan?.ticket = ticket
    }

    /// Adds to the entry what was not known when it was opened.
    mutating func completeEntry() {
        guard let ticket else { return }
        session.journal.complete(ticket, self)
        plan?.ticket = ticket
    }

    /// Why the request gets a 500 from this server itself, in one or more lines; nil if it does not.
    @inline(__always) var failure: String? {
        guard let error = draws?.failure else { return ownFailure }
        return ownFailure ?? error.sentence(about: stub?.mapping.label ?? "the server")
    }

    /// The setting of the limit that has ended the work for the request; nil if none has.
    var exceededSetting: String? { stop?.setting ?? draws?.failure?.exceededSetting ?? ownExceededSetting }

    /// What shows as `[ERROR: …]` in the response, for the log.
    /// - Parameter index: of the mistake in `draws`.
    func sentence(of mistake: TemplateError, at index: Int) -> String {
        let modifier = renderedModifiers?.last { $0.first <= index }?.label
        return mistake.sentence(ofMistakeIn: modifier ?? stub?.mapping.label ?? "the server")
    }

    /// What is rendered from now on belongs to a modifier.
    mutating func beginModifier(_ label: String) {
        renderedModifiers = (renderedModifiers ?? []) + [(first: log().mistakes.count, label: label)]
    }

    /// The same event with an error for the journal.
    func noting(_ error: String) -> ServeEvent {
        var event = self
        event.notes.append(.message(.error, error))
        return event
    }

    /// Makes the request's response a 500 from this server itself.
    /// - Parameters:
    ///   - reason: for the journal and the log.
    ///   - setting: of the limit that is the reason; nil for another reason.
    mutating func fail(_ reason: String, exceeding setting: String? = nil) {
        ownFailure = reason
        if setting != nil { ownExceededSetting = setting }
        notes.append(.message(.error, reason))
    }

    /// Replaces what was chosen by another response.
    /// - Parameter reason: for the journal.
    mutating func refuse(with response: Response, because reason: String) {
        isRefused = true
        adopt(WirePlan(response))
        notes.append(.message(.warning, reason))
    }

    /// All notes.
    var events: [SubEvent] { (facts?.events ?? []) + (draws?.events ?? []) + notes }

    /// The response's holds, in the order in which it arrived at them.
    var holds: [EntryDetails.Held] { turn == nil && stage == nil ? [] : [turn, stage?.heldNow].compactMap(\.self) }
}
