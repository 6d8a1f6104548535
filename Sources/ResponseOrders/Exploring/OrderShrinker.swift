internal import HTTPMessage

/// Makes an order in which a test fails smaller: towards the order of arrival, 0, 1, 2, …, in which it passes.
///
/// It proposes orders with fewer exchanges. When the test fails in one of them, the search goes on from there. First it tries what a few
/// responses alone explain: two or three of the failing order that stand in no passing order one after the other like that. Then it puts
/// parts of the order back, then single responses, then exchanges of neighbours, until undoing any of them makes the test pass. A few other
/// orders follow that show which of several explanations holds.
struct OrderShrinker: Sendable {
    /// The smallest order so far in which the test fails.
    private(set) var best: [Int]
    /// Orders that have been proposed.
    private var tried: Set<[Int]>
    private var passing: [Positions]
    private var failing: [Positions]
    /// For orders that tell explanations apart.
    private var random = SplitMix64(seed: 0)
    private var questions = 0
    private static let maximumQuestions = 16
    /// How often each explanation was put to the test.
    private var challenges: [[Int]: Int] = [:]

    /// - Parameters:
    ///   - failing: an order of numbers, each of them once.
    ///   - passing: orders in which the test passed.
    init(_ failing: [Int], passing: [[Int]]) {
        best = failing
        tried = [failing]
        self.failing = [Positions(failing)]
        self.passing = passing.map(Positions.init)
        tried.formUnion(passing)
    }

    /// The test fails in this order, too. A larger one changes nothing.
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

    /// How many pairs are not in order: how many exchanges of neighbours lead back to the order of arrival.
    static func exchanges(_ order: [Int]) -> Int {
        order.indices.reduce(0) { sum, index in sum + order[(index + 1)...].count { $0 < order[index] } }
    }

    /// The fewest responses, in their order, that explain the failure: no passing order has them one after the other like that, and as many
    /// failing ones as possible have.
    var explanation: [Int] {
        // Those that are nearest to each other in the order of arrival.
        explanations.min { spread($0) < spread($1) } ?? best.filter(moved.contains)
    }

    /// All that explain the failure equally well.
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

    /// An order that tells explanations apart: about half of them stand in it. When there is one only, an order in which it stands and all
    /// else is different.
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
        // With one explanation only, it has to stand in the order.
        let useful = rated.filter { explanations.count == 1 ? $0.1 == 1 : $0.1 > 0 && $0.1 < Double(explanations.count) }
        guard let chosen = useful.min(by: { abs($0.1 - half) < abs($1.1 - half) }) else { return nil }
        questions += 1
        if explanations.count == 1 { challenges[first, default: 0] += 1 }
        return chosen.0
    }

    /// The reverse order of arrival, with these numbers brought into their order at the places that they have in it.
    private func challenge(_ numbers: [Int]) -> [[Int]] {
        var rest = numbers[...]
        return [best.sorted().reversed().map { numbers.contains($0) ? rest.removeFirst() : $0 }]
    }

    /// The orders that have these numbers one after the other, and else the order of arrival: next to each other at the place of the first
    /// and at that of the last of them, and where the fewest exchanges are needed.
    private func alone(_ numbers: [Int]) -> [[Int]] {
        let rest = best.filter { !numbers.contains($0) }.sorted()
        let places = [numbers.min() ?? 0, numbers.max() ?? 0].map { bound in rest.count { $0 < bound } }
        var orders = [Self.inserting(numbers, in: rest) ?? best]
        for place in places { orders.append(Array(rest[..<place]) + numbers + Array(rest[place...])) }
        return orders
    }

    /// The numbers as a block, where that makes the fewest exchanges.
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

    /// An order, by the places of its numbers.
    private struct Positions: Sendable {
        private var places: [Int]

        init(_ order: [Int]) {
            places = Array(repeating: -1, count: (order.max() ?? -1) + 1)
            for (place, number) in order.enumerated() { places[number] = place }
        }

        /// Whether the numbers stand in the order, one after the other, with others in between or not.
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
