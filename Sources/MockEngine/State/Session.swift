internal import HTTPMessage
internal import JSONDocument
package import LinkModel
package import StubModel
internal import Synchronization

/// One world of stubs, scenario states, chance, time and journal, over the fixtures that all sessions share.
///
/// The stubs of a session are the fixtures and what it changed of them; without a change they are the fixtures themselves. The server's
/// own session is a session like any other.
///
/// Every method may be called from any thread, at the same time. A request sees the stubs, settings and states of one moment.
package final class Session: Sendable {
    /// What may differ from one session to the next.
    package struct Options: Sendable {
        /// All chance comes from it: the same seed and the same order of requests give the same run.
        package var seed: UInt64
        /// The machine's time, which the session's clock begins with.
        package var clock: any EngineClock
        /// Runs on the time of `clock`: time-outs, and what the session schedules.
        package var timer: any EngineTimer
        /// What the session's clock follows at first.
        package var clockMode = ClockMode.real
        /// The link of its traffic at first.
        package var network = LinkProfile.off
        /// Multiplies every scripted delay.
        package var latencyScale = 1.0
        /// Is told what the session's stubs had other servers answer; nil for nobody.
        package var proxyObserver: (any ProxyObserver)?
        /// Holds responses until their turn; nil when each goes out at once.
        var order: ResponseOrder?

        package init(seed: UInt64 = 0, clock: any EngineClock, timer: any EngineTimer) {
            self.seed = seed
            self.clock = clock
            self.timer = timer
        }

        /// On a clock that stands still until it is told otherwise.
        package static func manual(_ clock: ManualClock = ManualClock(), seed: UInt64 = 0) -> Options {
            Options(seed: seed, clock: clock, timer: clock)
        }
    }

    /// The stubs and settings that a request sees from its beginning to its end.
    final class View: Sendable {
        let routes: RouteTable
        let settings: EngineSettings
        /// Whether traffic takes a link that does something to it.
        let isOnLink: Bool

        init(routes: RouteTable, settings: EngineSettings, isOnLink: Bool) {
            self.routes = routes
            self.settings = settings
            self.isOnLink = isOnLink
        }

        /// Whether the settings delay every response.
        var delaysEverything: Bool { settings.fixedDelay != nil || settings.delayDistribution != nil }
    }

    private struct Stubs: Sendable {
        var layer: FixtureLayer
        var changes: SessionChanges
        var view: View
    }

    /// Tells the sessions of an engine apart: the owner in their tickets. 0 is the server's own. Never used again.
    package let number: UInt64
    package let identity: SessionIdentity
    package let options: Options
    package let journal: Journal
    /// What all sessions of the engine share.
    let environment: EngineEnvironment
    let random: RandomSource
    /// What the ids of entries are drawn from that templates ask for: another sequence in each session, whatever its seed.
    let names: RandomSource
    let faultCounts = FaultCounts()
    let openExchanges = OpenExchanges()
    let activity: SessionActivity
    let ledger: ExpectationLedger
    /// Real time, whatever the session's clock shows.
    let realClock: any EngineClock
    private let ending = Mutex(Ending())
    /// The session's time: a request is stamped with it, templates and date matchers read it, delays and webhooks wait on it.
    package let clock: SessionClock
    /// Where responses are held.
    package let gates: Gates
    let stages = Stages()
    /// What all connections of the session share.
    let link: Link
    private let flowCount = Atomic<UInt64>(0)
    /// Tests that wait for requests.
    package let watch: RequestWatch
    private let ticketsBesideJournal = Atomic<UInt64>(1 << 63)
    private let stubState: Mutex<Stubs>
    private let board = Mutex(ScenarioBoard())

    private struct Ending: Sendable {
        var hasEnded = false
        var cleanUp: [@Sendable () -> Void] = []
    }

    init(
        number: UInt64, _ identity: SessionIdentity, _ options: Options, _ environment: EngineEnvironment,
        layer: FixtureLayer, settings: EngineSettings, budget: JournalBudget, realClock: (any EngineClock)? = nil
    ) {
        self.number = number
        self.identity = identity
        self.realClock = realClock ?? options.clock
        activity = SessionActivity(at: self.realClock.uptime)
        ledger = ExpectationLedger(expectedOrder: identity.expectedOrder)
        self.options = options
        self.environment = environment
        names = RandomSource(seed: Journal.idSeed(options.seed, session: number))
        clock = SessionClock(options.clock, options.timer, latencyScale: options.latencyScale, mode: options.clockMode)
        gates = Gates(clock)
        link = Link(options.network)
        random = RandomSource(seed: options.seed)
        journal = Journal(environment.journal, budget: budget, seed: options.seed, session: number)
        watch = RequestWatch(journal, environment.work)
        stubState = Mutex(
            Stubs(
                layer: layer, changes: SessionChanges(reachesFiles: number == 0),
                view: View(routes: layer.routes, settings: settings, isOnLink: !link.profile.isTransparent)))
    }

    /// By real time.
    package var lastUsedAt: Timestamp {
        var moment = realClock.now
        moment.nanoseconds -= activity.idleTime(at: realUptime).wholeNanoseconds
        return moment
    }

    /// Requests that came since the session began, or its journal was last emptied.
    package var requestCount: Int { activity.requests }

    /// Time since some fixed moment, by real time.
    var realUptime: Duration { realClock.uptime }

    // MARK: The end

    /// Has something done when the session ends; at once when it has ended.
    package func whenEnded(_ body: @escaping @Sendable () -> Void) {
        let hasEnded = ending.withLock { ending in
            if !ending.hasEnded { ending.cleanUp.append(body) }
            return ending.hasEnded
        }
        if hasEnded { body() }
    }

    /// Lets go of everything that waits in the session or was taken for it. A second call does nothing.
    func end() {
        let cleanUp = ending.withLock { ending in
            defer { ending.cleanUp = [] }
            ending.hasEnded = true
            return ending.cleanUp
        }
        endWaiting("The session has ended.")
        clock.end()
        endExchanges()
        for body in cleanUp { body() }
    }

    /// A ticket of an exchange that the journal has no entry of.
    func newTicket() -> ExchangeTicket {
        ExchangeTicket(owner: number, number: ticketsBesideJournal.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// The current stubs and settings.
    var view: View { stubState.withLock { $0.view } }
    /// The current states of scenarios and sequences.
    var currentBoard: ScenarioBoard { board.withLock { $0 } }

    /// What holds for every stub of the session.
    package var settings: EngineSettings {
        get { view.settings }
        set {
            stubState.withLock { $0.view = View(routes: $0.view.routes, settings: newValue, isOnLink: $0.view.isOnLink) }
        }
    }

    func changeNetwork(to profile: LinkProfile) {
        let waiting = stubState.withLock { stubs in
            stubs.view = View(routes: stubs.view.routes, settings: stubs.view.settings, isOnLink: !profile.isTransparent)
            return link.changeProfile(to: profile, now: linkTime)
        }
        for wake in waiting { wake() }
    }

    /// The losses of an exchange depend on the session's seed and on how many exchanges on links came before it.
    func nextFlowSeed() -> UInt64 {
        var seeds = SplitMix64(seed: options.seed ^ flowCount.wrappingAdd(1, ordering: .relaxed).newValue &* 0xD6E8_FEB8_6659_FD93)
        return seeds.next()
    }

    // MARK: Scenarios

    /// Advances the scenarios and sequences of the chosen stubs, unless something has changed since the choice.
    /// - Parameter seen: the version that the choice was made on.
    /// - Returns: for each stub, which of its responses to give; nil when the choice has to be made again.
    func claim(_ stubs: [CompiledStub], seen: UInt64) -> [Int]? {
        board.withLock { board in board.version == seen ? stubs.map { board.advance($0.mapping) } : nil }
    }

    /// Chooses and advances without anybody in between.
    func withBoard<Result>(_ body: (inout ScenarioBoard) -> sending Result) -> sending Result { board.withLock { body(&$0) } }

    /// Every scenario in its first state, every sequence at its beginning, every counted fault as if it had not happened yet.
    package func resetScenarios() {
        board.withLock { $0.reset() }
        faultCounts.reset()
    }

    // MARK: Stubs

    /// All stubs in the order of matching: by priority, then newest first.
    package var stubs: [CompiledStub] { view.routes.ordered }

    package var stubCount: Int { view.routes.count }

    package func stub(_ id: UniqueID) -> CompiledStub? { view.routes[id] }

    /// Whether the session sees the fixtures as they are.
    package var isUnchanged: Bool { stubState.withLock { $0.changes.isEmpty } }

    /// Stubs that have answered nothing since the journal was last emptied, in the order of matching.
    package var unusedStubs: [CompiledStub] {
        let use = journal.use
        return stubs.filter { !use.contains($0.rank) }
    }

    /// Adds a stub as the newest. One that has its id goes.
    package func add(_ stub: CompiledStub) { add([stub]) }

    /// Adds stubs, the last of them as the newest, and removes others, in one step that no request sees half of. Unknown ids are passed
    /// over.
    package func add(_ added: [CompiledStub], removing removed: [UniqueID] = []) {
        change { stubs in
            for id in removed { stubs.changes.remove(id, of: stubs.layer) }
            let placed = added.map { stubs.changes.add($0) }
            return stubs.view.routes.changing(adding: placed, removing: removed)
        }
    }

    /// Puts a stub in the place of the one with its id; its place in the order of matching stays.
    /// - Returns: false when there is none.
    package func edit(_ stub: CompiledStub) -> Bool {
        change { stubs in
            guard let old = stubs.view.routes[stub.id] else { return nil }
            journal.forgetUse(of: [old])
            return stubs.view.routes.changing(adding: [stubs.changes.replace(old, with: stub)])
        }
    }

    /// Removes a stub.
    /// - Returns: it; nil when there was none.
    @discardableResult
    package func remove(_ id: UniqueID) -> CompiledStub? {
        let stub = stub(id)
        remove([id])
        return stub
    }

    /// Removes stubs; unknown ids are passed over.
    package func remove(_ ids: [UniqueID]) { add([], removing: ids) }

    /// Removes every stub, the fixtures included. A reload brings back those whose files have changed since.
    package func removeAll() { remove(stubs.map(\.id)) }

    /// Drops what the session changed: it sees the fixtures again.
    package func dropChanges() {
        change { stubs in
            stubs.changes.removeAll()
            return stubs.layer.routes
        }
    }

    /// Takes another set of fixtures, and keeps the session's changes.
    /// - Parameter keepingChanges: false drops them in the same step.
    func rebase(onto layer: FixtureLayer, keepingChanges: Bool) {
        change { stubs in
            if !keepingChanges { stubs.changes.removeAll() }
            let before = stubs.view.routes
            stubs.layer = layer
            let routes = stubs.changes.rebase(onto: layer)
            journal.renameUse(from: before, to: routes)
            return routes
        }
    }

    /// Makes the change, and forgets where scenarios and sequences stood, and how often faults have happened, of stubs that are no more.
    /// - Returns: whether there was one to make.
    @discardableResult
    private func change(_ body: (inout Stubs) -> RouteTable?) -> Bool {
        stubState.withLock { stubs in
            guard let routes = body(&stubs) else { return false }
            stubs.view = View(routes: routes, settings: stubs.view.settings, isOnLink: stubs.view.isOnLink)
            board.withLock { $0.forget(except: routes) }
            faultCounts.forget(except: routes)
            return true
        }
    }

    // MARK: Resets

    /// Tells the observer that stubs which did not come from files are about to go.
    package func forgetsStubs() { environment.observer?.dropsStubs(of: self) }

    /// Empties the journal, and forgets which stubs were used.
    package func resetJournal() {
        environment.observer?.forgets(self)
        let firstNumber = journal.reset()
        activity.reset()
        watch.forget(before: firstNumber)
    }

    /// Empties the journal, sets all scenarios and sequences to their beginning, and forgets all gates: what is held is a 503. Stubs,
    /// settings and the clock stay.
    package func reset() {
        resetJournal()
        resetScenarios()
        gates.reset()
    }
}
