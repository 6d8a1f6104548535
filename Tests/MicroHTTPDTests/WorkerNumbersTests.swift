import Testing

@testable import MicroHTTPD

@Suite(.timeLimit(.minutes(1))) struct WorkerNumbersTests {
    /// A process in which descriptors are taken.
    private final class Table {
        private let taken: Set<Int32>
        private let limit: Int32
        private(set) var asked = 0

        init(_ taken: [Int32], limit: Int32) {
            self.taken = Set(taken)
            self.limit = limit
        }

        /// As F_DUPFD, without taking the number.
        func ask(_ wanted: Int32) -> Int32 {
            asked += 1
            var number = wanted
            while taken.contains(number) { number += 1 }
            return number < limit ? number : -1
        }
    }

    @Test(arguments: [1, 2, 3, 16]) func theLeastNumberComesFirst(workers: Int) {
        for worker in 0..<workers {
            let table = Table((0..<10).map { Int32($0) }, limit: 1024)
            let numbers = WorkerNumbers(worker, of: workers)
            let found = numbers.search(from: 10, ask: table.ask)
            let least = (10...).first { $0 % workers == worker }
            #expect(found.map { Int($0) } == least)
            #expect(table.asked == 1)
        }
    }

    /// Each number that is free lies between two that are taken, so that a step from one to the next would be needed for each.
    @Test(arguments: [2, 3, 16], [100, 20_000])
    func manyConnectionsOfOneWorkerNeedFewSteps(workers: Int, count: Int) {
        let table = Table((0..<count).map { Int32($0 * workers) }, limit: 1 << 20)
        let numbers = WorkerNumbers(workers, of: workers)
        let found = numbers.search(from: 1, ask: table.ask)
        #expect(found.map(numbers.contains) == true)
        #expect(found.map { Int($0) } ?? .max < 1024 * count * workers, "numbers stay small")
        #expect(table.asked <= WorkerNumbers.mostAsked)
    }

    @Test func theRangeEndsAtTheLimit() {
        let table = Table((0..<500).map { Int32($0 * 2) }, limit: 2000)
        let numbers = WorkerNumbers(0, of: 2)
        let found = numbers.search(from: 1, ask: table.ask) ?? -1
        #expect((1000..<2000).contains(found) && numbers.contains(found))
    }

    @Test func theSearchEndsWhereNoNumberIsFree() {
        let ofOneWorker = Table((0..<50_000).map { Int32($0 * 2) }, limit: 100_000)
        #expect(WorkerNumbers(0, of: 2).search(from: 1, ask: ofOneWorker.ask) == nil)
        #expect(ofOneWorker.asked == WorkerNumbers.mostAsked)
        let all = Table((0..<1000).map { Int32($0) }, limit: 1000)
        #expect(WorkerNumbers(0, of: 2).search(from: 999, ask: all.ask) == nil)
        #expect(all.asked == 1)
    }
}
