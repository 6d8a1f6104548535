internal import HTTPMessage

/// Shrinks an order in which a test fails towards the order of arrival, 0, 1, 2, …, in which it passes.
///
/// It proposes orders with fewer exchanges. When the test fails in one, the search continues from there. First it tries a few responses as
/// the only explanation: two or three that appear in the failing order in a sequence that no passing order has. Then it restores the order
/// of arrival for parts of the order, for single responses and for neighbours, until each further step makes the test pass. A few other
/// orders follow to decide between several explanations.
struct OrderShrinker: Sendable {
    /// The smallest failing order so far.
    private(set) var best: [Int]
    /// Orders that were proposed.
    private var tried: Set<[Int]>
    private var passing: [Positions]
    private var failing: [Positions]
    /// For orders that decide between explanations.
    private var random = SplitMix64(seed: 0)
    private var questions = 0
    private static let maximumQuestions = 16
    /// How often each explanation was tested.
    private var challenges: [[Int]: Int] = [:]

    /// - Parameters:
    ///   - failing: an order of numbers, each once.
    ///   - passing: orders in which the test passed.
    init(_ failing: [Int], passing: [[Int]]) {
        best = failing
        tried = [failing]
        self.failing = [Positions(failing)]
        self.passing = passing.map(Positions.init)
        tried.formUnion(passing)
    }

    /// The test fails in this order too. A larger order is ignored.
    mutating func failed(_ order: [Int]) {
        tried.insert(order)
        failing.append(Positions(order))
        if Self.exchanges(order) < Self.exchanges(best) { best = order }
    }

    mutating func passed(_ order: [Int]) {
        tried.insert(order)
        passing.append(Positions(order))
    }

    /// An order to try next; nil when the best is the smallest.
    mutating func next() -> [Int]? {
        let found = candidate()
        if let found { tried.insert(found) }
        return found
    }

    /// The number of pairs that are not in the order of arrival: as many exchanges of neighbours lead back to it.
    static func exchanges(_ order: [Int]) -> Int {
        order.indices.reduce(0) { sum, index in sum + order[(index + 1)...].count { $0 < order[index] } }
    }

    /// The fewest responses, in their order, that explain the failure: no passing order has that sequence, and as many failing ones as
    /// possible have it.
    var explanation: [Int] {
        // Of several, the one whose responses are closest in the order of arrival.
        explanations.min { spread($0) < spread($1) } ?? best.filter(moved.contains)
    }

    /// All equally good explanations.
    private var explanations: [[Int]] {
        for size in 2...3 {
            let counted = suspects(size).map { suspect in (suspect, failing.count { $0.contain(suspect) }) }
            guard let most = counted.map(\.1).max() else { continue }
            return counted.filter { $0.1 == most }.map(\.0)
        }
        return []
    }

    // MARK: Candidates

    private mutating func candidate() -> [Int]? {
        let limit = Self.exchanges(best)
        func isNew(_ order: [Int]) -> Bool { Self.exchanges(order) < limit && !tried.contains(order) }
        for size in 2...3 {
            for suspect in suspects(size).prefix(20) {
                if let order = alone(suspect).first(where: isNew) { return order }
            }
        }
        var length = best.count / 2
        while length > 2 {
            for start in stride(from: 0, to: best.count, by: length) {
                let end = min(start + length, best.count)
                let order = Array(best[..<start]) + best[start..<end].sorted() + Array(best[end...])
                if isNew(order) { return order }
            }
            length /= 2
        }
        for number in best {
            let rest = best.filter { $0 != number }
            if let order = Self.inserting([number], in: rest), isNew(order) { return order }
        }
        for index in best.indices.dropLast() where best[index] > best[index + 1] {
            var order = best
            order.swapAt(index, index + 1)
            if isNew(order) { return order }
        }
        return question()
    }

    /// An order that decides between explanations: it contains about half of them. With a single explanation, an order that contains it and
    /// differs in everything else.
    private mutating func question() -> [Int]? {
        let explanations = explanations
        guard questions < Self.maximumQuestions, let first = explanations.first else { return nil }
        if explanations.count == 1, challenges[first, default: 0] >= 3 { return nil }
        var orders: [[Int]] = []
        if explanations.count == 1 { orders += challenge(first) }
        for _ in 0..<60 {
            let order = best.shuffled(using: &random)
            orders.append(order)
            orders.append(order.reversed())
        }
        let half = Double(explanations.count) / 2
        let rated = orders.filter { !tried.contains($0) }.map { order in
            let positions = Positions(order)
            return (order, Double(explanations.count { positions.contain($0) }))
        }
        // A single explanation must be in the order.
        let useful = rated.filter { explanations.count == 1 ? $0.1 == 1 : $0.1 > 0 && $0.1 < Double(explanations.count) }
        guard let chosen = useful.min(by: { abs($0.1 - half) < abs($1.1 - half) }) else { return nil }
        questions += 1
        if explanations.count == 1 { challenges[first, default: 0] += 1 }
        return chosen.0
    }

    /// The reverse order of arrival, with these numbers in their own order at the places that they have in it.
    private func challenge(_ numbers: [Int]) -> [[Int]] {
        var rest = numbers[...]
        return [best.sorted().reversed().map { numbers.contains($0) ? rest.removeFirst() : $0 }]
    }

    /// Orders of arrival except that these numbers are in sequence: together at the place of the first or the last of them, or where the
    /// fewest exchanges are needed.
    private func alone(_ numbers: [Int]) -> [[Int]] {
        let rest = best.filter { !numbers.contains($0) }.sorted()
        let places = [numbers.min() ?? 0, numbers.max() ?? 0].map { bound in rest.count { $0 < bound } }
        var orders = [Self.inserting(numbers, in: rest) ?? best]
        for place in places { orders.append(Array(rest[..<place]) + numbers + Array(rest[place...])) }
        return orders
    }

    /// The numbers as a block, where that needs the fewest exchanges.
    private static func inserting(_ numbers: [Int], in rest: [Int]) -> [Int]? {
        (0...rest.count).map { Array(rest[..<$0]) + numbers + Array(rest[$0...]) }.min { exchanges($0) < exchanges($1) }
    }

    // MARK: Suspects

    /// Choices of two or three of the best order, in its order, that no passing order contains. At least two of them are exchanged.
    private func suspects(_ size: Int) -> [[Int]] {
        var found: [[Int]] = []
        for first in best.indices {
            for second in best.indices where second > first {
                let pair = [best[first], best[second]]
                if size == 2 {
                    if pair[0] > pair[1], isSuspect(pair) { found.append(pair) }
                    continue
                }
                for third in best.indices where third > second {
                    let triple = pair + [best[third]]
                    if triple != triple.sorted(), isSuspect(triple) { found.append(triple) }
                }
                if found.count > 1_000 { return found }
            }
        }
        return found
    }

    private func isSuspect(_ numbers: [Int]) -> Bool { !passing.contains { $0.contain(numbers) } }

    private func spread(_ numbers: [Int]) -> Int { (numbers.max() ?? 0) - (numbers.min() ?? 0) }

    /// The numbers that are exchanged with another one in the best order.
    private var moved: Set<Int> {
        var moved: Set<Int> = []
        for (index, number) in best.enumerated() {
            for later in best[(index + 1)...] where later < number { moved.formUnion([number, later]) }
        }
        return moved
    }

    /// An order as the places of its numbers.
    private struct Positions: Sendable {
        private var places: [Int]

        init(_ order: [Int]) {
            places = Array(repeating: -1, count: (order.max() ?? -1) + 1)
            for (place, number) in order.enumerated() { places[number] = place }
        }

        /// Whether the order contains the numbers in this sequence, with or without others in between.
        func contain(_ numbers: [Int]) -> Bool {
            var last = -1
            for number in numbers {
                guard number < places.count, places[number] > last else { return false }
                last = places[number]
            }
            return true
        }
    }
}
