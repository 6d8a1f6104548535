import FixtureStore
import Foundation
import JSONDocument
import StubModel
import TestSupport
import Testing

@Suite struct FixtureLoadingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load() throws -> FixtureSet<StubMapping> { try FixtureFolder(folder.path).load() }

    private func lines(_ problems: [Problem]) -> [String] {
        problems.map { $0.description.replacingOccurrences(of: folder.path, with: "mocks") }
    }

    private static let stub = #"{"request": {"url": "/a"}, "response": {"status": 200}}"#

    @Test func emptyFolderIsAnEmptySet() throws {
        let set = try load()
        #expect(set.stubs.isEmpty && set.problems.isEmpty && set.warnings.isEmpty)
    }

    @Test func missingFolderSaysSo() { #expect(throws: (any Error).self) { try FixtureFolder("/nowhere/at/all") } }

    @Test func mappingsAreFoundInEveryFolderInOrder() throws {
        try folder.write("mappings/b.json", #"{"name": "b", "request": {"url": "/b"}}"#)
        try folder.write("mappings/a/z.json", #"{"name": "a/z", "request": {"url": "/z"}}"#)
        try folder.write("mappings/a/many.JSON", #"{"mappings": [{"name": "1"}, {"name": "2"}], "meta": {"total": 2}}"#)
        try folder.write("mappings/README.md", "not one")
        try folder.write("mappings/.hidden.json", "{")
        try folder.write("mappings/._apple.json", [0, 5, 22, 7])
        let set = try load()
        #expect(lines(set.problems) == [])
        #expect(set.stubs.map(\.name) == ["1", "2", "a/z", "b"])
        #expect(set.stubs.map(\.origin).first == .file(path: folder.path + "/mappings/a/many.JSON"))
        #expect(set.stubs.map(\.origin).last == .file(path: folder.path + "/mappings/b.json"))
    }

    /// Stubs without an index are older than those with one.
    @Test func savedStubsKeepTheOrderInWhichTheyWereAdded() throws {
        try folder.write("mappings/a.json", #"{"name": "third", "insertionIndex": 7, "request": {"url": "/a"}}"#)
        try folder.write("mappings/b.json", #"{"name": "by hand", "request": {"url": "/b"}}"#)
        try folder.write("mappings/c.json", #"{"name": "first", "insertionIndex": 3, "request": {"url": "/c"}}"#)
        try folder.write("mappings/d.json", #"{"name": "second", "insertionIndex": 3, "request": {"url": "/d"}}"#)
        try folder.write("mappings/e.json", #"{"name": "by hand, too", "request": {"url": "/e"}}"#)
        let fixtures = try FixtureFolder(folder.path)
        let stubs = fixtures.load().stubs
        #expect(stubs.map(\.name) == ["by hand", "by hand, too", "first", "second", "third"])
        try fixtures.save(try #require(stubs.first))
        try fixtures.save(try #require(stubs.last))
        #expect(try !folder.text("mappings/b.json").contains("insertionIndex"))
        #expect(fixtures.load().stubs.map(\.name) == stubs.map(\.name))
    }

    @Test func commentsAndSingleQuotesAreTaken() throws {
        try folder.write("mappings/a.json", "// first\n{'name': 'it', /* then */ 'request': {'url': '/a'}}")
        #expect(try load().stubs.map(\.name) == ["it"])
    }

    @Test func everyProblemOfEveryFileIsToldAndNothingIsLoaded() throws {
        try folder.write("mappings/a.json", "{\n  \"request\": {\"url\": \"/a\"},\n  \"reponse\": {},\n  \"priorty\": 1\n}")
        try folder.write("mappings/b.json", "{\"request\": {},}")
        try folder.write("mappings/c.json", Self.stub)
        try folder.write("mappings/d.json", "[]")
        try folder.write("mappings/e.json", "{\"mappings\": {}}")
        try folder.write("mappings/f.json", "{} {}")
        try folder.write("mappings/g.json", [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D])
        try folder.write("mappings/h.json", "")
        let set = try load()
        #expect(set.stubs.isEmpty)
        let lines = lines(set.problems)
        #expect(lines.first == "mocks/mappings/a.json:3:3 /reponse: unknown field \"reponse\". Did you mean \"response\"?")
        #expect(lines.dropFirst().first == "mocks/mappings/a.json:4:3 /priorty: unknown field \"priorty\". Did you mean \"priority\"?")
        for name in ["b", "d", "e", "f", "g", "h"] {
            #expect(lines.contains { $0.hasPrefix("mocks/mappings/\(name).json:1:") }, "\(name)")
        }
        #expect(!lines.contains { $0.contains("c.json") })
    }

    @Test func anIDTakenTwiceIsToldWithBothPlaces() throws {
        let text = "{\n  \"id\": \"76ada7b0-55ae-4229-91c4-396a36f18347\"\n}"
        try folder.write("mappings/a.json", text)
        try folder.write("mappings/b.json", text)
        let set = try load()
        #expect(set.problems.isEmpty && set.stubs.count == 2)
        let warning =
            "mocks/mappings/b.json:2:9 /id: the id \"76ada7b0-55ae-4229-91c4-396a36f18347\" is taken already, at "
            + "mocks/mappings/a.json:2:9, so this stub gets the id \"\(set.stubs[1].id)\". Give one of them another id, or none."
        #expect(lines(set.warnings).contains(warning))
    }

    @Test func theEngineAddsItsOwnProblems() throws {
        try folder.write("mappings/a.json", Self.stub)
        let set: FixtureSet<Int> = try FixtureFolder(folder.path).load { mapping, report in
            report.add("no such pattern", at: report.document.root)
            return nil
        }
        #expect(lines(set.problems) == ["mocks/mappings/a.json:1:1: no such pattern."])
    }

    @Test func linksOutOfTheFolderAreProblems() throws {
        let outside = try TemporaryFolder()
        try outside.write("x.json", Self.stub)
        try folder.write("mappings/a.json", Self.stub)
        try folder.write("__files/a.txt", "a")
        try folder.write("s3/bucket/a.txt", "a")
        for link in ["mappings/out.json", "__files/out.txt", "s3/bucket/out.jpg"] { try folder.link(link, to: outside.path + "/x.json") }
        try folder.link("s3/other", to: outside.path)
        try folder.link("mappings/in.json", to: folder.path + "/mappings/a.json")
        let fixtures = try FixtureFolder(folder.path)
        let set = fixtures.load()
        let targets = ["mappings/out.json": "/x.json", "__files/out.txt": "/x.json", "s3/bucket/out.jpg": "/x.json", "s3/other": ""]
        let expected = ["mappings/out.json", "__files/out.txt", "s3/bucket/out.jpg", "s3/other"].map {
            "mocks/\($0):1:1: a link leads out of the folder, to \"\(outside.path)\(targets[$0]!)\". Copy what it points to into the folder."
        }
        #expect(lines(set.problems) == Array(expected.prefix(2)))
        #expect(lines(fixtures.objectProblems().problems) == Array(expected.suffix(2)))
    }

    @Test func linksInACircleAreProblems() throws {
        try folder.write("__files/a/b.txt", "b")
        try folder.link("__files/a/up", to: "..")
        try folder.link("__files/self", to: "self")
        #expect(
            lines(try load().problems) == [
                "mocks/__files/a/up:1:1: a link leads in a circle, to \"..\". Remove it.",
                "mocks/__files/self:1:1: a link leads in a circle, to \"self\". Remove it.",
            ])
    }

    @Test func bodyFilesThatAreThereOrAreTemplatesAreNotMissed() throws {
        try folder.write("__files/feed/page-1.json", "{}")
        try folder.write(
            "mappings/c.json",
            #"{"request": {"url": "/c"}, "response": {"bodyFileName": "feed/{{request.path.[1]}}.json", "transformers": ["response-template"]}}"#
        )
        try folder.write("mappings/d.json", #"{"request": {"url": "/d"}, "response": {"bodyFileName": "/feed/page-1.json"}}"#)
        let set = try load()
        #expect(set.stubs.count == 2 && set.lateProblems.isEmpty && set.warnings.isEmpty)
    }

    @Test func namesThatCannotBeSentAreProblems() throws {
        try folder.write("s3/bucket/a.jpg", "a")
        try folder.write(
            "s3/bucket/a.jpg.meta.json",
            #"{"headers": {"": "x", "A B": "x", "A\r\nB": ["x"]}, "metadata": {"사진": "x", "ok": "x"}, "tags": {"사진": "x"}}"#)
        let problems = try FixtureFolder(folder.path).objectProblems().problems
        #expect(problems.map { $0.position?.column } == [14, 23, 35, 66])
        #expect(problems.first?.message == "\"\" is not a valid name of a header field")
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}, "response": {"headers": {"A B": "on purpose"}}}"#)
        #expect(
            try lines(load().warnings) == [
                "mocks/mappings/a.json:1:53 /response/headers/A B: header \"A B\" has a name that clients refuse: it contains a space. Did you mean \"A-B\"?"
            ])
    }

    /// A load does not wait for them: there may be many.
    @Test func descriptionsOfObjectsAreCheckedApart() throws {
        try folder.write("s3/bucket/a.jpg", "a")
        try folder.write("s3/bucket/a.jpg.meta.json", #"{"headers": {"Cache-Control": []}, "metdata": {}}"#)
        try folder.write("s3/bucket/alone.meta.json", "{")
        let fixtures = try FixtureFolder(folder.path)
        let set = fixtures.load()
        #expect(set.problems.isEmpty && set.warnings.isEmpty)
        let found = fixtures.objectProblems()
        #expect(
            lines(found.problems) == [
                "mocks/s3/bucket/a.jpg.meta.json:1:36 /metdata: unknown field \"metdata\". Did you mean \"metadata\"?"
            ])
        #expect(lines(found.warnings) == ["mocks/s3/bucket/alone.meta.json: it describes \"mocks/s3/bucket/alone\", which is not there."])
        #expect(fixtures.objectProblems(unless: { true }).problems.isEmpty)
        #expect(fixtures.lookAtFiles { true } == nil)
    }

    @Test(arguments: [
        (#"{"contentType": "image/jpeg"}"#, #"1:2 /contentType: unknown field "contentType". Write it as "headers": {"Content-Type": …}."#),
        (#"{"Expires": "0"}"#, #"1:2 /Expires: unknown field "Expires". Write it as "headers": {"Expires": …}."#),
        (#"{"headers": ["a"]}"#, #"1:13 /headers: "headers" must be an object, found an array. Write {"name": "value"}."#),
        (#"{"tags": "a"}"#, #"1:10 /tags: "tags" must be an object, found a string. Write {"name": "value"}."#),
    ]) func aMistakeInADescriptionSaysWhatToWrite(description: String, told: String) throws {
        try folder.write("s3/bucket/a.jpg", "a")
        try folder.write("s3/bucket/a.jpg.meta.json", description)
        #expect(try lines(FixtureFolder(folder.path).objectProblems().problems) == ["mocks/s3/bucket/a.jpg.meta.json:\(told)"])
    }

    @Test func theDescriptionOfABodyHasNothingOfS3() throws {
        try folder.write("__files/a.txt", "a")
        try folder.write("__files/a.txt.meta.json", #"{"headers": {"A": "b"}, "tags": {"a": "b"}}"#)
        #expect(
            try lines(load().warnings) == [
                "mocks/__files/a.txt.meta.json:1:33 /tags: only objects of S3 have \"tags\", and this is a body. Leave it out."
            ])
    }

    /// Under `__files/` such a name may be that of a body.
    @Test func aBadDescriptionOfABodyIsAWarning() throws {
        try folder.write("__files/a.txt", "a")
        try folder.write("__files/a.txt.meta.json", #"{"metdata": {}}"#)
        for body in ["__files/.meta.json", "__files/alone.meta.json"] { try folder.write(body, "{") }
        let set = try load()
        #expect(lines(set.problems).isEmpty)
        #expect(
            lines(set.warnings) == ["mocks/__files/a.txt.meta.json:1:2 /metdata: unknown field \"metdata\". Did you mean \"metadata\"?"])
    }
}
