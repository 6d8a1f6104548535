import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct LogQueueTests {
    private func line(_ byte: Character, _ count: Int) -> [UInt8] { Array((String(repeating: byte, count: count - 1) + "\n").utf8) }

    @Test func whatDoesNotFitIsDroppedAndCounted() {
        var queue = LogQueue()
        let half = LogQueue.maximumBytes / 2
        for line in [line("a", half), line("b", half), [10], [10]] { queue.add(line) }
        let taken = queue.take()
        #expect(taken.bytes == line("a", half) + line("b", half))
        #expect(taken.dropped == 2)
        #expect(queue.isEmpty && queue.allDropped == 2)
        queue.add([10])
        #expect(queue.take().bytes == [10])
    }

    @Test func nothingIsTakenBetweenAGapAndItsCount() {
        var queue = LogQueue()
        // At the end one byte would fit, but would stand before the count of what came before it.
        for line in [line("a", LogQueue.maximumBytes - 1), line("b", 2), [10]] { queue.add(line) }
        let taken = queue.take()
        #expect(taken.bytes == line("a", LogQueue.maximumBytes - 1))
        #expect(taken.dropped == 2)
    }
}
