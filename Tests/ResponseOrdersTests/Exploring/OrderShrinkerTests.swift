import HTTPMessage
import Testing

@testable import ResponseOrders

@Suite struct OrderShrinkerTests {
    /// Shrinks an order, calling the closure for each proposed order.
    /// - Returns: the shrinker at its end, and how many runs it took.
    private static func shrink(_ failing: [Int], fails: ([Int]) -> Bool) -> (OrderShrinker, runs: Int) {
        var shrinker = OrderShrinker(failing, passing: [failing.sorted()])
        var runs = 0
        while let order = shrinker.next() {
            runs += 1
            if fails(order) { shrinker.failed(order) } else { shrinker.passed(order) }
        }
        return (shrinker, runs)
    }

    private static func contains(_ order: [Int], _ part: [Int]) -> Bool {
        let places = part.compactMap { order.firstIndex(of: $0) }
        return places.count == part.count && places == places.sorted()
    }

    @Test func exchangesAreCounted() {
        #expect(OrderShrinker.exchanges([0, 1, 2]) == 0)
        #expect(OrderShrinker.exchanges([2, 1, 0]) == 3)
        #expect(OrderShrinker.exchanges([1, 0, 2]) == 1)
    }

    /// Two or three of eight matter, in a random order: the smallest order has only them moved, and they are named.
    @Test(arguments: 0..<80) func aFewOfEightAreFound(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var part: [Int] = []
        repeat {
            part = Array((0..<8).shuffled(using: &random).prefix(seed % 2 == 0 ? 2 : 3))
        } while part == part.sorted()
        var failing: [Int] = []
        repeat { failing = (0..<8).shuffled(using: &random) } while !Self.contains(failing, part)
        let (shrinker, runs) = Self.shrink(failing) { Self.contains($0, part) }
        #expect(Self.contains(shrinker.best, part))
        #expect(shrinker.explanation == part, "\(failing) to \(shrinker.best)")
        #expect(runs <= 60, "seed \(seed)")
        // No exchange of neighbours can be undone.
        for index in 0..<7 where shrinker.best[index] > shrinker.best[index + 1] {
            var order = shrinker.best
            order.swapAt(index, index + 1)
            #expect(!Self.contains(order, part))
        }
    }

    /// The test fails unless the newest comes last: several pairs alone would do, and one of them is named.
    @Test func oneOfSeveralReasonsIsNamed() {
        let (shrinker, _) = Self.shrink([4, 2, 0, 3, 1]) { $0.last != 4 }
        #expect(OrderShrinker.exchanges(shrinker.best) == 1)
        #expect(shrinker.explanation == [4, 3])
    }

    /// Four matter: too many for a pair or a triple, so the exchanges that are left are named.
    @Test func theWholeOrderIsNamedWhenFewDoNotExplainIt() {
        let (shrinker, _) = Self.shrink([3, 2, 1, 0]) { $0 == [3, 2, 1, 0] }
        #expect(shrinker.best == [3, 2, 1, 0])
        #expect(shrinker.explanation.count >= 3)
    }

    @Test func aLargerFailureChangesNothing() {
        var shrinker = OrderShrinker([1, 0, 2], passing: [[0, 1, 2]])
        shrinker.failed([2, 1, 0])
        #expect(shrinker.best == [1, 0, 2])
    }

    @Test func theMostResponsesAreShrunkInFewRuns() {
        var random = SplitMix64(seed: 1)
        var failing: [Int] = []
        repeat { failing = (0..<64).shuffled(using: &random) } while !Self.contains(failing, [40, 7])
        let (shrinker, runs) = Self.shrink(failing) { Self.contains($0, [40, 7]) }
        #expect(shrinker.explanation == [40, 7])
        #expect(runs < 200)
    }
}
