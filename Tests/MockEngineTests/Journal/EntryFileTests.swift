import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

/// The entry of a response from a dropped file names the file.
struct EntryFileTests {
    private final class Source: ContentSource {
        private let response: Response
        init(_ response: Response) { self.response = response }
        func content(for request: Request, in session: Session) -> Content { .found(WirePlan(response)) }
    }

    private func entry(_ body: BodySource, stub: String? = nil) throws -> JournalEntry {
        let engine = MockEngine.manual(contents: Source(Response(status: 200, body: body, file: "__files/a.json")))
        if let stub { try engine.add(stub) }
        _ = engine.session.respond(to: Request(target: "/a"))
        return try #require(engine.lastEntry)
    }

    @Test(arguments: [1, 1 << 20]) func theFileIsNamed(length: Int) throws {
        let entry = try entry(.bytes([UInt8](repeating: 120, count: length)))
        #expect(entry.json["file"] == "__files/a.json")
        #expect(entry.json(.plain)["file"] == nil, "WireMock's client refuses a field that it does not know")
    }

    @Test func theFileOfAModifiedResponseIsNamed() throws {
        let stub = #"{"request": {"url": "/a"}, "response": {"modify": {"status": 201}}}"#
        let entry = try entry(.bytes([120]), stub: stub)
        #expect(entry.response.status == 201 && entry.json["file"] == "__files/a.json")
    }

    @Test func aStubsResponseHasNone() throws {
        #expect(try entry(.empty, stub: #"{"request": {"url": "/a"}, "response": {}}"#).json["file"] == nil)
    }
}
