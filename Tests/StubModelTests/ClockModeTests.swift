import JSONDocument
import StubModel
import Testing

@Suite struct ClockModeTests {
    private func decode(_ text: String) throws -> (ClockMode?, [String]) {
        let document = try JSONDocument.parse(Array(text.utf8), name: "body")
        let report = ProblemReport(document)
        return (ClockMode.decode(document.root, report), report.problems.map(\.description))
    }

    @Test(arguments: [
        (#""real""#, ClockMode.real), (#""manual""#, .manual), (#"{"scale": 0.1}"#, .scaled(0.1)), (#"{"scale": 0}"#, .scaled(0)),
    ])
    func itIsAWordOrAScale(_ text: String, _ expected: ClockMode) throws {
        let (mode, problems) = try decode(text)
        #expect(mode == expected)
        #expect(problems == [])
        #expect(mode.map { ClockMode.decode($0) } == expected)
    }

    @Test(arguments: [
        (#""manuel""#, #""clock" cannot be "manuel". Did you mean "manual"? Write "real", "manual" or {"scale": 0.1}."#),
        ("7", #""clock" cannot be 7. Write "real", "manual" or {"scale": 0.1}."#),
        ("{}", #""scale" is missing. Write {"scale": 0.1}, "real" or "manual"."#),
        (#"{"scale": -1}"#, #""scale" is -1, but must be at least 0"#),
        (#"{"scale": 1e9}"#, #""scale" is 1000000000.0, but must be in 0…1000"#),
        (#"{"scale": 1, "speed": 2}"#, #"unknown field "speed""#),
    ])
    func mistakesAreReported(_ text: String, _ message: String) throws {
        let (mode, problems) = try decode(text)
        #expect(mode == nil)
        #expect(problems.count == 1 && problems.first?.contains(message) == true, "\(problems)")
    }
}

extension ClockMode {
    /// The mode that is read from its own JSON.
    fileprivate static func decode(_ mode: ClockMode) -> ClockMode? {
        guard let document = try? JSONDocument.parse(mode.json.bytes(), name: "mode") else { return nil }
        return decode(document.root, ProblemReport(document))
    }
}
