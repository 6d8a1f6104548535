import JSONDocument
import RegularExpression
import Testing

@testable import MockEngine

@Suite struct JSONExpectationTests {
    /// A plain value can only be paired with an equal one: no other value is compared.
    @Test(.timeLimit(.minutes(5)), arguments: [JSONExpectation.Options.ignoringArrayOrder, [.ignoringArrayOrder, .ignoringExtraElements]])
    func longListsOfOtherValuesAreToldApartInLinearTime(options: JSONExpectation.Options) throws {
        let count = 20_000
        let subject = MatchSubject(text: "")
        let expectation = try JSONExpectation(.array((0..<count).map { JSONValue($0) }), .standard)
        let others = JSONValue.array((count..<(2 * count)).map { JSONValue($0) })
        #expect(!expectation.accepts(others, options, of: subject))
        #expect(expectation.differences(from: others, options, of: subject) == count)
        let backwards = JSONValue.array((0..<count).reversed().map { JSONValue($0) })
        #expect(expectation.accepts(backwards, options, of: subject))
    }

    @Test(.timeLimit(.minutes(5))) func longListsOfOtherObjectsAreToldApartInLinearTime() throws {
        let count = 20_000
        func list(_ range: Range<Int>) -> JSONValue { .array(range.map { ["id": JSONValue($0), "tags": ["name": "x"]] }) }
        let expectation = try JSONExpectation(list(0..<count), .standard)
        let subject = MatchSubject(text: "")
        #expect(expectation.differences(from: list(count..<(2 * count)), .ignoringArrayOrder, of: subject) == count)
        #expect(expectation.accepts(.array(list(0..<count).array!.reversed()), .ignoringArrayOrder, of: subject))
    }
}
