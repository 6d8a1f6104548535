internal import HTTPMessage

/// Runs one test under many orders of its responses, and finds the order in which it fails. A value: it starts nothing itself.
///
/// `next` returns a run, `finish` takes its result; several runs may be in progress. The first run, in the order of arrival, provides the
/// labels. When it fails, it is repeated with longer windows: a client that is short of processor time may have taken two responses in
/// another order than they were sent. Then come orders that cover the choices of responses. If some choices could not be shown because a
/// response led to further requests, more orders follow for those. A failing order is shrunk, and the smallest one is replayed. When a run
/// has none of the requests that were in flight together, the requests differ from run to run, and no more orders are planned.
package struct Exploration: Sendable {
    /// The settings of an exploration.
    package struct Settings: Sendable, Hashable {
        /// The most runs of an exploration.
        package static let maximumRuns = 1_024

        /// Which orders are tried.
        package var cover = CoverStrength.triples
        /// The most runs, including shrinking: 1…1,024. Random orders leave a quarter of them for shrinking.
        package var runs = 64
        /// Decides between equally good orders.
        package var seed: UInt64 = 0

        package init() {}
    }

    /// What to do next.
    package enum Step: Sendable, Hashable {
        case run(ExplorationRun)
        /// Nothing, until a run in progress has a result.
        case wait
        case finished
    }

    enum State: Sendable, Hashable {
        case open
        case passed
        case failed
        /// It never got a result.
        case lost
    }

    struct Run: Sendable {
        let run: ExplorationRun
        /// The planned order, in numbers; empty for the first run and for a replay.
        let order: [Int]
        var state = State.open
        var record = RunRecord()
    }

    private enum Phase: Sendable {
        case first
        case exploring
        case shrinking(OrderShrinker)
        case replaying
        case finished
    }

    /// The settings that it was made with.
    package let settings: Settings
    private(set) var runs: [Run] = []
    /// The labels by number: those of the first run in the order of arrival, then others in the order of discovery.
    private(set) var labels: [RequestLabel] = []
    /// How many labels the first run has.
    private(set) var firstCount = 0
    /// The run with the smallest failing order, the responses that explain it, and whether no smaller order fails.
    private(set) var failure: (run: Int, explanation: [Int], isSmallest: Bool)?
    private var numbers: [RequestLabel: Int] = [:]
    private var expected = ExpectedRequests()
    private var planned: [[Int]] = []
    private var rounds = 0
    private static let mostRounds = 3
    /// Whether a run has sent other requests than those that the orders are planned for, so that no more are planned.
    private(set) var isAdrift = false
    private var phase = Phase.first
    /// Whether the first run failed: it is repeated, and all runs wait longer from then on.
    private var isUnhurried = false
    /// Whether the first run failed, and passed when it was repeated.
    var hasRepeatedFirstRun: Bool { isUnhurried && runs.contains { $0.run.purpose == .first && $0.state == .passed } }

    package init(_ settings: Settings = Settings()) { self.settings = settings }

    /// Whether all runs are over.
    package var isFinished: Bool { if case .finished = phase { true } else { false } }

    /// The number of runs so far and planned; shrinking adds more.
    package var expectedRuns: Int { runs.count + planned.count }

    // MARK: Runs

    /// Starts the next run.
    package mutating func next() -> Step {
        switch phase {
        case .finished: return .finished
        case .first:
            if runs.contains(where: { $0.state == .open }) { return .wait }
            return start(.first, .arrival, "arrival", []) ?? finished()
        case .exploring:
            if planned.isEmpty, !isUnderWay(.explore) { plan() }
            if !planned.isEmpty {
                if let step = start(planned.removeFirst()) { return step }
                planned = []
            }
            return isUnderWay(.explore) ? .wait : finished()
        case .shrinking(var shrinker):
            if runs.count < settings.runs, let order = shrinker.next() {
                phase = .shrinking(shrinker)
                if let step = start(order, .shrink) { return step }
            }
            if runs.contains(where: { $0.state == .open }) { return .wait }
            return conclude(shrinker)
        case .replaying: return isUnderWay(.replay) ? .wait : finished()
        }
    }

    /// Takes the result of a run.
    /// - Parameters:
    ///   - number: the run's number.
    ///   - passed: whether the test passed.
    ///   - record: what its session did.
    /// - Throws: when there is no such run, or it has a result already.
    package mutating func finish(_ number: Int, passed: Bool, _ record: RunRecord) throws(ExplorationError) {
        try end(number, passed ? .passed : .failed, record)
        for label in record.arrivals { add(label) }
        expected.learn(from: record)
        let order = numbered(record)
        switch phase {
        case .first:
            firstCount = labels.count
            if passed {
                phase = firstCount < 2 ? .finished : .exploring
            } else if !isUnhurried, runs.count < settings.runs {
                isUnhurried = true
            } else {
                failure = (number, [], true)
                phase = .finished
            }
        case .exploring:
            if passed {
                if lacksOrders(record) { drift() }
                break
            }
            failure = (number, [], false)
            let passing = runs.filter { $0.state == .passed }.map { numbered($0.record) }
            phase = .shrinking(OrderShrinker(order, passing: passing))
        case .shrinking(var shrinker):
            if passed {
                shrinker.passed(order)
            } else {
                let before = shrinker.best
                shrinker.failed(order)
                if shrinker.best != before { failure = (number, [], false) }
            }
            phase = .shrinking(shrinker)
        case .replaying: phase = .finished
        case .finished: break
        }
    }

    /// Ends a run without a result: its test ended without one, or its session expired.
    /// - Throws: as `finish`.
    package mutating func lose(_ number: Int, _ record: RunRecord) throws(ExplorationError) {
        try end(number, .lost, record)
        if case .replaying = phase { phase = .finished }
    }

    private mutating func end(_ number: Int, _ state: State, _ record: RunRecord) throws(ExplorationError) {
        guard runs.indices.contains(number) else { throw .unknownRun(number, runs: runs.count) }
        guard runs[number].state == .open else { throw .alreadyOver(number) }
        runs[number].state = state
        runs[number].record = record
    }

    private mutating func start(_ order: [Int], _ purpose: ExplorationRun.Purpose = .explore) -> Step? {
        let text = FullOrder(numbers: Self.ranks(order), labels: order.sorted().map { labels[$0] }).description
        return start(purpose, .preferred(order.map { labels[$0] }), text, order)
    }

    private mutating func start(_ purpose: ExplorationRun.Purpose, _ plan: ReleasePlan, _ schedule: String, _ order: [Int]) -> Step? {
        guard runs.count < settings.runs else { return nil }
        let run = ExplorationRun(
            number: runs.count, purpose: purpose, plan: plan, schedule: schedule,
            expected: purpose == .first ? ExpectedRequests() : expected,
            isUnhurried: isUnhurried)
        runs.append(Run(run: run, order: order))
        return .run(run)
    }

    private func isUnderWay(_ purpose: ExplorationRun.Purpose) -> Bool {
        runs.contains { $0.state == .open && $0.run.purpose == purpose }
    }

    private mutating func finished() -> Step {
        phase = .finished
        return .finished
    }

    // MARK: Labels

    private mutating func add(_ label: RequestLabel) {
        guard numbers[label] == nil, labels.count < FullOrder.maximumCount else { return }
        numbers[label] = labels.count
        labels.append(label)
    }

    /// The order in which a run's responses were sent, in numbers.
    func numbered(_ record: RunRecord) -> [Int] { record.order.compactMap { numbers[$0] } }

    /// 1 for the smallest number, 2 for the next, and so on.
    private static func ranks(_ order: [Int]) -> [Int] {
        let places = Dictionary(uniqueKeysWithValues: zip(order.sorted(), 1...))
        return order.compactMap { places[$0] }
    }

    /// Whether a run has sent new requests, and not two again that were in flight together: none of the planned orders can be shown.
    private func lacksOrders(_ record: RunRecord) -> Bool {
        let first = Set(labels.prefix(firstCount))
        let again = first.intersection(record.arrivals)
        guard again.count < firstCount, !record.arrivals.allSatisfy(first.union(record.retries).contains) else { return false }
        return !runs.contains { run in
            run.record.releases.contains { again.contains($0.label) && $0.others.contains(where: again.contains) }
        }
    }

    private mutating func drift() {
        isAdrift = true
        planned = []
        rounds = Self.mostRounds
    }

    // MARK: Orders

    /// Plans orders for what is not covered. The first round covers everything as if all requests were in flight together. A further round
    /// covers what earlier rounds showed to be possible and did not reach. The rounds end when one shows nothing new.
    private mutating func plan() {
        let left = settings.runs - runs.count
        rounds += 1
        guard left > 0, rounds <= Self.mostRounds else { return }
        if rounds == 1 {
            let array =
                settings.cover == .random
                ? SequenceCoveringArray(
                    randomOrdersOf: firstCount, strength: settings.cover.strength(of: firstCount), maximum: left + 1 - left / 4,
                    seed: settings.seed)
                : SequenceCoveringArray(
                    count: firstCount, strength: settings.cover.strength(of: firstCount), maximum: left + 1, seed: settings.seed)
            // The first is the first run's order of arrival. If that run failed, its repeat may have passed in another order.
            let passed = Set(runs.filter { $0.state == .passed }.map { numbered($0.record) })
            planned = isUnhurried ? array.orders.filter { !passed.contains($0) } : Array(array.orders.dropFirst())
            return
        }
        guard settings.cover != .random else { return }
        let coverage = OrderCoverage(self)
        guard coverage.covered < coverage.possible else { return }
        let seed = settings.seed &+ UInt64(rounds)
        let array = SequenceCoveringArray(
            count: labels.count, strength: coverage.strength, maximum: left, seed: seed, except: coverage.settled)
        let known = Set(runs.map(\.order) + runs.map { numbered($0.record) })
        planned = array.orders.filter { !known.contains($0) }
    }

    private mutating func conclude(_ shrinker: OrderShrinker) -> Step {
        guard let failing = failure?.run else { return finished() }
        failure = (failing, shrinker.explanation, runs.count < settings.runs)
        phase = .replaying
        let order = runs[failing].record.replay(numbering: labels)
        return start(.replay, .replay(order), order.description, []) ?? finished()
    }
}
