import ResponseOrders
import Testing

@Suite struct OrderedTuplesTests {
    @Test func anOrderContainsWhatStandsInIt() {
        var tuples = OrderedTuples(count: 4, strength: 3)
        #expect(tuples.total == 24)
        tuples.insert(allOf: [2, 0, 3, 1])
        #expect(tuples.size == 4)
        for tuple in [[2, 0, 3], [2, 0, 1], [2, 3, 1], [0, 3, 1]] { #expect(tuples.contains(tuple)) }
        #expect(!tuples.contains([0, 2, 3]))
    }

    @Test func anOrderNeedNotHaveAllThings() {
        var tuples = OrderedTuples(count: 5, strength: 2)
        tuples.insert(allOf: [4, 1])
        #expect(tuples.size == 1 && tuples.contains([4, 1]))
    }

    @Test func nothingCountsTwice() {
        var tuples = OrderedTuples(count: 3, strength: 2)
        tuples.insert([0, 1])
        tuples.insert(allOf: [0, 1, 2])
        #expect(tuples.size == 3)
    }
}
