internal import HTTPMessage
internal import JSONDocument
internal import StubModel
internal import Synchronization

/// One world of stubs, scenario states, chance and journal. There is one, the server's own; more of them can lie over the
/// fixtures as layers.
final class Session: Sendable {
    /// What a request sees from its beginning to its end.
    final class View: Sendable {
        let routes: RouteTable
        let settings: EngineSettings

        init(routes: RouteTable, settings: EngineSettings) {
            self.routes = routes
            self.settings = settings
        }
    }

    private struct Stubs: Sendable {
        var view = View(routes: .empty, settings: EngineSettings())
        /// The next stub's rank. Those of fixtures lie below `firstInterfaceRank`, so that reloading them hides nothing that was
        /// added meanwhile.
        var nextRank = Session.firstInterfaceRank
    }

    private static let firstInterfaceRank: UInt64 = 1 << 40

    let random: RandomSource
    let journal: Journal
    let faultCounts = FaultCounts()
    let webhooks = PendingWebhooks()
    private let stubs = Mutex(Stubs())
    private let board = Mutex(ScenarioBoard())

    init(seed: UInt64, journal: JournalSettings) {
        random = RandomSource(seed: seed)
        self.journal = Journal(journal, seed: seed)
    }

    /// The current stubs and settings.
    var view: View { stubs.withLock { $0.view } }
    /// The current states of scenarios and sequences.
    var currentBoard: ScenarioBoard { board.withLock { $0 } }

    func setSettings(_ settings: EngineSettings) {
        stubs.withLock { $0.view = View(routes: $0.view.routes, settings: settings) }
    }

    // MARK: Scenarios

    /// Advances the chosen stub's scenario and sequence, unless something has changed since the choice.
    /// - Parameter seen: the version that the choice was made on.
    /// - Returns: which of the stub's answers to give; nil when the choice has to be made again.
    func claim(_ stub: CompiledStub, seen: UInt64) -> Int? {
        board.withLock { board in board.version == seen ? board.advance(stub.mapping) : nil }
    }

    /// Chooses and advances without anybody in between.
    func chooseAlone<Choice: Sendable>(_ body: (inout ScenarioBoard) -> Choice) -> Choice { board.withLock { body(&$0) } }

    func resetBoard() {
        board.withLock { $0.reset() }
        faultCounts.reset()
    }

    func setScenario(_ name: String, to state: String) { board.withLock { $0.set(name, to: state) } }

    // MARK: Stubs

    /// Adds stubs, the last of them as the newest, and removes others, in one step. An added one takes the place of one with its id.
    func add(_ added: [CompiledStub], removing removed: [UniqueID] = []) {
        change { stubs in
            let placed = added.map { stub in
                defer { stubs.nextRank += 1 }
                return stub.placed(at: stubs.nextRank)
            }
            return stubs.view.routes.changing(adding: placed, removing: removed)
        }
    }

    /// Puts a stub in the place of the one with its id.
    /// - Returns: false when there is none.
    func edit(_ stub: CompiledStub) -> Bool {
        var isKnown = false
        change { stubs in
            guard let old = stubs.view.routes[stub.mapping.id] else { return nil }
            isKnown = true
            return stubs.view.routes.changing(adding: [stub.placed(at: old.rank)])
        }
        return isKnown
    }

    func remove(_ ids: [UniqueID]) { change { $0.view.routes.changing(removing: ids) } }

    /// Takes away the stubs that came from files, or all, and puts these in their place.
    func replaceFixtures(_ fixtures: [CompiledStub], keepingOthers: Bool) {
        change { stubs in
            let placed = fixtures.enumerated().map { $1.placed(at: UInt64($0)) }
            guard keepingOthers else { return RouteTable.empty.changing(adding: placed) }
            let others = stubs.view.routes.ordered.filter { $0.mapping.origin == .interface }
            return RouteTable.empty.changing(adding: others + placed)
        }
    }

    /// Makes the change, and forgets where scenarios and sequences stood, and how often faults have happened, of stubs that are no more.
    private func change(_ body: (inout Stubs) -> RouteTable?) {
        stubs.withLock { stubs in
            guard let routes = body(&stubs) else { return }
            stubs.view = View(routes: routes, settings: stubs.view.settings)
            board.withLock { $0.forget(except: routes) }
            faultCounts.forget(except: routes)
        }
    }
}
