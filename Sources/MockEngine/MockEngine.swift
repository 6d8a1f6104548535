public import HTTPMessage
public import JSONDocument
public import StubModel

/// The engine: requests in, wire plans out. Knows no socket, no file, and no clock of its own.
///
/// Every method may be called from any thread, at the same time. A request sees the stubs, settings and states of one moment.
public final class MockEngine: Sendable {
    public let environment: EngineEnvironment
    let session: Session

    public init(_ environment: EngineEnvironment) {
        self.environment = environment
        session = Session(seed: environment.seed, journal: environment.journal)
    }

    public var journal: Journal { session.journal }

    /// What holds for every stub.
    public var settings: EngineSettings {
        get { session.view.settings }
        set { session.setSettings(newValue) }
    }

    // MARK: Requests

    /// Chooses a stub, renders its answer, and opens the journal's entry. Does not block.
    public func respond(to request: Request) -> Answer {
        let arrivedAt = environment.clock.now
        let view = session.view
        guard !view.routes.isStateful else { return respond(to: request, at: arrivedAt, statefully: view) }
        var facts: RequestFacts?
        let stub = view.routes.first(for: request) { stub in
            stub.prefetchAnswer()
            return stub.matcher.matches(request, &facts)
        }
        guard let stub else {
            let board = session.currentBoard
            return .unmatched(
                Miss(request: request, arrivedAt: arrivedAt, routes: view.routes, board: board, events: facts?.events ?? []))
        }
        return answer(request, at: arrivedAt, stub, responseIndex: 0, view, draws: nil, events: facts?.events ?? [])
    }

    /// The exchange of a plan with a ticket is over.
    public func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {
        session.journal.close(ticket, outcome)
        if session.webhooks.isPending { sendWebhooks(after: ticket) }
    }

    /// Notes what a request that no stub answered got in the end.
    /// - Parameters:
    ///   - byFile: a file or an S3 object answered it, so that it counts as matched.
    ///   - subEvents: such as the diff that was sent.
    /// - Returns: the plan, with the ticket of its entry.
    public func note(_ miss: Miss, answered plan: WirePlan, byFile: Bool = false, subEvents: [SubEvent] = []) -> WirePlan {
        let events = miss.events + subEvents
        var plan = plan
        plan.ticket = session.journal.open(
            miss.request, at: miss.arrivedAt, processing: environment.clock.now - miss.arrivedAt, stub: nil, isAnsweredByFile: byFile,
            response: plan.response, isShared: byFile, details: events.isEmpty ? nil : EntryDetails(subEvents: events))
        return plan
    }

    // MARK: Stubs

    /// Makes a mapping ready; it is not yet added.
    /// - Parameter report: the one that the mapping was read with; takes what is wrong in its patterns and templates as well.
    /// - Returns: nil when the report has any problem.
    public func compile(_ mapping: consuming StubMapping, _ report: ProblemReport) -> CompiledStub? {
        let matcher = RequestMatcher(mapping.request, environment.matchers, report)
        var identity: HeaderFields = [("Matched-Stub-Id", mapping.id.description)]
        if let name = mapping.name { identity.append(name: "Matched-Stub-Name", value: Self.fieldText(ofName: name)) }
        let responses = mapping.responses.responses.map {
            CompiledResponse($0, identity: identity, environment: environment.rendering, report: report)
        }
        let webhooks = mapping.serveEventListeners.filter { $0.name == CompiledWebhook.name }
            .compactMap { CompiledWebhook($0, environment.rendering, report) }
        for listener in mapping.serveEventListeners where listener.name != CompiledWebhook.name {
            report.warn(
                "no listener is called \"\(listener.name)\", and nothing is done", at: listener.node,
                repair: "The built-in one is \"\(CompiledWebhook.name)\".")
        }
        guard let matcher, report.problems.isEmpty else { return nil }
        return CompiledStub(mapping: mapping.shown(by: report), matcher: matcher, responses: responses, webhooks: webhooks)
    }

    /// A stub's name as WireMock sends it, with a question mark for each character beyond ASCII.
    private static func fieldText(ofName name: String) -> String {
        FieldText.oneLine(String(decoding: TextCharset.ascii.encode(name), as: UTF8.self))
    }

    /// Makes a request pattern ready: to find, count and await requests by.
    /// - Returns: nil when something is wrong with it; all of that is then in the report.
    public func compile(_ pattern: RequestPattern, _ report: ProblemReport) -> RequestMatcher? {
        RequestMatcher(pattern, environment.matchers, report)
    }

    /// All stubs in the order of matching: by priority, then newest first.
    public var stubs: [CompiledStub] { session.view.routes.ordered }

    public var stubCount: Int { session.view.routes.count }

    public func stub(_ id: UniqueID) -> CompiledStub? { session.view.routes[id] }

    /// Adds a stub as the newest. One that has its id goes.
    public func add(_ stub: CompiledStub) { session.add([stub]) }

    /// Adds stubs, the last of them as the newest, and removes others, in one step that no request sees half of.
    public func add(_ stubs: [CompiledStub], removing ids: [UniqueID] = []) { session.add(stubs, removing: ids) }

    /// Puts a stub in the place of the one with its id; its place in the order of matching stays.
    /// - Returns: false when there is none.
    public func edit(_ stub: CompiledStub) -> Bool { session.edit(stub) }

    /// Removes a stub.
    /// - Returns: it; nil when there was none.
    @discardableResult
    public func remove(_ id: UniqueID) -> CompiledStub? {
        let stub = stub(id)
        session.remove([id])
        return stub
    }

    /// Removes stubs; unknown ids are passed over.
    public func remove(_ ids: [UniqueID]) { session.remove(ids) }

    public func removeAll() { session.replaceFixtures([], keepingOthers: false) }

    /// Puts the stubs from files in the place of those that came from files before, in one step.
    /// - Parameters:
    ///   - fixtures: the last of them is the newest.
    ///   - keepingOthers: whether stubs that were added by the admin API stay; they count as newer than any from a file.
    public func loadFixtures(_ fixtures: [CompiledStub], keepingOthers: Bool = true) {
        session.replaceFixtures(fixtures, keepingOthers: keepingOthers)
    }

    /// Stubs that have answered nothing since the journal was last emptied, in the order of matching.
    public var unusedStubs: [CompiledStub] { stubs.filter { !$0.wasUsed } }

    // MARK: States

    /// Empties the journal, and forgets which stubs were used.
    public func resetJournal() {
        session.journal.reset()
        for stub in stubs { stub.forgetUse() }
    }

    /// Empties the journal and sets all scenarios and sequences to their beginning. Stubs and settings stay.
    public func reset() {
        resetJournal()
        resetScenarios()
    }
}
