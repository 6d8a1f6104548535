import HTTPMessage
import Testing

@Suite struct ValuesByNameTests {
    @Test func namesAndTheirValuesKeepTheirOrder() {
        let values = ValuesByName([(name: "b", value: "1"), ("a", "2"), ("b", "3"), ("B", "4")])
        #expect(values.entries.map(\.name) == ["b", "a", "B"])
        #expect(values.entries.map(\.values) == [["1", "3"], ["2"], ["4"]])
    }

    @Test func headerFieldsAreOneInAnySpelling() {
        let values = ValuesByName(headers: [("Accept", "a"), ("X", "b"), ("aCCEPT", "c")])
        #expect(values.entries.map(\.name) == ["Accept", "X"])
        #expect(values.entries.map(\.values) == [["a", "c"], ["b"]])
    }

    @Test func anAccentMakesAnotherName() {
        #expect(ValuesByName([(name: "\u{E9}", value: "1"), ("e\u{301}", "2")]).entries.map(\.values) == [["1"], ["2"]])
    }

    @Test func theValuesOfAName() {
        let pairs = [(name: "b", value: "1"), ("a", "2"), ("b", "3"), ("B", "4"), ("\u{E9}", "5")]
        #expect(ValuesByName(pairs).values("b") == ["1", "3"])
        #expect(ValuesByName(pairs, ignoringCase: true).values("b") == ["1", "3", "4"])
        #expect(ValuesByName(pairs).values("c") == [] && ValuesByName(pairs).values("e\u{301}") == [])
    }

    @Test(.timeLimit(.minutes(5)), arguments: [1, 400_000])
    func manyPairsTakeLinearTime(names: Int) {
        let values = ValuesByName((0..<400_000).map { (name: "n\($0 % names)", value: "v") })
        #expect(values.entries.count == names)
    }
}
