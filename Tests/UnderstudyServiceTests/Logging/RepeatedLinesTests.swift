import Logging
import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct RepeatedLinesTests {
    private let start = ContinuousClock.now
    private let line = LogLine(level: .warning, text: "nothing answered GET /poll.")

    @Test func theFirstFewAreWrittenAndTheOthersCounted() {
        var lines = RepeatedLines()
        var due: [LogLine]
        let admitted = (0..<100).map { lines.admits(line, at: start + .milliseconds($0)) }
        #expect(admitted == Array(repeating: true, count: 5) + Array(repeating: false, count: 95))
        due = lines.due(at: start + .seconds(9))
        #expect(due.isEmpty)
        #expect(lines.nextDue == start + RepeatedLines.window)
        due = lines.due(at: start + .seconds(10))
        #expect(due.map(\.text) == ["nothing answered GET /poll. (95 more times)"])
    }

    @Test func whileItKeepsComingOneCountIsToldForEachWindow() {
        var lines = RepeatedLines()
        var due: [LogLine]
        for second in 0..<10 { _ = lines.admits(line, at: start + .seconds(second)) }
        due = lines.due(at: start + .seconds(10))
        #expect(due.count == 1)
        let again = (10..<20).map { lines.admits(line, at: start + .seconds($0)) }
        #expect(again.allSatisfy { !$0 })
        due = lines.due(at: start + .seconds(20))
        #expect(due.map(\.text) == ["nothing answered GET /poll. (10 more times)"])
        // A window in which it did not come forgets it.
        due = lines.due(at: start + .seconds(30))
        #expect(due.isEmpty)
        #expect(lines.nextDue == nil)
        let isAdmitted = lines.admits(line, at: start + .seconds(31))
        #expect(isAdmitted)
    }

    @Test func otherLinesBetweenDoNotHideTheRepetition() {
        var lines = RepeatedLines()
        let other = LogLine(level: .error, text: "other")
        for _ in 0..<10 {
            _ = lines.admits(line, at: start)
            _ = lines.admits(other, at: start)
        }
        let rest = lines.rest()
        #expect(Set(rest.map(\.text)) == ["nothing answered GET /poll. (5 more times)", "other (5 more times)"])
        let more = lines.rest()
        #expect(more.isEmpty)
    }

    @Test func recordsAreAllWritten() {
        var lines = RepeatedLines()
        let record = LogLine(level: .info, text: "http GET /a 200 0 B 0.1 ms outcome=sent")
        let admitted = (0..<100).map { _ in lines.admits(record, at: start) }
        #expect(!admitted.contains(false))
        #expect(lines.nextDue == nil)
    }

    @Test func theTableIsBounded() {
        var lines = RepeatedLines()
        let texts = (0..<10_000).map { "\($0)" } + Array(repeating: "9999", count: 20)
        let admitted = texts.map { lines.admits(LogLine(level: .warning, text: $0), at: start) }
        #expect(!admitted.contains(false))
    }
}
