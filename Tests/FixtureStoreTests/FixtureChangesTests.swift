import FileStore
import FixtureStore
import Foundation
import JSONDocument
import StubModel
import TestSupport
import Testing

/// Which changes on disk are changes of mappings.
@Suite struct FixtureChangesTests {
    private let folder: TemporaryFolder
    private let fixtures: FixtureFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("mappings/a.json", #"{"id": "76ada7b0-55ae-4229-91c4-396a36f18347", "request": {"url": "/a"}}"#)
        fixtures = try FixtureFolder(folder.path)
        _ = fixtures.load()
    }

    @Test func whatWasReadIsNoChange() { #expect(!fixtures.takeChanges()) }

    @Test(arguments: ["mappings/a.json", "mappings/b.json", "mappings/deep/er/c.yaml"])
    func aSavedMappingIsOne(_ name: String) throws {
        try folder.write(name, #"{"request": {"url": "/other"}}"#)
        #expect(fixtures.takeChanges())
        #expect(!fixtures.takeChanges(), "It has been seen.")
    }

    @Test(arguments: ["mappings/.a.json.swp", "mappings/notes.txt", "__files/a.json", "understudy.json"])
    func anotherFileIsNone(_ name: String) throws {
        try folder.write(name, "{}")
        #expect(!fixtures.takeChanges())
    }

    @Test func aSavedSettingIsSeenOnce() throws {
        #expect(!fixtures.takeSettingsChange())
        try folder.write("understudy.json", "{}")
        #expect(fixtures.takeSettingsChange())
        #expect(!fixtures.takeSettingsChange())
        try FileManager.default.removeItem(atPath: folder.path + "/understudy.json")
        #expect(fixtures.takeSettingsChange())
    }

    @Test func aChangeBesideABadOneIsSeenOnce() throws {
        try folder.write("mappings/a.json", "{")
        #expect(!fixtures.load().problems.isEmpty)
        #expect(!fixtures.takeChanges())
        try folder.write("mappings/a.json", "{}")
        #expect(fixtures.takeChanges())
    }

    /// Otherwise the server would stay stale when the mistake is gone.
    @Test func whatCannotBeReadIsSeenToComeAndGo() throws {
        let small = try FixtureFolder(folder.path, limits: FixtureLimits(fileBytes: 200))
        let manager = FileManager.default
        let mistakes: [(String, (String) throws -> Void)] = [
            ("long.json", { path in try Data(repeating: 32, count: 201).write(to: URL(fileURLWithPath: path)) }),
            ("out.json", { path in try manager.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd") }),
            ("circle", { path in try manager.createSymbolicLink(atPath: path, withDestinationPath: ".") }),
        ]
        #expect(small.load().problems.isEmpty)
        for (name, make) in mistakes {
            let path = folder.path + "/mappings/" + name
            try make(path)
            #expect(small.takeChanges(), "\(name)")
            #expect(!small.load().problems.isEmpty, "\(name)")
            #expect(!small.takeChanges(), "\(name) has been seen.")
            try manager.removeItem(atPath: path)
            #expect(small.takeChanges(), "\(name) is gone.")
            #expect(small.load().problems.isEmpty, "\(name)")
        }
    }

    @Test func ourOwnSavesAreNone() throws {
        let document = try JSONDocument.parse(Array(#"{"request": {"url": "/saved"}}"#.utf8), name: "test")
        let stub = try #require(StubMapping.decode(document.root, ProblemReport(document)))
        try fixtures.save(stub)
        #expect(!fixtures.takeChanges())
        try fixtures.save(stub)
        #expect(!fixtures.takeChanges())
        #expect(try fixtures.deleteFile(of: stub))
        #expect(!fixtures.takeChanges())
    }

    @Test func newFoldersAreToBeWatched() throws {
        try folder.write("mappings/deep/er/c.json", "{}")
        #expect(fixtures.walkMappings().folders.map(\.text) == ["mappings", "mappings/deep", "mappings/deep/er"])
    }
}
