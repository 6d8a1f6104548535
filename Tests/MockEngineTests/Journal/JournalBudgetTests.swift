import HTTPMessage
import StubModel
import Testing

@testable import MockEngine

/// The memory budget that journals share.
struct JournalBudgetTests {
    private func journals(_ count: Int, in budget: JournalBudget) -> [Journal] {
        (0..<count).map { Journal(JournalSettings(maximumBytes: budget.maximumBytes), budget: budget, seed: UInt64($0)) }
    }

    private func event(_ target: String, bytes: Int) -> ServeEvent {
        .answered(Request(target: "/\(target)/" + String(repeating: "x", count: bytes)))
    }

    private func isNewestKept(in journal: Journal) -> Bool {
        journal.snapshot().newestFirst.first { _ in true }?.request.target.hasPrefix("/newest/") == true
    }

    /// Here a segment of a single session has 128 KiB, which is more than a share.
    @Test func nobodyLosesAllEntriesToMakeRoomForOthers() {
        let budget = JournalBudget(maximumBytes: 8 << 20)
        let journals = journals(100, in: budget)
        let (older, newest) = (event("older", bytes: 2_000), event("newest", bytes: 2_000))
        for journal in journals {
            for _ in 0..<45 { _ = journal.open(older) }
            _ = journal.open(newest)
        }
        #expect(journals.allSatisfy(isNewestKept))
        #expect(journals.allSatisfy { $0.snapshot().count >= 15 }, "\(journals.map { $0.snapshot().count })")
        #expect(journals.map(\.costInBytes).reduce(0, +) <= budget.maximumBytes * 5 / 4)
    }

    /// Each journal is smaller than the longest step and the shortest segment.
    @Test func manySmallSessionsStayWithinTheBudget() {
        let budget = JournalBudget(maximumBytes: 800 << 10)
        let journals = journals(400, in: budget)
        let (older, newest) = (event("older", bytes: 600), event("newest", bytes: 600))
        for journal in journals {
            for _ in 0..<14 { _ = journal.open(older) }
            _ = journal.open(newest)
        }
        #expect(journals.allSatisfy(isNewestKept))
        #expect(journals.map(\.costInBytes).reduce(0, +) <= budget.maximumBytes * 5 / 4)
        #expect(journals.allSatisfy { $0.snapshot().count + $0.snapshot().droppedCount == 15 })
    }

    /// These sessions wrote while the step was long, and write nothing later.
    @Test func journalsThatAreNotWrittenToAnyMoreCountAsWell() {
        let budget = JournalBudget(maximumBytes: 800 << 10)
        let entry = event("newest", bytes: 600)
        var all: [Journal] = []
        for _ in 0..<400 {
            let journal = journals(1, in: budget)[0]
            for _ in 0..<8 { _ = journal.open(entry) }
            all.append(journal)
        }
        #expect(all.map(\.costInBytes).reduce(0, +) <= budget.maximumBytes * 5 / 4)
        #expect(all.allSatisfy(isNewestKept))
    }

    /// The first segments of the later ones are full when the earlier ones have filled the budget.
    @Test func aFullBudgetLeavesRoomForTheFirstEntries() {
        let budget = JournalBudget(maximumBytes: 8 << 20)
        let journals = journals(40, in: budget)
        let (older, newest) = (event("older", bytes: 8_000), event("newest", bytes: 8_000))
        for journal in journals {
            for _ in 0..<49 { _ = journal.open(older) }
            _ = journal.open(newest)
        }
        #expect(journals.allSatisfy(isNewestKept))
        #expect(journals.allSatisfy { $0.snapshot().count >= 10 }, "\(journals.map { $0.snapshot().count })")
        #expect(journals.map(\.costInBytes).reduce(0, +) <= budget.maximumBytes * 5 / 4)
    }

    /// It fills a segment at once, and there is no older one whose memory could be used again.
    @Test func anEntryOfMoreThanHalfTheBudgetMakesRoomForTheNext() {
        let budget = JournalBudget(maximumBytes: 64 << 10)
        let journal = journals(1, in: budget)[0]
        _ = journal.open(event("older", bytes: 40_000))
        _ = journal.open(event("newest", bytes: 1_000))
        #expect(isNewestKept(in: journal))
        #expect(journal.snapshot().count + journal.snapshot().droppedCount == 2)
    }

    @Test func whoStaysWithinItsShareLosesNothing() {
        let budget = JournalBudget(maximumBytes: 8 << 20)
        let journals = journals(2, in: budget)
        let entry = event("newest", bytes: 20_000)
        for _ in 0..<500 { _ = journals[0].open(entry) }
        for _ in 0..<100 { _ = journals[1].open(entry) }
        #expect(journals[1].snapshot().count == 100)
        let first = journals[0].snapshot()
        #expect(first.count >= 150 && first.droppedCount == 500 - first.count, "\(first.count)")
        #expect(journals.map(\.costInBytes).reduce(0, +) <= budget.maximumBytes * 5 / 4)
    }

    /// What remains of a segment can be read and closed as before.
    @Test func entriesBehindDroppedOnesKeepTheirContents() throws {
        let journal = Journal(seed: 1)
        let tickets = try (1...9).map { try #require(journal.open("/\($0)", body: Array("body \($0)".utf8))) }
        journal.shrink(to: journal.costInBytes / 2)
        let kept = journal.snapshot()
        #expect(kept.count > 1 && kept.count < 9 && kept.count + kept.droppedCount == 9)
        for entry in kept.oldestFirst {
            #expect(entry.request.target == "/\(entry.sequence)")
            #expect(try entry.request.body.bytes() == Array("body \(entry.sequence)".utf8))
        }
        for ticket in tickets { journal.close(ticket, ExchangeOutcome(ending: .performed, bodyBytes: Int(ticket.number))) }
        #expect(journal.snapshot().newestFirst.allSatisfy { $0.outcome?.bodyBytes == Int($0.sequence) })
        journal.shrink(to: 0)
        #expect(journal.targets == ["/9"])
        journal.open("/10")
        #expect(journal.targets == ["/10", "/9"])
    }

    @Test(arguments: [
        ([9, 5, 1], 15, 9), ([9, 5, 1], 11, 5), ([9, 5, 1], 12, 6), ([9, 5, 1], 5, 2), ([9, 5, 1], 3, 1), ([4, 4], 0, 0), ([], 5, 0),
    ]) func theLargestComeDownToOneLevel(costs: [Int], room: Int, level: Int) {
        #expect(JournalBudget.level(of: costs, for: room) == level)
    }
}
