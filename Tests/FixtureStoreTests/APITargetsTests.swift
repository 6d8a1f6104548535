import FileStore
import FixtureStore
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

    @Test func whenTheNotesCannotBeReadNothingIsTrusted() throws {
        try folder.write("mappings/.api-targets.json", "{")
        let set = fixtures.load()
        #expect(set.stubs.map(\.operatorTargets.count) == [0])
        #expect(set.warnings.map(\.description).joined().contains("no target in a file of mappings is allowed"))
        // They would be lost, so no mapping with targets is saved.
        #expect(throws: Problem.self) { try fixtures.save(try received("00000000-0000-4000-8000-000000000002", "http://foreign.test")) }
        #expect(set.stubs.count == fixtures.load().stubs.count)
    }

    @Test func mappingsWithoutTargetsLeaveNoNotes() throws {
        let document = try JSONDocument.parse(Array(#"{"request": {"url": "/b"}}"#.utf8), name: "request body")
        try fixtures.save(try #require(StubMapping.decode(document.root, ProblemReport(document))))
        #expect(throws: (any Error).self) { try fixtures.root.readVersion(RelativePath("mappings/.api-targets.json")!) }
    }
}
