import ResponseOrders
import Testing

@Suite struct SequenceCoveringArrayTests {
    /// Every order of every choice, looked for in each order by itself.
    private static func missing(_ array: SequenceCoveringArray, count: Int, strength: Int) -> [[Int]] {
        let places = array.orders.map { order in (0..<count).map { order.firstIndex(of: $0) ?? -1 } }
        return choices(count, strength).filter { choice in
            !places.contains { place in zip(choice, choice.dropFirst()).allSatisfy { place[$0] < place[$1] } }
        }
    }

    private static func choices(_ count: Int, _ strength: Int) -> [[Int]] {
        if strength == 0 { return [[]] }
        return choices(count, strength - 1).flatMap { choice in (0..<count).filter { !choice.contains($0) }.map { choice + [$0] } }
    }

    @Test(arguments: [2, 3, 4], [2, 3, 4, 5, 6, 7, 8, 9, 10])
    func everyOrderOfEveryFewIsCovered(strength: Int, count: Int) {
        for seed in UInt64(0)..<(count < 8 ? 3 : 1) {
            let array = SequenceCoveringArray(count: count, strength: strength, maximum: 1_000, seed: seed)
            #expect(array.orders.allSatisfy { $0.sorted() == Array(0..<count) })
            #expect(array.orders.first == Array(0..<count))
            #expect(array.isComplete)
            #expect(Self.missing(array, count: count, strength: min(strength, count)) == [])
        }
    }

    @Test func pairsAreAnOrderAndItsReverse() {
        for count in 2...64 {
            let array = SequenceCoveringArray(count: count, strength: 2, maximum: 64, seed: 1)
            #expect(array.orders == [Array(0..<count), (0..<count).reversed()])
        }
    }

    /// (count, strength): the most orders that any of some seeds takes.
    @Test(arguments: [(5, 3, 10), (8, 3, 14), (10, 3, 16), (12, 3, 18), (8, 4, 54)])
    func ordersAreFew(count: Int, strength: Int, most: Int) {
        let sizes = (UInt64(0)..<(count < 9 && strength == 3 ? 10 : 1)).map {
            SequenceCoveringArray(count: count, strength: strength, maximum: 1_000, seed: $0).orders.count
        }
        #expect(sizes.max() ?? 0 <= most, "\(Set(sizes).sorted())")
    }

    @Test func theMaximumCutsAndTheCoverageSaysSo() {
        let array = SequenceCoveringArray(count: 8, strength: 3, maximum: 4, seed: 7)
        #expect(array.orders.count == 4)
        #expect(!array.isComplete)
        #expect(array.covered.size == array.covered.total - Self.missing(array, count: 8, strength: 3).count)
    }

    @Test func theSameSeedGivesTheSameOrders() {
        func orders(_ seed: UInt64) -> [[Int]] { SequenceCoveringArray(count: 9, strength: 3, maximum: 100, seed: seed).orders }
        #expect(orders(3) == orders(3))
        #expect(orders(3) != orders(4))
    }

    @Test func whatIsDoneIsNotCoveredAgain() {
        var done = OrderedTuples(count: 6, strength: 3)
        for tuple in Self.choices(6, 3) where tuple != [5, 0, 3] { done.insert(tuple) }
        let array = SequenceCoveringArray(count: 6, strength: 3, maximum: 10, seed: 1, except: done)
        #expect(array.orders.count == 1)
        #expect(array.isComplete)
    }

    @Test func theMostThingsTakeNoMoreOrdersThanAllowed() {
        for (count, strength) in [(64, 3), (32, 4)] {
            let array = SequenceCoveringArray(count: count, strength: strength, maximum: 6, seed: 1)
            #expect(array.orders.count == 6)
        }
    }

    @Test func quadruplesOfManyAreTriples() {
        #expect(CoverStrength.quadruples.strength(of: 32) == 4)
        #expect(CoverStrength.quadruples.strength(of: 33) == 3)
        #expect(CoverStrength.triples.strength(of: 2) == 2)
    }

    @Test func randomOrdersAreAllDifferent() {
        let array = SequenceCoveringArray(randomOrdersOf: 3, strength: 3, maximum: 64, seed: 5)
        #expect(Set(array.orders).count == 6 && array.orders.count == 6 && array.isComplete)
        #expect(SequenceCoveringArray(randomOrdersOf: 8, strength: 3, maximum: 64, seed: 5).orders.count == 64)
    }
}
