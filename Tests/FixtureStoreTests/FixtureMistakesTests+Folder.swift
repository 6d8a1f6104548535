import FixtureStore
import Foundation
import JSONDocument
import StubModel
import TestSupport
import Testing

/// Mistakes in what lies where, rather than in a mapping.
extension FixtureMistakesTests {
    @Test func aBodyFileThatIsAPipeIsTold() throws {
        try folder.write("__files/a.txt", "a")
        try folder.write("mappings/a.json", #"{"response": {"bodyFileName": "pipe"}}"#)
        #expect(mkfifo("\(folder.path)/__files/pipe", 0o600) == 0)
        #expect(
            try lines(load().lateProblems) == [
                #"mocks/mappings/a.json:1:31 /response/bodyFileName: the body file "mocks/__files/pipe" is no regular file. A request for it will get a 500."#
            ])
    }

    @Test func aBodyFileWithoutANameIsTold() throws {
        try folder.write("mappings/a.json", #"{"response": {"bodyFileName": ""}}"#)
        #expect(
            try lines(load().lateProblems) == [
                #"mocks/mappings/a.json:1:31 /response/bodyFileName: a body file without a name. Name a file in "__files"."#
            ])
    }

    @Test func whatIsNotReadAlthoughItLooksLikeItIsAWarning() throws {
        try folder.write("mapping/a.json", "{")
        try folder.write("files/a.json", "{")
        try folder.write("_files/a.json", "{")
        try folder.write("package.json", "{}")
        try folder.write("README.md", "x")
        try folder.write("s3/loose.txt", "x")
        try folder.write("mappings/a.jsn", "{")
        try folder.write("mappings/b.json5", "{")
        try folder.write("mappings/c.json.txt", "{}")
        try folder.write("mappings/notes.txt", "x")
        let set = try load()
        #expect(lines(set.problems) == [])
        #expect(
            lines(set.warnings) == [
                "mocks/_files: this is not read. Did you mean \"__files\"?",
                "mocks/files: this is not read. Did you mean \"__files\"?",
                "mocks/mapping: this is not read. Did you mean \"mappings\"?",
                "mocks/s3/loose.txt: this is not read. Objects are in folders, one for each bucket.",
                "mocks/mappings/a.jsn: this is not read. Names of mappings end in \".json\", \".yaml\" or \".yml\".",
                "mocks/mappings/b.json5: this is not read. Names of mappings end in \".json\", \".yaml\" or \".yml\".",
                "mocks/mappings/c.json.txt: this is not read. Names of mappings end in \".json\", \".yaml\" or \".yml\".",
            ])
    }

    @Test(arguments: ["mappings", "__files", "s3"])
    func whatIsServedMustBeAFolder(name: String) throws {
        try folder.write(name, "{}")
        #expect(try lines(load().problems) == ["mocks/\(name):1:1: expected a folder, found a file."])
    }

    @Test(arguments: ["mappings", "__files", "s3"])
    func aPipeIsNoFolder(name: String) throws {
        #expect(mkfifo("\(folder.path)/\(name)", 0o600) == 0)
        #expect(try lines(load().problems) == ["mocks/\(name):1:1: expected a folder, found a pipe, socket or device."])
    }

    @Test func aPipeAmongTheFilesIsAProblem() throws {
        try folder.write("mappings/b.json", #"{"request": {"url": "/b"}}"#)
        try folder.write("__files/b.txt", "")
        try folder.write("s3/pics/b.txt", "")
        for path in ["mappings/a.json", "__files/a.txt", "s3/pics/a.txt"] { #expect(mkfifo("\(folder.path)/\(path)", 0o600) == 0) }
        let fixtures = try FixtureFolder(folder.path)
        let problems = fixtures.load().problems + fixtures.objectProblems().problems
        let paths = ["mappings/a.json", "__files/a.txt", "s3/pics/a.txt"]
        #expect(problems.count == 3)
        #expect(zip(lines(problems), paths).allSatisfy { $0.hasPrefix("mocks/\($1)") && $0.contains("not a regular file") })
        #expect(lines(problems)[0].hasSuffix("Remove it, or put a regular file in its place."))
    }

    @Test func aFolderOfOtherThingsIsAWarning() throws {
        try folder.write("a.json", #"{"request": {"url": "/a"}}"#)
        #expect(
            try lines(load().warnings) == [
                #"mocks: there is nothing in it to serve. Stub mappings belong in "mappings", bodies in "__files", objects in "s3"."#,
                "mocks/a.json: this is not read. Mappings are in mocks/mappings.",
            ])
        try folder.write("mocks/mappings/a.json", #"{"request": {"url": "/a"}}"#)
        #expect(try lines(load().warnings) == [#"mocks: there is nothing in it to serve. Did you mean "mocks/mocks"?"#])
        #expect(try FixtureFolder(folder.path + "/mocks").load().warnings.isEmpty)
    }

    @Test func theFolderOfMappingsIsAWrongFolder() throws {
        try folder.write("mocks/mappings/notes.json", "[]")
        try folder.write("mocks/__files/a.json", "{}")
        let message = "there is nothing in it to serve, because it is itself the folder"
        for name in ["mappings", "__files"] {
            let set = try FixtureFolder("\(folder.path)/mocks/\(name)/").load()
            #expect(lines(set.warnings) == [#"mocks/mocks/\#(name)/: \#(message) "\#(name)". Did you mean "mocks/mocks"?"#])
            #expect(set.lateProblems.isEmpty)
        }
        try folder.write("mocks/mappings/a.json", #"{"request": {"url": "/a"}, "response": {"status": 200,}"#)
        let set = try FixtureFolder("\(folder.path)/mocks/mappings").load()
        #expect(lines(set.lateProblems) == [#"mocks/mocks/mappings: \#(message) "mappings". Did you mean "mocks/mocks"?"#])
        #expect(set.problems.isEmpty && set.warnings.isEmpty, "the server starts")
    }

    @Test(arguments: [
        ("feed/page1.json", #""mocks/__files/feed/page1.json" is not there. Did you mean "feed/page-1.json"?"#),
        ("page-1.json", #""mocks/__files/page-1.json" is not there. Did you mean "feed/page-1.json"?"#),
        (
            "__files/feed/page-1.json",
            #""mocks/__files/__files/feed/page-1.json" is not there. Names are relative to that folder: write "feed/page-1.json"."#
        ),
        ("feed/page-1", #""mocks/__files/feed/page-1" is not there. Did you mean "feed/page-1.json"?"#),
        ("nothing/like/page", #""mocks/__files/nothing/like/page" is not there. Create it; a request for it will get a 500."#),
        ("../__files/feed/page1.json", #""mocks/__files/feed/page1.json" is not there. Did you mean "feed/page-1.json"?"#),
        ("../mappings/a.json", #""../mappings/a.json" is not beneath "mocks/__files". Copy it there."#),
        ("../../etc/passwd", #""../../etc/passwd" is not beneath "mocks/__files". Copy it there."#),
        ("feed", #""mocks/__files/feed" is a folder. Name a file in it."#),
        ("nothing/like/it.png", #""mocks/__files/nothing/like/it.png" is not there. Create it; a request for it will get a 500."#),
        (
            "poses/a.jpg",
            #""mocks/__files/poses/a.jpg" is not there. "mocks/s3/poses/a.jpg" is there: copy it to "mocks/__files/poses/a.jpg"."#
        ),
        ("a.json", #""mocks/__files/a.json" is not there. Create it; a request for it will get a 500."#),
        ("mappings/a.json", #""mocks/__files/mappings/a.json" is not there. Create it; a request for it will get a 500."#),
        ("understudy.json", #""mocks/__files/understudy.json" is not there. Create it; a request for it will get a 500."#),
        ("b.txt", #""mocks/__files/b.txt" is not there. "mocks/mappings/b.txt" is there: move it to "mocks/__files/b.txt"."#),
    ])
    func aBodyFileThatIsNotThereIsTold(name: String, told: String) throws {
        try folder.write("__files/feed/page-1.json", "{}")
        try folder.write("s3/poses/a.jpg", "")
        try folder.write("mappings/b.txt", "")
        try folder.write("understudy.json", "{}")
        try folder.write("mappings/a.json", #"{"response": {"bodyFileName": "\#(name)"}}"#)
        let set = try load()
        #expect(set.problems.isEmpty && set.stubs.count == 1)
        #expect(
            lines(set.lateProblems) == ["mocks/mappings/a.json:1:31 /response/bodyFileName: the body file \(told)"])
    }
}
