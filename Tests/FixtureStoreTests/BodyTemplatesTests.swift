import JSONDocument
import StubModel
import Synchronization
import TestSupport
import Testing

@testable import FixtureStore

/// Warnings about the body files of stubs from the admin API.
@Suite struct BodyTemplatesTests {
    @Test func aFileIsReadOnceForManyStubs() throws {
        let folder = try TemporaryFolder()
        try folder.write("__files/f.json", "{\n  \"image\": \"{{s3.baseUrl}}/a.jpg\"\n}")
        let fixtures = try FixtureFolder(folder.path)
        func warning() -> String? { fixtures.warning(aboutUnrenderedBodyFile: "f.json")?.message }
        #expect(warning()?.contains("contains a template (2:13)") == true)
        fixtures.bodyTemplates.withLock { known in
            for path in Array(known.keys) { known[path]?.place = TextPosition(line: 70, column: 7) }
        }
        #expect(warning()?.contains("contains a template (70:7)") == true, "it was not read again")
        try folder.write("__files/f.json", "{\"a\": \"{{now}}\"}")
        #expect(warning()?.contains("contains a template (1:8)") == true)
        try folder.write("__files/f.json", "{}")
        #expect(warning() == nil)
        try folder.write("__files/f.json.meta.json", #"{"deliberate": true}"#)
        try folder.write("__files/f.json", "{\"a\": \"{{now}}\"}")
        #expect(warning() == nil)
    }
}
