import Testing

@testable import UnderstudyService

/// What `understudy reload` reads of a service's response.
@Suite(.timeLimit(.minutes(5))) struct ReloadResponseTests {
    private func reload(_ body: String) throws -> ReloadResponse {
        try #require(ReloadResponse(Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n\(body)".utf8)))
    }

    @Test(arguments: [
        (#"{"problems": [], "stubs": 2}"#, true), (#"{"problems": ["a"], "stubs": 2, "kept": ["settings"]}"#, true),
        (#"{"problems": ["a"], "stubs": 2, "kept": ["settings", "mappings"]}"#, false),
        // As earlier versions respond.
        (#"{"problems": ["a"], "stubs": 2}"#, false),
    ])
    func mappingsAreNewUnlessTheyAreKept(body: String, areNew: Bool) throws { #expect(try reload(body).hasNewMappings == areNew) }

    @Test func whatIsKeptIsASentence() throws {
        let kept = try reload(#"{"problems": ["a"], "stubs": 2, "kept": ["certificate"]}"#).kept
        #expect(kept == "the last good certificate stays in use")
        #expect(try reload(#"{"problems": ["a"], "stubs": 2}"#).kept == nil)
    }
}
