import JSONDocument
import Testing

@testable import Handlebars
@testable import MockEngine

/// Where a helper call that fails stands.
@Suite struct TemplatePlaceTests {
    private static let text = "a\n {{math 1}}\n{{math 2}}{{math 3}}"

    private func places(in text: String) throws -> [TemplatePlace] {
        let template = try #require(try CompiledTemplate.compileStretch(of: text))
        let context = HelperRequest.context()
        _ = try template.render(.null, in: context)
        return context.draws.mistakes.compactMap { if case .failure(_, let place?, _) = $0 { place } else { nil } }
    }

    @Test func linesAndColumnsAreThoseOfTheName() throws {
        let places = try places(in: Self.text)
        #expect(places.map(\.line) == [1, 2, 2])
        #expect(places.map(\.column) == [2, 2, 12])
        #expect(places.map { $0.position?.line } == [2, 3, 3])
    }

    /// A place is a number beside the text, so that a text with thousands of calls that fail is not read for each of them.
    @Test func placesHaveTheirTextInCommon() throws {
        let places = try places(in: Self.text)
        #expect(places.map(\.offset) == [2, 13, 23])
        #expect(Set(places.map { ObjectIdentifier($0.source) }).count == 1)
        #expect(MemoryLayout<TemplatePlace>.size == 2 * MemoryLayout<Int>.size)
    }

    /// So that a mistake in a file that is compiled again is told once.
    @Test func placesInTheSameTextAreTheSame() throws {
        #expect(try places(in: Self.text) == places(in: Self.text))
        #expect(try places(in: Self.text)[0] != places(in: "b" + Self.text)[0])
    }
}
