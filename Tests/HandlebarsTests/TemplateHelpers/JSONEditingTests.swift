import JSONDocument
import Testing

@testable import JSONPath
@testable import Handlebars

@Suite struct JSONEditingTests {
    @Test(.timeLimit(.minutes(5))) func manyPlacesAreRemovedInLinearTime() throws {
        let count = 100_000
        let list = JSONValue.array((0..<count).map { ["a": JSONValue($0), "b": true] })
        let places = try JSONPath.compile("$[*].a").locations(in: list)
        #expect(places.count == count)
        #expect(list.removing(places) == .array(Array(repeating: ["b": true], count: count)))
    }
}
