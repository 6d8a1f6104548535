/// Which orders of a few responses the runs of an exploration have shown.
///
/// The server decides the order of two responses only if both requests are held at the same moment. A choice of responses is possible if
/// that was so for each two of them in some run.
struct OrderCoverage: Sendable {
    let strength: Int
    /// The number of all choices, in all orders.
    let total: Int
    /// How many of them are possible, and how many possible ones were shown.
    let possible: Int
    let covered: Int
    /// Pairs of labels, by number, of requests that came in the same run and were never in flight at the same time.
    let apart: [(Int, Int)]
    /// Whether any two requests were in flight at the same time in some run.
    let overlaps: Bool
    /// Whether each of two of those had its response first in some run.
    let changes: Bool
    /// What further runs need not show: what was shown, and what is impossible.
    let settled: OrderedTuples

    init(_ exploration: Exploration) {
        let count = exploration.labels.count
        strength = exploration.settings.cover.strength(of: count)
        var shown = OrderedTuples(count: count, strength: max(1, strength))
        var pairs = RequestPairs(count)
        let places = Dictionary(uniqueKeysWithValues: zip(exploration.labels, 0...))
        for run in exploration.runs {
            // A first run that failed shows nothing: its order is run again, and must pass.
            let isShown = run.state == .passed || run.state == .failed && run.run.purpose != .first
            if isShown { shown.insert(allOf: exploration.numbered(run.record)) }
            pairs.meet(run.record.arrivals.compactMap { places[$0] })
            for release in run.record.releases {
                guard let one = places[release.label] else { continue }
                for other in release.others.compactMap({ places[$0] }) {
                    pairs.overlap(one, other)
                    if isShown { pairs.lead(one, other) }
                }
            }
        }
        var possible = 0
        var covered = 0
        var settled = shown
        Self.choices(count, strength) { choice in
            let isPossible = choice.indices.allSatisfy { index in
                choice[..<index].allSatisfy { pairs.overlapped($0, choice[index]) }
            }
            if !isPossible { return settled.insert(choice) }
            possible += 1
            if shown.contains(choice) { covered += 1 }
        }
        total = shown.total
        self.possible = possible
        self.covered = covered
        self.settled = settled
        let all: [(Int, Int)] = (0..<count).flatMap { one in (one + 1..<max(count, one + 1)).map { (one, $0) } }
        apart = all.filter { pairs.met($0.0, $0.1) && !pairs.overlapped($0.0, $0.1) }
        overlaps = all.contains { pairs.overlapped($0.0, $0.1) }
        changes = all.contains { pairs.ledBoth($0.0, $0.1) }
    }

    /// Calls back for each choice of `strength` different numbers below `count`, in every order.
    private static func choices(_ count: Int, _ strength: Int, _ body: ([Int]) -> Void) {
        var choice: [Int] = []
        func extend() {
            if choice.count == strength { return body(choice) }
            for number in 0..<count where !choice.contains(number) {
                choice.append(number)
                extend()
                choice.removeLast()
            }
        }
        if strength > 1 { extend() }
    }
}
