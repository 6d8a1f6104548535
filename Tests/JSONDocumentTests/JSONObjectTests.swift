import JSONDocument
import Testing

@Suite struct JSONObjectTests {
    @Test func orderSurvivesReplacingAndRemoving() {
        for count in [3, 40] {
            var object = JSONObject((0..<count).map { ("name\($0)", JSONValue($0)) })
            object["name1"] = "new"
            object["name0"] = nil
            object["last"] = true
            object["missing"] = nil
            #expect(object.names == (1..<count).map { "name\($0)" } + ["last"])
            #expect(object["name1"] == "new")
            #expect(object["name\(count - 1)"] == .number(JSONNumber(count - 1)))
            #expect(object["name0"] == nil)
        }
    }

    @Test func equalWhateverTheOrder() {
        let left: JSONValue = ["a": 1, "b": [2]]
        let right: JSONValue = ["b": [2], "a": 1]
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left != ["a": 1])
        #expect(left != ["a": 1, "c": [2]])
    }

    @Test func composedAndDecomposedNamesDiffer() {
        for filler in [0, 20] {
            var object = JSONObject((0..<filler).map { ("name\($0)", JSONValue($0)) })
            object["\u{e9}"] = 1
            object["e\u{301}"] = 2
            #expect(object.count == filler + 2)
            #expect(object["\u{e9}"] == 1)
        }
        #expect(JSONValue.string("\u{e9}") != JSONValue.string("e\u{301}"))
    }
}
