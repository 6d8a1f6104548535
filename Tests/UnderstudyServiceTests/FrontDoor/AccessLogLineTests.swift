import HTTPMessage
import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct AccessLogLineTests {
    private let plain = AccessLogLine(
        listener: .http, method: "GET", target: "/d", status: 200, bodyBytes: 12, duration: .microseconds(1_260),
        source: .stub("mappings/d.json:1:1"), outcome: .sent)

    private func line(_ change: (inout AccessLogLine) -> Void) -> String {
        var line = plain
        change(&line)
        return "\(line)"
    }

    @Test func theCommonCaseIsShort() {
        #expect("\(plain)" == "http GET /d 200 12 B 1.3 ms stub=mappings/d.json:1:1 outcome=sent")
    }

    @Test func everythingThatThereIsToTell() {
        let line = line {
            $0.listener = .s3
            $0.session = "login test"
            $0.method = "POST"
            $0.target = "/feed?page=2"
            $0.bodyBytes = 512
            $0.duration = .milliseconds(812)
            $0.source = .stub("feed \"page\" 2")
            $0.delay = .milliseconds(800)
            $0.fault = "reset after 512 bytes"
            $0.outcome = .reset
        }
        #expect(
            line == "s3 POST /feed?page=2 200 512 B 812.0 ms session=\"login test\" stub=\"feed \\\"page\\\" 2\" delay=800ms "
                + "fault=\"reset after 512 bytes\" outcome=reset")
    }

    @Test(arguments: [
        (AccessLogLine.Source.file("__files/a b.json"), "file=\"__files/a b.json\""), (.object("s3/poses/1.jpg"), "object=s3/poses/1.jpg"),
        (.admin, "admin"), (.preflight, "preflight"), (.refused("Too long."), "refused reason=\"Too long.\""), (.nothing, "unmatched"),
        (.stub(""), "stub=\"\""),
    ])
    func namesWhoMadeTheResponse(source: AccessLogLine.Source, shown: String) {
        #expect(line { $0.source = source } == "http GET /d 200 12 B 1.3 ms \(shown) outcome=sent")
    }

    @Test func aResponseThatWasNeverSentHasNoStatus() {
        let line = line {
            $0.status = nil
            $0.bodyBytes = 0
            $0.outcome = .clientLeft
        }
        #expect(line == "http GET /d - 0 B 1.3 ms stub=mappings/d.json:1:1 outcome=client-left")
    }

    @Test func whatWasNotReadIsADash() {
        let line = line {
            $0.method = ""
            $0.target = ""
            $0.status = 400
            $0.duration = nil
            $0.source = .refused("no HTTP")
        }
        #expect(line == "http - - 400 12 B - ms refused reason=\"no HTTP\" outcome=sent")
        #expect(self.line { $0.source = .nobody } == "http GET /d 200 12 B 1.3 ms outcome=sent")
    }

    @Test func programsGetNoFieldForWhatWasNotRead() {
        var line = plain
        line.method = ""
        line.target = ""
        line.duration = nil
        line.source = .refused("no HTTP")
        #expect(line.fields.map(\.name) == ["listener", "status", "bytes", "source", "reason", "outcome"])
    }

    @Test(arguments: [
        (Duration.zero, "0.0"), (.microseconds(49), "0.0"), (.microseconds(50), "0.1"), (.seconds(9), "9000.0"), (.seconds(60), "60000"),
    ])
    func milliseconds(duration: Duration, shown: String) {
        #expect(line { $0.duration = duration }.contains(" \(shown) ms "))
    }

    @Test func whatClientsSendStaysOneLineAndShort() {
        let line = line {
            $0.method = String(repeating: "M", count: 5_000)
            $0.target = "/\u{1B}[2J\n" + String(repeating: "x", count: 8_000)
            $0.source = .stub("a\u{202E}b" + String(repeating: "y", count: 8_000))
        }
        #expect(line.contains(#"/\u{1B}[2J\nxxx"#))
        #expect(line.contains(#"stub=a\u{202E}byyy"#))
        #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
        #expect(line.utf8.count < 600)
    }

    @Test(arguments: [
        (ExchangeOutcome.Ending.performed, WireFault?.none, AccessLogLine.Outcome.sent),
        (.performed, WireFault(.reset, at: .end), .reset), (.performed, WireFault(.close, at: .bodyBytes(1)), .closed),
        (.performed, WireFault(.garbage([1]), at: .afterHeaders), .closed),
        (.performed, WireFault(.stall, at: .afterHeaders), .timedOut),
        (.clientLeft, WireFault(.reset, at: .end), .clientLeft), (.timedOut, nil, .timedOut), (.aborted, nil, .cutOff),
    ])
    func theOutcomeIsWhatHappened(ending: ExchangeOutcome.Ending, fault: WireFault?, outcome: AccessLogLine.Outcome) {
        #expect(AccessLogLine.Outcome(ExchangeOutcome(ending: ending), fault: fault) == outcome)
    }

    @Test func aClientThatLeavesAStallHasLeft() {
        var outcome = ExchangeOutcome(ending: .performed)
        outcome.leftStall = true
        #expect(AccessLogLine.Outcome(outcome, fault: WireFault(.stall, at: .beforeHeaders)) == .clientLeft)
    }
}
