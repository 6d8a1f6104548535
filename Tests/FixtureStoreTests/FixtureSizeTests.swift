import FixtureStore
import JSONDocument
import StubModel
import TestSupport
import Testing

@Suite struct FixtureSizeTests {
    @Test func aFileThatIsTooLongIsNotRead() throws {
        let folder = try TemporaryFolder()
        try folder.write("mappings/long.json", #"{"request": {"url": "/a"}, "response": {"body": "0123456789"}}"#)
        try folder.write("mappings/short.json", "{}")
        let set: FixtureSet<StubMapping> = try FixtureFolder(folder.path, limits: FixtureLimits(fileBytes: 20)).load()
        let told = set.problems.map(\.description)
        #expect(told.count == 1)
        #expect(told.first?.contains("mappings/long.json: the file has 62 bytes, more than limits.fixtureFileBytes (20) allows.") == true)
        #expect(told.first?.contains("--max-fixture-file-bytes") == true)
    }
}
