import JSONDocument
import Testing

@Suite struct FieldReaderTests {
    private enum Repeat: String, CaseIterable {
        case last, cycle, once
    }

    @Test func everyWrongFieldIsReportedWithItsPlaceAndTheNearestName() throws {
        let text = """
            {
              "name": 5, "list": {}, "map": [], "repeat": "lst", "also": true, "all": ["once", "onec"],
              "reponse": { }, "null": null
            }
            """
        let document = try JSONDocument.parse(Array(text.utf8), name: "stub.json")
        let report = ProblemReport(document)
        var fields = try #require(FieldReader(document.root, report))
        #expect(fields.string("name") == nil)
        #expect(fields.array("list") == nil)
        #expect(fields.members("map") == nil)
        #expect(fields.word("repeat") as Repeat? == nil)
        #expect(fields.word("also") as Repeat? == nil)
        #expect(fields.words("all") == [Repeat.once])
        #expect(fields.take("response") == nil)
        #expect(fields.string("null") == nil)
        fields.finish()
        #expect(
            report.problems.map(\.description) == [
                "stub.json:2:11 /name: \"name\" must be a string, found a number.",
                "stub.json:2:22 /list: \"list\" must be an array, found an object. Put it into brackets: [ … ].",
                "stub.json:2:33 /map: \"map\" must be an object, found an array.",
                "stub.json:2:47 /repeat: \"repeat\" cannot be \"lst\". Did you mean \"last\"?",
                "stub.json:2:62 /also: \"also\" cannot be true. Write \"last\", \"cycle\" or \"once\".",
                "stub.json:2:84 /all/1: an element of \"all\" cannot be \"onec\". Did you mean \"once\"?",
                "stub.json:3:3 /reponse: unknown field \"reponse\". Did you mean \"response\"?",
            ])
    }

    @Test func aNameThatIsRepeatedInAFieldIsAWarning() throws {
        let document = try JSONDocument.parse(Array(#"{"headers": {"A": 1, "B": 2, "A": 3}, "a\u00a0": 1}"#.utf8), name: "a.json")
        let report = ProblemReport(document)
        var fields = try #require(FieldReader(document.root, report))
        #expect(fields.members("headers")?.map(\.name) == ["A", "B"])
        #expect(fields.take("a") == nil)
        fields.finish()
        #expect(report.warnings.map(\.description) == [#"a.json:1:30 /headers/A: "A" is here twice, and the last one counts."#])
        #expect(report.problems.map(\.message) == [#"unknown field "a\u00A0""#])
    }

    @Test func theLastOfARepeatedNameCounts() throws {
        let document = try JSONDocument.parse(Array(#"{"a":1,"a":2,"m":{"x":1,"y":2,"x":3}}"#.utf8), name: "text")
        var fields = try #require(FieldReader(document.root, ProblemReport(document)))
        #expect(fields.take("a")?.value == 2)
        #expect(fields.members("m")?.map(\.name) == ["x", "y"])
        #expect(fields.members("m")?.first?.value.value == 3)
        #expect(fields.contains("m") && !fields.contains("z"))
    }

    /// Names are recorded only while a member is left, and always with more than 64 members.
    @Test(arguments: [0, 1, 2, 63, 64, 65, 200])
    func allThatWasAskedForIsKnownHoweverManyMembersThereAre(count: Int) throws {
        let names = (0..<count).map { "field\($0)" }
        func finish(_ written: [String]) throws -> [String] {
            let text = "{" + written.map { "\"\($0)\": 1" }.joined(separator: ", ") + "}"
            let document = try JSONDocument.parse(Array(text.utf8), name: "text")
            let report = ProblemReport(document)
            var fields = try #require(FieldReader(document.root, report))
            for name in names + ["last"] { #expect((fields.take(name) != nil) == written.contains(name)) }
            for name in names { #expect((fields.take(name) != nil) == written.contains(name)) }
            fields.finish()
            return (report.problems + report.warnings).map(\.message)
        }
        #expect(try finish(names).isEmpty)
        #expect(try finish(names.reversed()).isEmpty)
        #expect(try finish(names + ["other"]) == ["unknown field \"other\""])
        #expect(try finish(["other"] + names) == ["unknown field \"other\""])
        if let name = names.first { #expect(try finish(names + [name]) == ["\"field0\" is here twice, and the last one counts"]) }
    }

    @Test func whatIsNoObjectIsReported() throws {
        let document = try JSONDocument.parse(Array("[]".utf8), name: "text")
        let report = ProblemReport(document)
        #expect(FieldReader(document.root, report) == nil)
        #expect(report.problems.map(\.description) == ["text:1:1: expected an object, found an array."])
    }
}
