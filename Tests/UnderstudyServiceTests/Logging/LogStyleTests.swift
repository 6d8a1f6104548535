import HTTPMessage
import JSONDocument
import Logging
import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct LogStyleTests {
    private static let access = AccessLogLine(
        listener: .http, session: "s1", method: "GET", target: "/a \"b\"", status: 200, bodyBytes: 12, duration: .microseconds(12_340),
        source: .stub("feed page"), delay: .milliseconds(800), fault: "reset after 5 bytes", outcome: .reset)

    private func shown(_ form: LogStyle.Form, _ line: LogLine) -> String {
        String(decoding: LogStyle(form: form).bytes(line, at: "2026-11-22T10:37:21.042Z"), as: UTF8.self)
    }

    @Test func logfmtHasTheFactsOfARequest() {
        let line = LogLine(level: .info, text: "\(Self.access)", fields: Self.access.fields)
        #expect(
            shown(.logfmt, line) == """
                time=2026-11-22T10:37:21.042Z level=info msg=request listener=http session=s1 method=GET target="/a \\"b\\"" status=200 bytes=12 \
                milliseconds=12.3 stub="feed page" delay=800.0 fault="reset after 5 bytes" outcome=reset

                """)
    }

    @Test func jsonHasTheFactsOfARequest() throws {
        let line = LogLine(level: .info, text: "\(Self.access)", fields: Self.access.fields)
        let text = shown(.json, line)
        #expect(text.hasSuffix("}\n"))
        let object = try JSONValue.parse(Array(text.utf8))
        #expect(object["msg"]?.string == "request")
        #expect(object["target"]?.string == "/a \"b\"")
        #expect(object["status"] == 200)
        #expect(text.contains(#","milliseconds":12.3,"#))
        #expect(object["outcome"]?.string == "reset")
    }

    @Test func otherLinesHaveTheirSentence() throws {
        let line = LogLine(level: .warning, text: #"nothing answered GET /é "x"\y."#)
        #expect(shown(.logfmt, line) == #"time=2026-11-22T10:37:21.042Z level=warning msg="nothing answered GET /é \"x\"\\y.""# + "\n")
        #expect(try JSONValue.parse(Array(shown(.json, line).utf8))["msg"]?.string == line.text)
        #expect(shown(.journald, line) == "<4>\(line.text)\n")
    }

    @Test func aLongLineIsStillJSON() throws {
        let line = LogLine(level: .error, text: String(repeating: "\"", count: 50_000))
        let message = try JSONValue.parse(Array(shown(.json, line).utf8))["msg"]?.string
        #expect(message == String(repeating: "\"", count: 4_000) + "…")
    }

    @Test func theFormIsTheWantedOneOrFollowsTheStream() {
        #expect(LogStyle.standardError([:], form: "auto").form == .text)
        #expect(LogStyle.standardError([:], form: "json").form == .json)
        #expect(LogStyle.standardError(["NO_COLOR": "1"], form: "text").isColoured == false)
    }

    @Test func theTimeOfFormsForProgramsIsUniversal() {
        #expect(LogStyle(form: .json).time.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#) != nil)
        #expect(LogStyle(form: .journald).time.isEmpty)
    }

    @Test func theLongestDelayFitsIntoALine() {
        var line = Self.access
        line.delay = .milliseconds(Int.max)
        line.duration = .milliseconds(Int.max)
        #expect("\(line)".contains("delay=9223372036855ms"))
        #expect(line.fields.count == Self.access.fields.count)
    }
}
