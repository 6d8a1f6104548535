import FileStore
import FixtureStore
import Foundation
import HTTPMessage
import JSONDocument
import StubModel
import TestSupport
import Testing

/// Mapping files of the operator allow the targets that they name; files that the server wrote do not.
@Suite struct APITargetsTests {
    private let folder: TemporaryFolder
    private let fixtures: FixtureFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("mappings/own.json", Self.mapping("00000000-0000-4000-8000-000000000001", "http://own.test"))
        fixtures = try FixtureFolder(folder.path)
    }

    private static func mapping(_ id: String, _ target: String) -> String {
        #"{"id": "\#(id)", "request": {"url": "/a"}, "response": {"proxyBaseUrl": "\#(target)"}}"#
    }

    /// As the admin API reads a mapping.
    private func received(_ id: String, _ target: String) throws -> StubMapping {
        let document = try JSONDocument.parse(Array(Self.mapping(id, target).utf8), name: "request body")
        return try #require(StubMapping.decode(document.root, ProblemReport(document)))
    }

    /// The targets that each mapping may call, after a new process has read the folder.
    private func trusted() throws -> [String: [String]] {
        let set = try FixtureFolder(folder.path).load()
        #expect(set.problems.isEmpty, "\(set.problems)")
        let pairs = set.stubs.map { ("\($0.id)".suffix(1), $0.operatorTargets.map(\.description).sorted()) }
        return Dictionary(uniqueKeysWithValues: pairs.map { (String($0.0), $0.1) })
    }

    @Test func aTargetInAFileOfTheOperatorsIsHisOwn() throws { #expect(try trusted() == ["1": ["own.test:80"]]) }

    @Test func aTargetThatCameByTheAPIStaysMistrustedOnDisk() throws {
        _ = fixtures.load()
        try fixtures.save(try received("00000000-0000-4000-8000-000000000002", "http://foreign.test:81/x"))
        #expect(try trusted() == ["1": ["own.test:80"], "2": []])
    }

    @Test func anEditByTheAPIOfTheOperatorsFileAddsNoTrust() throws {
        _ = fixtures.load()
        try fixtures.save(try received("00000000-0000-4000-8000-000000000001", "http://foreign.test"))
        #expect(try trusted() == ["1": []])
    }

    @Test func aMappingThatIsSavedAsItWasReadKeepsItsTrust() throws {
        for mapping in fixtures.load().stubs { try fixtures.save(mapping) }
        #expect(try trusted() == ["1": ["own.test:80"]])
    }

    @Test(arguments: ["mappings/.api-targets", "mappings/.api-targets.json"])
    func whenTheNotesCannotBeReadNothingIsTrusted(_ notes: String) throws {
        try folder.write(notes, "{")
        let set = fixtures.load()
        #expect(set.stubs.map(\.operatorTargets.count) == [0])
        #expect(set.warnings.map(\.description).joined().contains("no target in a file of mappings is allowed"))
        // They would be lost, so no mapping with targets is saved.
        #expect(throws: Problem.self) { try fixtures.save(try received("00000000-0000-4000-8000-000000000002", "http://foreign.test")) }
        #expect(set.stubs.count == fixtures.load().stubs.count)
    }

    @Test(arguments: ["folder", "pipe", "link out", "link to a wrong file"])
    func whatIsInPlaceOfTheNotesIsTold(_ kind: String) throws {
        let place = "mappings/.api-targets"
        switch kind {
        case "folder": try folder.write(place + "/a.txt", "")
        case "pipe": #expect(mkfifo("\(folder.path)/\(place)", 0o600) == 0)
        case "link out": try folder.link(place, to: "/etc/hostname")
        default:
            try folder.write("notes", "{")
            try folder.link(place, to: "../notes")
        }
        let set = fixtures.load()
        #expect(set.stubs.map(\.operatorTargets.count) == [0])
        #expect(set.warnings.filter { $0.source.hasSuffix(place) && $0.message.contains("no target in a file of mappings is") }.count == 1)
    }

    /// What is wrong with the folder says it all.
    @Test func ofAFolderThatCannotBeReadNoNotesAreMissed() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/mappings", withDestinationPath: "mappings")
        let set = try FixtureFolder(folder.path).load()
        #expect(set.problems.map(\.message) == ["a link leads in a circle, to \"mappings\""])
        #expect(!set.warnings.map(\.description).joined().contains(".api-targets"), "\(set.warnings)")
    }

    /// WireMock reads every file below `mappings` whose name ends in `.json`, and refuses to start when one is no mapping.
    @Test func theNotesAreNoFileThatWireMockReads() throws {
        _ = fixtures.load()
        try fixtures.save(try received("00000000-0000-4000-8000-000000000002", "http://foreign.test:81/x"))
        let files = fixtures.root.walk(RelativePath("mappings")!).files
        #expect(files.contains(RelativePath("mappings/.api-targets")!))
        for file in files where file.text.hasSuffix(".json") {
            #expect(try JSONValue.parse(try fixtures.root.read(file)).object?["request"] != nil, "\(file.text)")
        }
    }

    @Test func notesOfAnEarlierVersionCountAndMove() throws {
        try folder.write("mappings/.api-targets.json", #"{"mappings/own.json": ["own.test:80"]}"#)
        #expect(try trusted() == ["1": []])
        _ = fixtures.load()
        try fixtures.save(try received("00000000-0000-4000-8000-000000000002", "http://foreign.test"))
        #expect(fixtures.root.stamp(of: RelativePath("mappings/.api-targets.json")!) == nil)
        #expect(try trusted() == ["1": [], "2": []])
    }

    /// As with `git stash`, `git switch` and editors that write a file anew.
    @Test(arguments: [false, true]) func aTargetStaysMistrustedWhileItsFileIsAway(isDeletedMeanwhile: Bool) throws {
        _ = fixtures.load()
        let first = try received("00000000-0000-4000-8000-000000000002", "http://first.test")
        let saved = try fixtures.save(first)
        let file = URL(filePath: saved)
        let bytes = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        if isDeletedMeanwhile { #expect(try fixtures.deleteFile(of: first) == false) }
        try fixtures.save(try received("00000000-0000-4000-8000-000000000003", "http://second.test"))
        try bytes.write(to: file)
        #expect(try trusted() == ["1": ["own.test:80"], "2": [], "3": []])
    }

    @Test func notesAboutFilesThatTheServerDeletesAreDropped() throws {
        _ = fixtures.load()
        let first = try received("00000000-0000-4000-8000-000000000002", "http://first.test")
        try fixtures.save(first)
        try fixtures.deleteFile(of: first)
        try fixtures.save(try received("00000000-0000-4000-8000-000000000003", "http://second.test"))
        try fixtures.save(try received("00000000-0000-4000-8000-000000000004", "http://third.test"))
        let notes = try JSONValue.parse(try fixtures.root.read(RelativePath("mappings/.api-targets")!)).object
        #expect(notes?.map { $0.value } == [["second.test:80"], ["third.test:80"]])
    }

    @Test func mappingsWithoutTargetsLeaveNoNotes() throws {
        let document = try JSONDocument.parse(Array(#"{"request": {"url": "/b"}}"#.utf8), name: "request body")
        try fixtures.save(try #require(StubMapping.decode(document.root, ProblemReport(document))))
        #expect(fixtures.root.stamp(of: RelativePath("mappings/.api-targets")!) == nil)
    }
}
