import JSONDocument
import StubModel
import Testing

/// Templates in texts that are never rendered.
@Suite struct IdleTemplateTests {
    private func report(_ mapping: String) throws -> ProblemReport {
        let report = ProblemReport(try JSONDocument.parse(Array(mapping.utf8), name: "m.json"))
        _ = StubMapping.decode(report.document.root, report)
        return report
    }

    @Test(arguments: [
        (
            #""response": {"hold": "{{request.path}}"}"#,
            #"/response/hold: no template is rendered here: the gate's name is "{{request.path}}". "#
                + "Write the name; for several gates write several stubs."
        ),
        (
            #""response": {"modify": {"hold": {"gate": "a {{x}}"}}}"#,
            #"/response/modify/hold/gate: no template is rendered here: the gate's name is "a {{x}}". "#
                + "Write the name; for several gates write several stubs."
        ),
        (
            #""response": {"statusMessage": "{{x}}"}"#,
            "/response/statusMessage: no template is rendered here: it is sent as it is. Write it out."
        ),
        (
            #""response": {"s3Error": {"code": "SlowDown", "message": "{{x}}"}}"#,
            "/response/s3Error/message: no template is rendered here: it is sent as it is. Write it out."
        ),
        (
            #""scenarioName": "s", "newScenarioState": "{{x}}""#,
            #"/newScenarioState: no template is rendered here: "newScenarioState" is "{{x}}". "#
                + "Write it out; for several states write several stubs."
        ),
        (#""response": {"hold": "{{a", "statusMessage": "a }} {{"}"#, nil),
    ])
    func aTemplateThatIsNeverRenderedIsAWarning(fields: String, told: String?) throws {
        let report = try report(#"{"request": {"url": "/a"}, \#(fields)}"#)
        #expect(report.problems.isEmpty, "\(report.problems)")
        #expect(
            report.warnings.map { "\($0.pointer): \($0.message). \($0.repair ?? "")" } == (told.map { [$0] } ?? []))
    }

    @Test(arguments: ["status", "fixedDelayMilliseconds", "bandwidthKilobitsPerSecond"]) func aTemplateIsNoNumber(field: String) throws {
        let report = try report(#"{"request": {"url": "/a"}, "response": {"body": "a", "\#(field)": "{{request.query.n}}"}}"#)
        #expect(
            report.problems.map(\.repair) == [
                "Templates are rendered in bodies, header fields and names of body files only: write several stubs."
            ])
    }
}
