import Testing

@testable import FileStore

@Suite struct UseOrderTests {
    @Test func theOneThatWasUsedLongestAgoIsOldest() {
        var order = UseOrder()
        #expect(order.oldest == nil)
        let numbers = (0..<3).map { _ in order.add() }
        #expect(numbers == [1, 2, 3])
        #expect(order.oldest == 1)
        order.use(1)
        #expect(order.oldest == 2)
        order.use(2)
        order.use(2)
        #expect(order.oldest == 3)
    }

    @Test func aRemovedNumberIsTakenAgain() {
        var order = UseOrder()
        for _ in 0..<3 { _ = order.add() }
        order.remove(2)
        order.remove(1)
        #expect(order.oldest == 3)
        let numbers = (0..<2).map { _ in order.add() }
        #expect(Set(numbers) == [1, 2])
        #expect(order.oldest == 3)
        for number in 1...3 { order.remove(number) }
        #expect(order.oldest == nil)
        let last = order.add()
        #expect((1...3).contains(last))
    }
}
