internal import HTTPMessage
internal import JSONDocument
package import LinkModel
package import StubModel
internal import Synchronization

/// A set of stubs, scenario states, random numbers, clock and journal, on top of the fixtures that all sessions share.
///
/// Its stubs are the fixtures with the session's own changes; without changes they are the fixtures' own table. The server's own session is
/// one like any other.
///
/// Every method may be called from any thread, at the same time. A request sees the stubs, settings and states of one moment.
package final class Session: Sendable {
    /// The options that may differ between sessions.
    package struct Options: Sendable {
        /// The seed of all random numbers: the same seed and the same order of requests give the same run.
        package var seed: UInt64
        /// The machine's time, from which the session's clock is derived.
        package var clock: any EngineClock
        /// Runs on the time of `clock`: for time-outs, and for what the session schedules.
        package var timer: any EngineTimer
        /// The initial mode of the session's clock.
        var clockMode = ClockMode.real
        /// The initial link of its traffic.
        package var network = LinkProfile.off
        /// Factor of every scripted delay. Default 1.
        package var latencyScale = 1.0
        /// Receives proxied responses: the recorder; nil for none.
        package var proxyObserver: (any ProxyObserver)?
        /// Holds responses until their turn; nil if each is sent at once.
        var order: ResponseOrder?

        package init(seed: UInt64 = 0, clock: any EngineClock, timer: any EngineTimer) {
            self.seed = seed
            self.clock = clock
            self.timer = timer
        }

        /// Options with a clock that tests move.
        package static func manual(_ clock: ManualClock = ManualClock(), seed: UInt64 = 0) -> Options {
            Options(seed: seed, clock: clock, timer: clock)
        }
    }

    /// The stubs and settings that a request uses from beginning to end.
    final class View: Sendable {
        let routes: RouteTable
        let settings: EngineSettings
        /// Whether the session's link has any effect on traffic.
        let isOnLink: Bool

        init(routes: RouteTable, settings: EngineSettings, isOnLink: Bool) {
            self.routes = routes
            self.settings = settings
            self.isOnLink = isOnLink
        }

        /// Whether the settings delay every response.
        var delaysEverything: Bool { settings.fixedDelay != nil || settings.delayDistribution != nil }
    }

    /// What the session's stubs are made of.
    struct Stubs: Sendable {
        var layer: FixtureLayer
        var changes: SessionChanges
    }

    /// Identifies a session within its engine: the owner in its tickets. 0 is the server's own. Never reused.
    package let number: UInt64
    /// Its id, name and definition.
    package let identity: SessionIdentity
    /// What it was created with.
    package let options: Options
    /// Its requests and their outcomes.
    package let journal: Journal
    /// What all sessions of the engine share.
    let environment: EngineEnvironment
    let random: RandomSource
    /// Source of entry ids that templates ask for: a different sequence in each session, whatever its seed.
    let names: RandomSource
    let faultCounts = FaultCounts()
    let openExchanges = OpenExchanges()
    let pendingSources = PendingSources()
    let activity: SessionActivity
    let ledger: ExpectationLedger
    /// Whether the access log needs each exchange at its end.
    let keepsOpenExchanges: Bool
    /// Real time, independent of the session's clock.
    let realClock: any EngineClock
    private let ending = Mutex(Ending())
    /// The session's time: for the arrival of requests, templates, date matchers, delays and webhooks.
    package let clock: SessionClock
    /// The gates at which responses are held.
    package let gates: Gates
    let stages = Stages()
    let delayedWebhooks = DelayedWebhooks()
    /// What its requests have written to S3.
    package let contents = SessionContentsSlot()
    /// The link that all connections of the session share.
    let link: Link
    private let flowCount = Atomic<UInt64>(0)
    /// Tests that wait for requests.
    package let watch: RequestWatch
    private let ticketsBesideJournal = Atomic<UInt64>(1 << 63)
    /// For changes: a table is made while the lock is held, which may take long.
    private let stubState: Mutex<Stubs>
    /// For every request: held only to read or to replace the view. Replaced only with `stubState` held.
    private let currentView: Mutex<View>
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
        keepsOpenExchanges = environment.observer?.wantsExchanges ?? false
        names = RandomSource(seed: Journal.idSeed(options.seed, session: number))
        clock = SessionClock(options.clock, options.timer, latencyScale: options.latencyScale, mode: options.clockMode)
        gates = Gates(clock)
        link = Link(options.network)
        random = RandomSource(seed: options.seed)
        journal = Journal(environment.journal, budget: budget, seed: options.seed, session: number)
        watch = RequestWatch(journal, environment.work)
        stubState = Mutex(Stubs(layer: layer, changes: SessionChanges(reachesFiles: number == 0, over: layer)))
        currentView = Mutex(View(routes: layer.routes, settings: settings, isOnLink: !link.profile.isTransparent))
    }

    // MARK: The end

    /// Calls back when the session ends; at once if it has ended.
    package func whenEnded(_ body: @escaping @Sendable () -> Void) {
        let hasEnded = ending.withLock { ending in
            if !ending.hasEnded { ending.cleanUp.append(body) }
            return ending.hasEnded
        }
        if hasEnded { body() }
    }

    /// Releases everything that waits in the session or was acquired for it. A second call does nothing.
    func end() {
        let cleanUp = ending.withLock { ending in
            defer { ending.cleanUp = [] }
            ending.hasEnded = true
            return ending.cleanUp
        }
        endWaiting("The session has ended.")
        pendingSources.end()
        clock.end()
        delayedWebhooks.drop()
        for body in cleanUp { body() }
    }

    /// A ticket for an exchange without a journal entry.
    func newTicket() -> ExchangeTicket {
        ExchangeTicket(owner: number, number: ticketsBesideJournal.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// The current stubs and settings.
    var view: View { currentView.withLock { $0 } }
    /// The current states of scenarios and sequences.
    var currentBoard: ScenarioBoard { board.withLock { $0 } }

    /// The settings for all stubs of the session.
    package var settings: EngineSettings {
        get { view.settings }
        set { changeSettings { $0 = newValue } }
    }

    /// Changes the settings. Changes that come at the same time follow one after the other.
    package func changeSettings(_ change: (inout EngineSettings) -> Void) {
        stubState.withLock { _ in
            let view = view
            var settings = view.settings
            change(&settings)
            _ = show(View(routes: view.routes, settings: settings, isOnLink: view.isOnLink))
        }
    }

    func changeNetwork(to profile: LinkProfile) {
        let waiting = stubState.withLock { _ in
            let view = view
            _ = show(View(routes: view.routes, settings: view.settings, isOnLink: !profile.isTransparent))
            return link.changeProfile(to: profile, now: linkTime)
        }
        for wake in waiting { wake() }
    }

    /// The seed for an exchange's losses: follows from the session's seed and the number of earlier exchanges on links.
    func nextFlowSeed() -> UInt64 {
        var seeds = SplitMix64(seed: options.seed ^ flowCount.wrappingAdd(1, ordering: .relaxed).newValue &* 0xD6E8_FEB8_6659_FD93)
        return seeds.next()
    }

    // MARK: Scenarios

    /// Advances the scenarios and sequences of the chosen stubs, unless a relevant state has changed since the choice.
    /// - Parameter seen: the board's version that the choice was based on.
    /// - Returns: for each stub, which of its responses to give; nil if the choice must be repeated.
    func claim(_ stubs: [CompiledStub], seen: UInt64) -> [Int]? {
        board.withLock { board in board.version == seen ? stubs.map { board.advance($0.mapping) } : nil }
    }

    /// Chooses and advances under the lock.
    func withBoard<Result>(_ body: (inout ScenarioBoard) -> sending Result) -> sending Result { board.withLock { body(&$0) } }

    /// Resets scenarios and sequences to their beginning, and the counts of faults to 0.
    package func resetScenarios() {
        board.withLock { $0.reset() }
        faultCounts.reset()
    }

    // MARK: Stubs

    /// All stubs in matching order: by priority, then newest first.
    package var stubs: [CompiledStub] { view.routes.ordered }

    /// The number of stubs.
    package var stubCount: Int { view.routes.count }

    /// The stub with this id; nil if there is none.
    package func stub(_ id: UniqueID) -> CompiledStub? { view.routes[id] }

    /// Whether the session has no changes of its own.
    package var isUnchanged: Bool { stubState.withLock { $0.changes.isEmpty } }

    /// Stubs that were not used since the journal was last emptied, in matching order.
    package var unusedStubs: [CompiledStub] {
        let use = journal.use
        return stubs.filter { !use.contains($0.rank) }
    }

    /// Copies of new stubs, oldest first, with the places that they get when they are added, so that they can be saved before.
    package func placing(_ stubs: [CompiledStub]) -> [CompiledStub] {
        stubState.withLock { state in stubs.map { state.changes.place($0) } }
    }

    /// The same for one.
    package func placing(_ stub: CompiledStub) -> CompiledStub { stubState.withLock { $0.changes.place(stub) } }

    /// A copy of a stub at the place of the one with its id, so that it can be saved before `edit`; nil if there is none.
    package func placingInstead(_ stub: CompiledStub) -> CompiledStub? { self.stub(stub.id).map { stub.placed(like: $0) } }

    /// Adds a stub as the newest, replacing one with its id.
    package func add(_ stub: CompiledStub) { add([stub]) }

    /// Adds stubs, oldest first, replaces those with the ids of `edited`, and removes others, atomically. Ignores ids to edit or to remove
    /// that are unknown.
    package func add(_ added: [CompiledStub], editing edited: [CompiledStub] = [], removing removed: [UniqueID] = []) {
        change(replacing: added + edited) { stubs in
            let routes = view.routes
            for id in removed { stubs.changes.remove(id, of: stubs.layer) }
            let replaced = replace(edited, of: routes, in: &stubs)
            let placed = added.map { stubs.changes.add($0) }
            return routes.changing(adding: replaced + placed, removing: removed)
        }
    }

    /// Replaces the stub with the same id; its place in matching order stays.
    /// - Returns: false if there is none.
    package func edit(_ stub: CompiledStub) -> Bool {
        change(replacing: [stub]) { stubs in
            let routes = view.routes
            let replaced = replace([stub], of: routes, in: &stubs)
            return replaced.isEmpty ? nil : routes.changing(adding: replaced)
        }
    }

    /// - Returns: those whose ids are known, at their places.
    private func replace(_ edited: [CompiledStub], of routes: RouteTable, in stubs: inout Stubs) -> [CompiledStub] {
        var replaced: [CompiledStub] = []
        for stub in edited {
            guard let old = routes[stub.id] else { continue }
            journal.forgetUse(of: [old])
            replaced.append(stubs.changes.replace(old, with: stub))
        }
        return replaced
    }

    /// Removes a stub.
    /// - Returns: the removed stub; nil if there was none.
    @discardableResult
    package func remove(_ id: UniqueID) -> CompiledStub? {
        let stub = stub(id)
        remove([id])
        return stub
    }

    /// Removes stubs; ignores unknown ids.
    package func remove(_ ids: [UniqueID]) { add([], removing: ids) }

    /// Removes every stub, including the fixtures. A reload brings back those whose files have changed since.
    package func removeAll() {
        change { stubs in
            stubs.changes.removeAll(of: stubs.layer)
            return .empty
        }
    }

    /// Drops the session's changes, so that it has exactly the fixtures again.
    package func dropChanges() {
        change { stubs in
            stubs.changes.removeAll()
            return stubs.layer.routes
        }
    }

    /// Replaces the fixtures and keeps the session's changes.
    /// - Parameters:
    ///   - isRead: whether the files have just been read, so that they have every saved stub.
    ///   - keepingChanges: false drops the changes in the same step.
    func rebase(onto layer: FixtureLayer, isRead: Bool, keepingChanges: Bool) {
        change { stubs in
            if !keepingChanges { stubs.changes.removeAll() }
            let before = view.routes
            stubs.layer = layer
            let routes = stubs.changes.rebase(onto: layer, isRead: isRead)
            journal.renameUse(from: before, to: routes)
            return routes
        }
    }

    /// Applies a change, and drops the states, positions and fault counts of stubs that are gone, replaced, or have other responses than
    /// before. Requests are served from the earlier table until the new one is made, and the earlier one is freed without a lock.
    /// - Parameters:
    ///   - replacing: stubs that take the places of others with their ids, if there are any.
    ///   - body: makes the new table; nil if nothing changes.
    /// - Returns: whether anything changed.
    @discardableResult
    func change(replacing: [CompiledStub] = [], _ body: (inout Stubs) -> RouteTable?) -> Bool {
        let replaced = Set(replacing.lazy.map(\.id))
        let earlier = stubState.withLock { stubs -> View? in
            guard let routes = body(&stubs) else { return nil }
            let view = view
            let earlier = show(View(routes: routes, settings: view.settings, isOnLink: view.isOnLink))
            let isOver: (UniqueID) -> Bool = { replaced.contains($0) || !routes.keeps($0, of: earlier.routes) }
            let gone = currentBoard.leftovers(except: routes, isOver: isOver)
            if !gone.isEmpty { board.withLock { $0.forget(gone) } }
            faultCounts.forget(where: isOver)
            return earlier
        }
        return earlier != nil
    }

    /// Puts a view in the place of the current one. Call it with `stubState` held.
    /// - Returns: the earlier one, so that it is not freed while requests wait.
    private func show(_ view: View) -> View {
        currentView.withLock { current in
            defer { current = view }
            return current
        }
    }

    // MARK: Resets

    /// Tells the observer that stubs that did not come from files are about to be removed.
    package func forgetsStubs() { environment.observer?.dropsStubs(of: self) }

    /// Empties the journal, and marks all stubs as unused.
    package func resetJournal() {
        environment.observer?.forgets(self)
        keepUnmatchedRequests()
        let firstNumber = journal.reset()
        activity.reset()
        watch.forget(before: firstNumber)
    }

    /// Empties the journal, resets scenarios and sequences, removes all gates (held responses become 503s), and drops what requests have
    /// written to S3. Stubs, settings and the clock stay.
    package func reset() {
        resetJournal()
        resetScenarios()
        gates.reset()
        contents.reset()
    }
}
