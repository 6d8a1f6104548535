import JSONDocument
import StubModel
import Testing

@Suite struct HoldDefinitionTests {
    private func decode(_ text: String) throws -> (ResponseDefinition?, [String]) {
        let document = try JSONDocument.parse(Array(text.utf8), name: "m.json")
        let report = ProblemReport(document)
        let definition = ResponseDefinition.decode(document.root, report)
        return (definition, (report.problems + report.warnings).map(\.description))
    }

    @Test(arguments: [
        (#""page-1""#, HoldDefinition("page-1")),
        (#"{"gate": "page-1"}"#, HoldDefinition("page-1")),
        (#"{"gate": "p", "at": "afterHeaders"}"#, HoldDefinition("p", at: .afterHeaders)),
        (#"{"gate": "p", "at": {"bodyBytes": 7}}"#, HoldDefinition("p", at: .bodyBytes(7))),
        (#"{"gate": "p", "at": {"bodyFraction": 0.5}}"#, HoldDefinition("p", at: .bodyFraction(0.5))),
        (#"{"gate": "p", "at": "end"}"#, HoldDefinition("p", at: .end)),
    ])
    func itIsATextOrAnObject(_ hold: String, _ expected: HoldDefinition) throws {
        let (definition, problems) = try decode(#"{"hold": \#(hold)}"#)
        #expect(definition?.hold == expected)
        #expect(problems == [])
    }

    @Test func itLastsThirtySecondsUnlessItSaysSo() throws {
        #expect(try decode(#"{"hold": "g"}"#).0?.holdTimeout == .seconds(30))
        #expect(try decode(#"{"hold": "g", "holdTimeoutMilliseconds": 1500}"#).0?.holdTimeout == .milliseconds(1500))
    }

    @Test(arguments: [
        (#"{"hold": 7}"#, #""hold" cannot be 7. Write the name of a gate, or {"gate": "name", "at": "beforeHeaders"}."#),
        (#"{"hold": ""}"#, #"a gate's name is empty. Write a name that a test can release it by, such as "page-1"."#),
        (#"{"hold": {"at": "end"}}"#, #""gate" is missing. Write {"gate": "name"}."#),
        (
            #"{"hold": {"gate": "g", "at": "requestBody"}}"#,
            #""at" cannot be "requestBody". Moments are beforeHeaders, afterHeaders, {"bodyBytes": n}, {"bodyFraction": 0.5} and end."#
        ),
        (#"{"hold": {"gate": "g", "at": {"bodyFraction": 2}}}"#, #""bodyFraction" is 2, but must be in 0…1"#),
        (#"{"hold": {"gate": "g", "when": "end"}}"#, #"unknown field "when""#),
        (#"{"hold": "g", "holdTimeoutMilliseconds": 0}"#, #""holdTimeoutMilliseconds" is 0, but must be in 1…2147483647"#),
        (#"{"holdTimeoutMilliseconds": 5}"#, #""holdTimeoutMilliseconds" means nothing without "hold""#),
    ])
    func mistakesAreReportedWithPlaceAndRepair(_ text: String, _ message: String) throws {
        let (_, problems) = try decode(text)
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("m.json:1:") == true)
        #expect(problems.first?.contains(message) == true, "\(problems)")
    }
}
