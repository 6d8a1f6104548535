import JSONDocument
import Testing

@Suite struct FieldReaderTests {
    @Test func everyWrongFieldIsReportedWithItsPlaceAndTheNearestName() throws {
        let text = """
            {
              "name": 5, "port": 70000, "count": 1.5, "on": "yes", "list": {}, "map": [], "ratio": "x",
              "reponse": { }, "null": null
            }
            """
        let document = try JSONDocument.parse(Array(text.utf8), name: "stub.json")
        let report = ProblemReport(document)
        var fields = try #require(FieldReader(document.root, report))
        #expect(fields.string("name") == nil)
        #expect(fields.int("port", in: 0...65535) == nil)
        #expect(fields.int("count") == nil)
        #expect(fields.bool("on") == nil)
        #expect(fields.array("list") == nil)
        #expect(fields.members("map") == nil)
        #expect(fields.double("ratio") == nil)
        #expect(fields.take("response") == nil)
        #expect(fields.string("null") == nil)
        fields.finish()
        #expect(
            report.problems.map(\.description) == [
                "stub.json:2:11: \"name\" must be a string, found a number at /name",
                "stub.json:2:22: \"port\" is 70000, outside of 0…65535 at /port",
                "stub.json:2:38: \"count\" must be a whole number, found 1.5 at /count",
                "stub.json:2:49: \"on\" must be true or false, found a string at /on",
                "stub.json:2:64: \"list\" must be an array, found an object at /list. Put it into brackets: [ … ].",
                "stub.json:2:75: \"map\" must be an object, found an array at /map",
                "stub.json:2:88: \"ratio\" must be a number, found a string at /ratio",
                "stub.json:3:3: unknown field \"reponse\" at /reponse. Did you mean \"response\"?",
            ])
    }

    @Test func theLastOfARepeatedNameCounts() throws {
        let document = try JSONDocument.parse(Array(#"{"a":1,"a":2,"m":{"x":1,"y":2,"x":3}}"#.utf8), name: "text")
        var fields = try #require(FieldReader(document.root, ProblemReport(document)))
        #expect(fields.int("a") == 2)
        #expect(fields.members("m")?.map(\.name) == ["x", "y"])
        #expect(fields.members("m")?.first?.value.value == 3)
        #expect(fields.contains("m") && !fields.contains("z"))
    }

    @Test func whatIsNoObjectIsReported() throws {
        let document = try JSONDocument.parse(Array("[]".utf8), name: "text")
        let report = ProblemReport(document)
        #expect(FieldReader(document.root, report) == nil)
        #expect(report.problems.map(\.description) == ["text:1:1: expected an object, found an array"])
    }
}
