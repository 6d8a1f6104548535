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

    /// Else a set of thousands of them would be searched one by one.
    @Test func spellingsOfOneTextHaveTheirOwnHashes() {
        let spellings = (0..<256).map { number in
            (0..<8).map { number >> $0 & 1 == 0 ? "\u{e9}" : "e\u{301}" }.joined()
        }
        #expect(Set(spellings).count == 1)
        #expect(Set(spellings.map { JSONValue.string($0).hashValue }).count == 256)
        #expect(Set(spellings.map { JSONValue.object([$0: 1]).hashValue }).count == 256)
        #expect(Set(spellings.map { JSONValue.array([.string($0)]).hashValue }).count == 256)
    }
}
