import Foundation
import Logging
import Synchronization
import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct LogWriterTests {
    /// A writer into a pipe, and the pipe's other end.
    private final class Log {
        let pipe = Pipe()
        let writer: LogWriter

        init(style: LogStyle = LogStyle(form: .journald)) { writer = LogWriter(pipe.fileHandleForWriting.fileDescriptor, style: style) }

        var logger: Logger { Logger(label: "test") { [writer] _ in StandardErrorLogHandler(level: .trace, writer: writer) } }

        /// Everything that was written, once all of it has been. Ends the writer.
        func lines() -> [String] {
            let read = Received()
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread { [pipe] in
                let data = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
                read.data.withLock { $0 = data }
                done.signal()
            }
            while !writer.finish() {}
            writer.stop()
            try? pipe.fileHandleForWriting.close()
            done.wait()
            return read.data.withLock { String(decoding: $0, as: UTF8.self) }.split(separator: "\n").map(String.init)
        }
    }

    private final class Received: Sendable { let data = Mutex(Data()) }

    @Test func aLineIsOneLineWhateverIsInIt() {
        let log = Log()
        log.logger.info("GET /\u{1B}[2J\u{202E} a\nb", metadata: ["z": "1\r\n", "a": "2"])
        #expect(log.lines() == [#"<6>GET /\u{1B}[2J\u{202E} a\nb a=2 z=1\r\n"#])
    }

    @Test func longLinesAreCut() {
        let log = Log()
        log.logger.info("\(String(repeating: "ä", count: 100_000))")
        let lines = log.lines()
        #expect(lines.count == 1)
        #expect(lines[0].utf8.count < 9_000)
        #expect(lines[0].hasSuffix("ä…") || lines[0].hasSuffix("\u{FFFD}…"))
    }

    @Test func whoLogsDoesNotWaitForAPipeThatNobodyReads() {
        let log = Log()
        let logger = log.logger
        let text = String(repeating: "x", count: 1_000)
        // Ten times what the queue and the pipe hold: this returns only because nothing waits.
        for number in 0..<20_000 { logger.warning("\(number) \(text)") }
        #expect(!log.writer.finish())

        let lines = log.lines()
        let numbers = lines.compactMap { $0.split(separator: " ").first.flatMap { Int($0.dropFirst(3)) } }
        let gap = #/<4>(\d+) lines of the log were dropped here.*/#
        let told = lines.compactMap { line in (try? gap.wholeMatch(in: line)).flatMap { Int($0.1) } }
        #expect(!told.isEmpty)
        #expect(lines.count - told.count + told.reduce(0, +) == 20_000)
        #expect(numbers.first == 0)
    }

    @Test func aRepeatedWarningBecomesACount() {
        let log = Log()
        for _ in 0..<50 { log.logger.warning("again") }
        let lines = log.lines()
        #expect(lines == Array(repeating: "<4>again", count: 5) + ["<4>again (45 more times)"])
    }

    @Test(arguments: [
        (LogLine(level: .warning, text: "w"), "12:00 \u{1B}[33mwarning:\u{1B}[0m w\n"),
        (LogLine(level: .warning, text: "m", isMiss: true), "12:00 \u{1B}[31mwarning: m\u{1B}[0m\n"),
        (LogLine(level: .error, text: "e"), "12:00 \u{1B}[1;31merror:\u{1B}[0m e\n"),
        (LogLine(level: .notice, text: "n"), "12:00 note: n\n"),
    ])
    func aMissIsRedAndAWarningYellowInATerminal(line: LogLine, shown: String) {
        #expect(String(decoding: LogStyle(isColoured: true).bytes(line, at: "12:00"), as: UTF8.self) == shown)
        let plain = String(decoding: LogStyle().bytes(line, at: "12:00"), as: UTF8.self)
        #expect(plain == shown.replacing(#/\u{1B}\[[0-9;]*m/#, with: ""))
    }

    @Test func coloursAreForTerminalsAlone() {
        // The tests' own standard error may be one; NO_COLOR switches colours off in any case.
        #expect(!LogStyle.standardError(["NO_COLOR": "1"]).isColoured)
        #expect(!LogStyle.standardError(["TERM": "dumb"]).isColoured)
        #expect(LogStyle.standardError(["NO_COLOR": ""]).isColoured == StandardError.isTerminal)
    }

    @Test func theMarkOfAMissIsNotPrinted() {
        let log = Log()
        log.logger.warning("miss", metadata: [StandardErrorLogHandler.missKey: "true"])
        #expect(log.lines() == ["<4>miss"])
    }
}
