import FileStore
import Foundation
import JSONDocument
import StubModel
import Synchronization
import TestSupport
import Testing

@testable import FixtureStore

@Suite struct FixtureFolderTests {
    private static let id = "76ada7b0-55ae-4229-91c4-396a36f18347"

    private let folder: TemporaryFolder
    private let fixtures: FixtureFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("__files/a.txt", "A")
        try folder.write("__files/sub/b.txt", "B")
        try folder.write("__files-secret/s.txt", "S")
        fixtures = try FixtureFolder(folder.path)
    }

    private func mapping(_ text: String, origin: StubMapping.Origin = .interface) throws -> StubMapping {
        let document = try JSONDocument.parse(Array(text.utf8), name: "test")
        let report = ProblemReport(document)
        return try #require(StubMapping.decode(document.root, report, origin: origin))
    }

    @Test func filesAreListedReadWrittenAndDeleted() throws {
        #expect(fixtures.fileNames() == ["a.txt", "sub/b.txt"])
        #expect(try fixtures.file("sub/b.txt")?.bytes() == Array("B".utf8))
        try fixtures.writeFile("new/c.json", Array("{}".utf8))
        #expect(try folder.text("__files/new/c.json") == "{}")
        #expect(try fixtures.file("/new/c.json") != nil)
        #expect(try fixtures.deleteFile("new/c.json"))
        #expect(try !fixtures.deleteFile("new/c.json"))
        #expect(try fixtures.file("new/c.json") == nil)
    }

    @Test(arguments: ["../understudy.json", "..", "", "/", "sub/../../x", "../__files-secret/s.txt", "a\0b"])
    func filesOutsideAreNotTouched(name: String) throws {
        #expect(throws: FileError.self) { try fixtures.file(name) }
        #expect(throws: FileError.self) { try fixtures.writeFile(name, [1]) }
        #expect(throws: FileError.self) { try fixtures.deleteFile(name) }
        #expect(throws: BodyFileError.self) { try fixtures.bodyFile(name) }
        #expect(try folder.text("__files-secret/s.txt") == "S")
    }

    /// As in WireMock, which compares canonical paths.
    @Test(arguments: ["../__files/sub/b.txt", "sub/../../__files/sub/b.txt", "/../__files/./sub//b.txt"])
    func aBodyFileMayLeaveTheFolderAndComeBack(name: String) throws {
        #expect(try fixtures.bodyFile(name) === fixtures.bodyFile("sub/b.txt"))
        #expect(fixtures.complaint(aboutBodyFile: name) == nil)
        #expect(throws: FileError.self) { try fixtures.file(name) }
    }

    @Test(arguments: [
        "../mappings/m.json", "../__files/../mappings/m.json", "../__files", "../__files/..", "../../__files/a.txt",
        "../__files/../../__files/a.txt", "../__files-secret/../__files-secret/s.txt",
    ])
    func aBodyFileElsewhereIsNotSent(name: String) throws {
        try folder.write("mappings/m.json", "{}")
        let error = #expect(throws: BodyFileError.self) { try fixtures.bodyFile(name) }
        #expect(error.map { "\($0)".contains("leads out of") } == true)
        #expect(fixtures.complaint(aboutBodyFile: name)?.message.contains("is not beneath") == true)
    }

    @Test func aNameThatEndsInASlashNamesNoFile() throws {
        let error = #expect(throws: BodyFileError.self) { try fixtures.bodyFile("sub/b.txt/") }
        #expect(error?.description == "reading \"\(folder.path)/__files/sub/b.txt/\": the name ends in a slash, so it names no file.")
        let complaint = fixtures.complaint(aboutBodyFile: "sub/b.txt/")
        #expect(complaint?.message == "the body file \"sub/b.txt/\" ends in a slash, so it names no file")
        #expect(complaint?.repair == "Remove the slash.")
    }

    /// A template may make a name of a whole request.
    @Test(arguments: ["x", "/", "../"]) func aNameThatIsTooLongIsNotRepeated(part: String) throws {
        let name = String(repeating: part, count: 3_000_000 / part.utf8.count) + "a.txt"
        let error = #expect(throws: BodyFileError.self) { try fixtures.bodyFile(name) }
        #expect(error?.description == "the name of a body file has \(name.utf8.count) bytes, and may have 4096.")
        #expect(fixtures.complaint(aboutBodyFile: name)?.repair == "Shorten it.")
        #expect(fixtures.bodyPaths.withLock { $0.isEmpty })
    }

    @Test func onlyNamesOfFilesAreKept() throws {
        for name in ["none.txt", "sub", "../a.txt"] { #expect(throws: BodyFileError.self) { try fixtures.bodyFile(name) } }
        #expect(fixtures.bodyPaths.withLock { $0.isEmpty })
        _ = try fixtures.bodyFile("/sub/b.txt")
        #expect(fixtures.bodyPaths.withLock { $0.mapValues(\.text) } == ["/sub/b.txt": "__files/sub/b.txt"])
    }

    @Test func aLinkThatLeadsOutIsNotFollowedBehindDots() throws {
        let outside = try TemporaryFolder()
        try outside.write("o.txt", "O")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/__files/out.txt", withDestinationPath: outside.path + "/o.txt")
        #expect(throws: BodyFileError.self) { try fixtures.bodyFile("../__files/out.txt") }
    }

    @Test(arguments: ["a", "a.txt", "a.yaml", ".json"])
    func aNameThatIsNoMappingsIsRefused(_ name: String) throws {
        let error = #expect(throws: Problem.self) { try fixtures.save(mapping("{}"), fileName: name) }
        #expect(error?.message.contains("would never be read") == true)
        #expect((try? folder.names("mappings")) ?? [] == [])
    }

    @Test func twoMappingsAreNotSavedInOneFile() throws {
        let first = try mapping(#"{"request": {"url": "/first"}}"#)
        try fixtures.save(first, fileName: "same.json")
        let error = #expect(throws: Problem.self) { try fixtures.save(mapping(#"{"request": {"url": "/second"}}"#), fileName: "same.json") }
        #expect(error?.message == "another stub mapping is saved in this file")
        try fixtures.save(first, fileName: "same.json")
        #expect(try folder.text("mappings/same.json").contains("/first"))
        try folder.write("mappings/theirs.json", "{}")
        let theirs = #expect(throws: Problem.self) { try fixtures.save(mapping("{}"), fileName: "theirs.json") }
        #expect(theirs?.message.contains("not this stub mapping's") == true)
        #expect(try folder.text("mappings/theirs.json") == "{}")
        try fixtures.save(mapping("{}"), fileName: "free.json")
    }

    @Test func filesThatAKilledProcessWasWritingAreDeleted() throws {
        // No process has this number: it is above the largest that Linux gives.
        let left = ["mappings/.4194305.17.part", "__files/deep/.4194305.18.part"]
        let kept = ["mappings/.\(getpid()).17.part", "__files/a.part", "__files/.4194305.part", "s3/b/.4194305.x.part"]
        for name in left + kept { try folder.write(name, "half") }
        #expect(fixtures.deleteAbandonedFiles { true } == 0)
        #expect(fixtures.deleteAbandonedFiles() == 2)
        #expect(left.allSatisfy { !FileManager.default.fileExists(atPath: folder.path + "/" + $0) })
        #expect(kept.allSatisfy { FileManager.default.fileExists(atPath: folder.path + "/" + $0) })
    }

    @Test func bodyFileIsTheSameObjectUntilItChanges() throws {
        let first = try fixtures.bodyFile("/sub/b.txt")
        #expect(try fixtures.bodyFile("sub/b.txt") === first)
        #expect(first.mediaType == "text/plain")
        try folder.write("__files/sub/b.txt", "C")
        #expect(try fixtures.bodyFile("sub/b.txt").bytes() == Array("C".utf8))
        #expect(throws: BodyFileError.self) { try fixtures.bodyFile("sub") }
    }

    @Test func savedMappingIsReadAgain() throws {
        let stub = try mapping(
            #"{"id": "76ada7b0-55ae-4229-91c4-396a36f18347", "request": {"method": "GET", "url": "/Things/1?a=b c"}, "response": {"body": "x"}}"#
        )
        let path = try fixtures.save(stub)
        #expect(path == folder.path + "/mappings/get-things1ab-c-76ada7b0-55ae-4229-91c4-396a36f18347.json")
        let loaded = fixtures.load()
        #expect(loaded.problems.isEmpty)
        #expect(loaded.stubs.map(\.id) == [stub.id])
        #expect(loaded.stubs.map(\.json) == [stub.json])
        #expect(try fixtures.deleteFile(of: stub))
        #expect(try !fixtures.deleteFile(of: stub))
        #expect(fixtures.load().stubs.isEmpty)
    }

    @Test func mappingGoesBackToItsFile() throws {
        try folder.write("mappings/sub/mine.json", #"{"id": "\#(Self.id)", "name": "old", "request": {"url": "/a"}}"#)
        #expect(fixtures.load().stubs.map(\.name) == ["old"])
        try fixtures.save(mapping(#"{"id": "\#(Self.id)", "name": "new", "request": {"url": "/a"}}"#))
        #expect(try folder.names("mappings/sub") == ["mine.json"])
        #expect(fixtures.load().stubs.map(\.name) == ["new"])
    }

    /// A mapping is saved to the file that it was read from, even if the file has become invalid.
    @Test func aFailedLoadForgetsNoFile() throws {
        try folder.write("mappings/mine.json", #"{"id": "\#(Self.id)", "name": "old", "request": {"url": "/a"}}"#)
        #expect(fixtures.load().problems.isEmpty)
        try folder.write("mappings/mine.json", "{")
        #expect(!fixtures.load().problems.isEmpty)
        try fixtures.save(mapping(#"{"id": "\#(Self.id)", "name": "new", "request": {"url": "/a"}}"#))
        #expect(try folder.names("mappings") == ["mine.json"])
    }

    @Test func aSavedMappingKeepsItsFileUnderAnotherName() throws {
        let first = try fixtures.save(mapping(#"{"id": "\#(Self.id)", "name": "first"}"#))
        #expect(try fixtures.save(mapping(#"{"id": "\#(Self.id)", "name": "second"}"#)) == first)
        #expect(try folder.names("mappings").count == 1)
    }

    @Test func oneOfSeveralIsNeitherWrittenBackNorDeleted() throws {
        let text = #"{"mappings": [{"id": "\#(Self.id)", "name": "a"}, {"name": "b"}]}"#
        try folder.write("mappings/many.json", text)
        #expect(fixtures.load().stubs.count == 2)
        let one = try mapping(#"{"id": "\#(Self.id)", "name": "new"}"#)
        let error = #expect(throws: Problem.self) { try fixtures.save(one) }
        #expect(error?.message == "the file holds several mappings, so that one of them cannot be written back")
        #expect(try !fixtures.deleteFile(of: one))
        #expect(try folder.text("mappings/many.json") == text)
    }

    @Test func namesAreMadeFitForFiles() throws {
        let id = "76ada7b0-55ae-4229-91c4-396a36f18347"
        func name(_ fields: String) throws -> String {
            String(MappingFileName.standard(for: try mapping(#"{"id": "\#(id)", \#(fields)}"#)).dropLast(id.count + 6))
        }
        #expect(try name(#""name": "Feed: page 2/3""#) == "feed-page-23")
        #expect(try name(#""request": {"urlPathPattern": "/a/[0-9]+"}"#) == "any-a0-9")
        #expect(try name(#""request": {"method": "GET"}"#) == "get-always")
        #expect(try name(#""request": {"method": {"oneOf": ["GET", "PUT"]}, "url": "/a"}"#) == "get-or-put-a")
        #expect(try name(#""name": "사진 목록""#) == "사진-목록")
        #expect(try name(#""name": "../../etc/passwd""#) == "etcpasswd")
        #expect(try name(#""name": "", "request": {"url": "/a"}"#) == "any-a")
        #expect(try name(#""name": "?!", "request": {"url": "/a"}"#) == "any-a")
        #expect(try name(#""name": "\#(String(repeating: "x", count: 500))""#).count == 100)
    }

    @Test(arguments: ["사", "👨‍👩‍👧‍👦x"]) func namesOfAnyScriptFitIntoAFolder(character: String) throws {
        let long = String(repeating: character, count: 100)
        try fixtures.save(mapping(#"{"name": "\#(long)", "request": {"url": "/\#(long)"}}"#))
        #expect(fixtures.load().stubs.map(\.name) == [long])
        // A file with a given name, up to the longest one of the system.
        let name = String(repeating: "사", count: 83) + ".json"
        try fixtures.writeFile(name, Array("{}".utf8))
        #expect(fixtures.fileNames().contains(name))
    }

    @Test func aGivenNameIsMadeFitAndStaysInTheFolder() throws {
        #expect(try fixtures.save(mapping("{}"), fileName: "../__files/GET a.json") == folder.path + "/mappings/__filesget-a.json")
        #expect(throws: Problem.self) { try fixtures.save(mapping("{}"), fileName: "/") }
    }
}
