internal import HTTPMessage

/// Orders that together contain every order of every few things (Kuhn, Higdon, Lawrence, Kacker and Lei, 2012).
///
/// A greedy search: an order is built thing by thing, then things are exchanged while that adds new tuples; its reverse follows. The best
/// of a few such orders is used. For triples of 8 things it needs 12 to 14 of the 40,320 orders.
package struct SequenceCoveringArray: Sendable {
    /// The orders of 0 ..< count. The first is 0, 1, 2, …, unless some tuples need not be covered.
    package let orders: [[Int]]
    /// The tuples in the orders, and those that need not be covered.
    package let covered: OrderedTuples

    /// Whether all tuples are covered.
    package var isComplete: Bool { covered.size == covered.total }

    /// - Parameters:
    ///   - count: 1…64 things.
    ///   - strength: the size of the covered tuples, 2…4; at most `count`.
    ///   - maximum: the most orders; tuples that do not fit are missing in `covered`.
    ///   - seed: decides between equally good orders.
    ///   - done: tuples that need not be covered, of the same count and strength.
    package init(count: Int, strength: Int, maximum: Int, seed: UInt64, except done: OrderedTuples? = nil) {
        var search = Search(count: count, strength: min(strength, count), seed: seed, done)
        var orders: [[Int]] = []
        func add(_ order: [Int]) {
            guard orders.count < maximum, search.covered.gain(of: order) > 0 else { return }
            orders.append(order)
            search.covered.insert(allOf: order)
        }
        if done == nil, maximum > 0 {
            orders.append(Array(0..<count))
            search.covered.insert(allOf: orders[0])
            add(orders[0].reversed())
        }
        while orders.count < maximum, let order = search.next() {
            add(order)
            add(order.reversed())
        }
        self.orders = orders
        covered = search.covered
    }

    /// Random orders without repetition. The first is 0, 1, 2, … .
    /// - Parameter strength: the size of the tuples in `covered`.
    package init(randomOrdersOf count: Int, strength: Int, maximum: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var covered = OrderedTuples(count: count, strength: min(strength, count))
        var orders: [[Int]] = []
        var seen: Set<[Int]> = []
        // At most as many as exist.
        var possible = 1
        for factor in 1...max(1, count) where possible < maximum { possible *= factor }
        while orders.count < min(maximum, possible) {
            let order = orders.isEmpty ? Array(0..<count) : Array(0..<count).shuffled(using: &random)
            guard seen.insert(order).inserted else { continue }
            orders.append(order)
            covered.insert(allOf: order)
        }
        self.orders = orders
        self.covered = covered
    }

    private struct Search {
        private let count: Int
        private let strength: Int
        private var random: SplitMix64
        /// How much work is spent on each order.
        private let effort: Effort
        var covered: OrderedTuples

        init(count: Int, strength: Int, seed: UInt64, _ done: OrderedTuples?) {
            self.count = count
            self.strength = strength
            random = SplitMix64(seed: seed)
            covered = done ?? OrderedTuples(count: count, strength: strength)
            effort = Effort(count: count, strength: strength)
        }

        /// An order that, with its reverse, contains at least one tuple that is not covered; nil when there is none.
        mutating func next() -> [Int]? {
            var best: (order: [Int], gain: Int)?
            for _ in 0..<effort.candidates {
                var order = effort.builds ? build(on: []) : Array(0..<count).shuffled(using: &random)
                let gain = effort.exchanges ? improve(&order) : gain(order)
                if gain > best?.gain ?? 0 { best = (order, gain) }
            }
            if let best { return best.order }
            return covered.missing(&random).map { build(on: $0) }
        }

        /// How many tuples that are not covered an order and its reverse contain.
        private func gain(_ order: [Int]) -> Int { covered.gain(of: order) + covered.gain(of: order.reversed()) }

        /// Exchanges things while that adds tuples.
        /// - Returns: how many tuples that are not covered the order and its reverse then contain.
        private func improve(_ order: inout [Int]) -> Int {
            var best = gain(order)
            var isBetter = true
            while isBetter {
                isBetter = false
                for one in 0..<count {
                    for other in (one + 1)..<max(count, one + 1) {
                        order.swapAt(one, other)
                        let found = gain(order)
                        if found > best {
                            best = found
                            isBetter = true
                        } else {
                            order.swapAt(one, other)
                        }
                    }
                }
            }
            return best
        }

        /// Appends, each time, the thing that completes the most tuples that are not covered.
        private mutating func build(on start: [Int]) -> [Int] {
            var parts = OrderedTuples.Parts(strength)
            for thing in start { parts.append(thing, count) }
            var order = start
            var left = (0..<count).filter { !start.contains($0) }
            while !left.isEmpty {
                left.shuffle(using: &random)
                let gains = left.map { covered.gain(of: $0, after: parts) }
                let best = gains.indices.max { gains[$0] < gains[$1] } ?? 0
                let thing = left.remove(at: best)
                order.append(thing)
                parts.append(thing, count)
            }
            return order
        }
    }

    /// The work for an order: milliseconds for a dozen things, little for many.
    private struct Effort {
        let candidates: Int
        let builds: Bool
        let exchanges: Bool

        init(count: Int, strength: Int) {
            func choices(_ things: Int, _ size: Int) -> Int { (0..<size).reduce(1) { $0 * max(0, things - $1) / ($1 + 1) } }
            builds = choices(count + 1, strength + 1) <= 1_000_000
            // How many tuples one round of exchanges checks.
            let round = choices(count, 2) * 2 * choices(count, strength)
            exchanges = round <= 500_000
            candidates = exchanges ? min(4, max(1, 40_000 / round)) : 1
        }
    }
}
