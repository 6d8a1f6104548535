import JSONDocument
import StubModel
import Testing

/// Mappings that name extensions of WireMock.
@Suite struct WireMockExtensionTests {
    private func report(_ text: String) throws -> ProblemReport {
        let report = ProblemReport(try JSONDocument.parse(Array(text.utf8), name: "m.json"))
        _ = StubMapping.decode(report.document.root, report, origin: .interface)
        return report
    }

    @Test(arguments: [
        (#"["other"]"#, #"0: there is no transformer "other". The built-in one is "response-template"."#),
        (#"["response-template", "other"]"#, #"1: there is no transformer "other"."#),
        (
            #"["body-transformer"]"#,
            #"0: there is no transformer "body-transformer". Write a template: {{jsonPath request.body '$.name'}} for $(name), "#
                + #"with "transformers": ["response-template"]."#
        ),
    ])
    func aTransformerThatThereIsNotIsAWarning(names: String, told: String) throws {
        let report = try report(#"{"request": {"url": "/a"}, "response": {"transformers": \#(names)}}"#)
        #expect(report.problems == [])
        let warnings = report.warnings.map { "\($0.pointer): \($0.message).\($0.repair.map { " \($0)" } ?? "")" }
        #expect(warnings == ["/response/transformers/\(told)"])
    }

    @Test(arguments: [
        (#"{"name": "mine"}"#, #"names the extension "mine", and this server loads none. Use the built-in matchers."#),
        (#"{}"#, #"names an extension, and this server loads none. Use the built-in matchers."#),
        (
            #"{"name": "state-matcher"}"#,
            #"names the extension "state-matcher", and this server loads none. "#
                + #"For states use "scenarioName", for one response after the other "responses"."#
        ),
    ])
    func aCustomMatcherIsAMistake(matcher: String, told: String) throws {
        let report = try report(#"{"request": {"customMatcher": \#(matcher)}}"#)
        #expect(report.problems.map { "\($0.message). \($0.repair ?? "")" } == ["\"customMatcher\" \(told)"])
    }
}
