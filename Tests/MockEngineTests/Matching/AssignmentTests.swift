import HTTPMessage
import Testing

@testable import MockEngine

@Suite struct AssignmentTests {
    /// The largest assignment, found by trying all of them.
    private static func largest(_ edges: [[Bool]], from left: Int = 0, without taken: Set<Int> = []) -> Int {
        guard left < edges.count else { return 0 }
        let others = largest(edges, from: left + 1, without: taken)
        return edges[left].indices.filter { edges[left][$0] && !taken.contains($0) }.reduce(others) {
            max($0, 1 + largest(edges, from: left + 1, without: taken.union([$1])))
        }
    }

    @Test(arguments: 0..<200) func isAsLargeAsCanBe(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let (leftCount, rightCount) = (Int.random(in: 0...5, using: &random), Int.random(in: 0...5, using: &random))
        let edges = (0..<leftCount).map { _ in (0..<rightCount).map { _ in Int.random(in: 0..<3, using: &random) == 0 } }
        let expected = Self.largest(edges)
        for results in [0, rightCount, 100] {
            #expect(Assignment.largest(leftCount, rightCount, caching: results) { edges[$0][$1] } == expected)
            #expect(Assignment.isComplete(leftCount, rightCount, caching: results) { edges[$0][$1] } == (expected == leftCount))
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: [(2000, 2000), (3000, 1000)])
    func manyOfOneKindArePairedOneAfterTheOther(leftCount: Int, rightCount: Int) {
        // One element on the right has no possible partner.
        #expect(Assignment.largest(leftCount, rightCount) { $1 > 0 } == min(leftCount, rightCount - 1))
        #expect(!Assignment.isComplete(leftCount, rightCount) { $1 > 0 })
    }
}
