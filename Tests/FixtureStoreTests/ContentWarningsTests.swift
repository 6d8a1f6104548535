import FixtureStore
import Foundation
import JSONDocument
import TestSupport
import Testing

extension FixtureFolder {
    fileprivate func contentWarnings(unless isCancelled: () -> Bool = { false }) -> [Problem] {
        let found = contentProblems(unless: isCancelled)
        #expect(found.problems.isEmpty)
        return found.warnings
    }
}

/// Warnings about the content of files.
@Suite struct ContentWarningsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func warnings(_ templating: BodyTemplating = .named) throws -> [String] {
        let fixtures = try FixtureFolder(folder.path, templating: templating)
        _ = fixtures.load()
        return lines(fixtures.contentWarnings())
    }

    private func lines(_ problems: [Problem]) -> [String] {
        problems.map { $0.line(labelled: "warning").replacingOccurrences(of: folder.path, with: "mocks") }
    }

    private func write(_ path: String, _ bytes: [UInt8]) throws {
        try folder.write(path, "")
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/\(path)"))
    }

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    @Test func aStubWithoutTransformersMeansItsBodyFileAsItIs() throws {
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}, "response": {"bodyFileName": "f.json", "transformers": []}}"#)
        try folder.write("__files/f.json", #"{"image": "{{s3.baseUrl}}/a.jpg"}"#)
        #expect(try warnings().isEmpty)
        try folder.write("mappings/b.json", #"{"request": {"url": "/b"}, "response": {"bodyFileName": "f.json"}}"#)
        #expect(try warnings().count == 1, "another stub does not say so")
    }

    @Test func aBodyFileThatHoldsATemplateIsToldAtItsStub() throws {
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}, "response": {"bodyFileName": "f.json"}}"#)
        try folder.write("__files/f.json", "{\n  \"image\": \"{{s3.baseUrl}}/a.jpg\"\n}")
        let told =
            "mocks/mappings/a.json:1:57 /response/bodyFileName: warning: the body file \"mocks/__files/f.json\" contains a template (2:13), "
            + "and is sent unchanged. Add \"transformers\": [\"response-template\"] to the response, or render all with "
            + "--global-response-templating (\"globalResponseTemplating\": true in understudy.json). "
            + "If it is meant: {\"deliberate\": true} in f.json.meta.json."
        #expect(try warnings() == [told])
        #expect(try warnings(.all) == [] && warnings(.none) == [])
        try folder.write("__files/f.json.meta.json", #"{"deliberate": true}"#)
        #expect(try warnings() == [])
    }

    @Test func aBodyFileThatIsRenderedMayBeLongerThanItIs() throws {
        try folder.write(
            "mappings/a.json",
            #"{"request": {"url": "/a"}, "response": {"bodyFileName": "f", "fault": {"effect": "reset", "at": {"bodyBytes": 100}}}}"#)
        try folder.write("__files/f", "{{request.body}}")
        func told(_ templating: BodyTemplating) throws -> Int {
            try FixtureFolder(folder.path, templating: templating).load().warnings.filter { $0.message.contains("this is its end") }.count
        }
        #expect(try told(.named) == 1)
        #expect(try told(.all) == 0)
    }

    @Test func theAddressOfTheS3ListenerInAFileIsAWarning() throws {
        try folder.write("__files/own.json", "{\"a\": 1,\n \"imageKey\": \"http://localhost:9000/poses/a.jpg\"}")
        try folder.write("__files/other.json", "{\"imageKey\": \"http://localhost:9001/poses/a.jpg\"}")
        try folder.write("s3/poses/own.json", "{\"imageKey\": \"http://localhost:9000/poses/a.jpg\"}")
        let fixtures = try FixtureFolder(folder.path, s3Port: 9000)
        _ = fixtures.load()
        #expect(
            lines(fixtures.contentWarnings()) == [
                "mocks/__files/own.json:2:15: warning: http://localhost:9000 is the S3 listener here; clients on other machines and servers "
                    + "on other ports do not reach it by that. Write {{s3.baseUrl}} in its place, in a body of a stub with "
                    + "\"transformers\": [\"response-template\"]. If it is meant: {\"deliberate\": true} in own.json.meta.json."
            ])
        #expect(try warnings() == [])
    }

    @Test func aPointerOfGitLFSIsFetched() throws {
        try folder.write("s3/poses/b.jpg", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n")
        #expect(
            try warnings() == [
                "mocks/s3/poses/b.jpg: warning: the bytes are a pointer of Git LFS, and are served as image/jpeg. Fetch the picture: git lfs pull."
            ])
    }

    @Test func aMappingAmongBodiesIsAWarning() throws {
        let mapping = #"{"request": {"urlPath": "/a"}, "response": {"body": "{{request.path}}"}}"#
        try folder.write("__files/a.json", mapping)
        try folder.write("__files/body.json", #"{"request": {"method": "GET"}, "response": {}}"#)
        try folder.write("__files/meant.json", mapping)
        try folder.write("__files/meant.json.meta.json", #"{"deliberate": true}"#)
        #expect(
            try warnings() == [
                "mocks/__files/a.json: warning: this is a stub mapping, and it is served as a body. Mappings are in mocks/mappings. "
                    + "If it is meant: {\"deliberate\": true} in a.json.meta.json."
            ])
    }

    @Test(.enabled(if: getuid() != 0, "root may read every file"))
    func aFileThatCannotBeReadIsAProblem() throws {
        for name in ["a.json", "b.jpg", "c.bin"] {
            try folder.write("__files/\(name)", "x")
            #expect(chmod("\(folder.path)/__files/\(name)", 0) == 0)
        }
        let found = try FixtureFolder(folder.path).contentProblems()
        #expect(found.warnings.isEmpty)
        #expect(found.problems.map { ($0.source as NSString).lastPathComponent } == ["a.json", "b.jpg", "c.bin"])
        #expect(found.problems.allSatisfy { $0.message == "not permitted" })
    }

    @Test func onlyBodiesAreLookedAtIfAsked() throws {
        try folder.write("__files/a.json", "{")
        try folder.write("s3/pets/b.json", "{")
        let fixtures = try FixtureFolder(folder.path)
        #expect(fixtures.contentProblems(onlyBodies: true).warnings.count == 1)
        #expect(lines(fixtures.contentWarnings()).map { $0.prefix(20) } == ["mocks/s3/pets/b.json"], "each is told once")
        try folder.write("__files/a.json", "[")
        #expect(fixtures.contentProblems(onlyBodies: true).warnings.count == 1)
        #expect(fixtures.contentWarnings() == [], "what is known of objects is not forgotten")
    }

    /// Two names of one file have the same status.
    @Test func eachNameOfAFileIsLookedAt() throws {
        try folder.write("__files/a.txt", "not JSON")
        try FileManager.default.linkItem(atPath: folder.path + "/__files/a.txt", toPath: folder.path + "/__files/b.json")
        let warnings = try warnings()
        #expect(warnings.count == 1 && warnings[0].hasPrefix("mocks/__files/b.json"), "\(warnings)")
    }

    /// Another link to the same file has its status too, so that only the name tells that something has changed.
    @Test func anotherNameOfAFileIsLookedAt() throws {
        try folder.write("shared", "not JSON")
        try folder.write("__files/other.txt", "")
        try folder.link("__files/a.txt", to: "../shared")
        let fixtures = try FixtureFolder(folder.path)
        #expect(lines(fixtures.contentWarnings()) == [])
        try FileManager.default.removeItem(atPath: folder.path + "/__files/a.txt")
        try folder.link("__files/b.json", to: "../shared")
        let warnings = lines(fixtures.contentWarnings())
        #expect(warnings.count == 1 && warnings.first?.hasPrefix("mocks/__files/b.json") == true, "\(warnings)")
    }

    @Test func onlyAPictureInARIFFIsWebP() throws {
        try write("__files/sound.wav", Array("RIFF\0\0\0\0WAVEfmt ".utf8))
        try write("__files/picture.webp", Array("RIFF\0\0\0\0WEBPVP8 ".utf8))
        // Nothing is known of its format, so it is not said to have another one.
        try write("__files/film.png", Array("RIFF\0\0\0\0AVI LIST".utf8))
        #expect(try warnings() == [])
        try write("__files/picture.png", Array("RIFF\0\0\0\0WEBPVP8 ".utf8))
        let warnings = try warnings()
        #expect(warnings.count == 1 && warnings[0].contains("WebP"), "\(warnings)")
    }

    @Test func aDroppedFileThatHoldsATemplateIsToldAtItsPlace() throws {
        try folder.write("__files/api/pose/all.json", "[\n  \"{{request.path}}\"\n]")
        try folder.write("__files/app.js", "const a = {{b: 1}};")
        #expect(
            try warnings() == [
                "mocks/__files/api/pose/all.json:2:4: warning: a template, but this file is sent unchanged at its own path. "
                    + "Name it in a stub with \"transformers\": [\"response-template\"], or render all with "
                    + "--global-response-templating (\"globalResponseTemplating\": true in understudy.json). "
                    + "If it is meant: {\"deliberate\": true} in all.json.meta.json."
            ])
        #expect(try warnings(.all) == [], "then it is rendered")
    }

    @Test(arguments: ["f.json", "{{request.path}}.json", "f{{request.query.n}}.json"])
    func aTemplateThatAStubMayRenderIsFine(name: String) throws {
        try folder.write(
            "mappings/a.json",
            #"{"request": {"url": "/a"}, "response": {"bodyFileName": "\#(name)", "transformers": ["response-template"]}}"#)
        try folder.write("__files/f.json", "[\"{{request.path}}\"]")
        #expect(try warnings() == [])
    }

    @Test(arguments: [
        #""body": "{{page (file 'f.json') size=8}}""#, #""body": "{{file \"f.json\"}}""#, #""jsonBody": {"all": "{{file 'f.json'}}"}"#,
    ]) func aFileThatATemplateIncludesIsRendered(body: String) throws {
        try folder.write(
            "mappings/a.json", #"{"request": {"url": "/a"}, "response": {\#(body), "transformers": ["response-template"]}}"#)
        try folder.write("__files/f.json", "[\"{{request.path}}\"]")
        #expect(try warnings() == [])
    }

    @Test func aJSONFileThatIsNoneIsToldWithItsPlace() throws {
        try folder.write("__files/f.json", #"{"a": 1,}"#)
        try folder.write("__files/good.json", #"{"a": 1}"#)
        try folder.write("__files/f.txt", #"{"a": 1,}"#)
        try folder.write("s3/data/g.geojson", "// no\n{}")
        #expect(
            try warnings() == [
                "mocks/__files/f.json:1:8: warning: a trailing comma before \"}\", so that clients cannot read this JSON. "
                    + "Take the comma away. If it is meant: {\"deliberate\": true} in f.json.meta.json.",
                "mocks/s3/data/g.geojson:1:1: warning: expected a value, found \"/\", so that clients cannot read this JSON. "
                    + "Comments are not allowed here. If it is meant: {\"deliberate\": true} in g.geojson.meta.json.",
            ])
    }

    @Test func aPictureOfAnotherTypeIsTold() throws {
        try write("s3/pets/cat.jpg", Self.png)
        try write("s3/pets/dog.png", Self.png)
        try write("s3/pets/empty.jpg", [])
        try write("__files/page.png", Array("<!doctype html>".utf8))
        try write("__files/drawing.svg", Array("<svg/>".utf8))
        #expect(
            try warnings() == [
                "mocks/__files/page.png: warning: the bytes are HTML, and are served as image/png. "
                    + "Let the name end in \".html\". If it is meant: {\"deliberate\": true} in page.png.meta.json.",
                "mocks/s3/pets/cat.jpg: warning: the bytes are PNG, and are served as image/jpeg. "
                    + "Let the name end in \".png\". If it is meant: {\"deliberate\": true} in cat.jpg.meta.json.",
            ])
        try folder.write("s3/pets/cat.jpg.meta.json", #"{"deliberate": true}"#)
        #expect(try warnings().count == 1)
    }

    /// As a server's refusal in place of a picture.
    @Test func xmlInPlaceOfAPictureIsTold() throws {
        let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
        try folder.write("s3/pets/refused.jpg", declaration + "<Error><Code>AccessDenied</Code></Error>")
        try folder.write("s3/pets/drawing.png", declaration + #"<svg xmlns="http://www.w3.org/2000/svg"/>"#)
        try folder.write("s3/pets/right.svg", declaration + "<!-- \(String(repeating: "long ", count: 200))-->" + "<svg/>")
        #expect(
            try warnings() == [
                "mocks/s3/pets/drawing.png: warning: the bytes are SVG, and are served as image/png. "
                    + "Let the name end in \".svg\". If it is meant: {\"deliberate\": true} in drawing.png.meta.json.",
                "mocks/s3/pets/refused.jpg: warning: the bytes are XML, and are served as image/jpeg. "
                    + "Let the name end in \".xml\". If it is meant: {\"deliberate\": true} in refused.jpg.meta.json.",
            ])
    }

    /// Only a hash of each folder's files is kept: a change of any of them must be noticed.
    @Test func changedFilesOfAKnownFolderAreRead() throws {
        for number in 0..<5 { try write("s3/pets/\(number).png", Self.png) }
        try folder.write("s3/pets/deep/a.json", "{,}")
        let fixtures = try FixtureFolder(folder.path)
        #expect(lines(fixtures.contentWarnings()).map { $0.prefix(27) } == ["mocks/s3/pets/deep/a.json:1"])
        #expect(fixtures.contentWarnings() == [])
        try folder.write("s3/pets/3.png", "<!doctype html>")
        #expect(lines(fixtures.contentWarnings()).map { $0.prefix(19) } == ["mocks/s3/pets/3.png"])
        try write("s3/pets/5.gif", Self.png)
        #expect(lines(fixtures.contentWarnings()).map { $0.prefix(19) } == ["mocks/s3/pets/5.gif"])
        try FileManager.default.moveItem(atPath: "\(folder.path)/s3/pets/4.png", toPath: "\(folder.path)/s3/pets/4.jpg")
        #expect(lines(fixtures.contentWarnings()).map { $0.prefix(19) } == ["mocks/s3/pets/4.jpg"])
        #expect(fixtures.contentWarnings() == [])
        #expect(fixtures.contentWarnings(unless: { true }) == [])
        #expect(fixtures.contentWarnings() == [], "a look that was ended early forgets nothing")
    }

    @Test func whatWasToldIsNotToldAgain() throws {
        try folder.write("__files/f.json", "{,}")
        let fixtures = try FixtureFolder(folder.path)
        _ = fixtures.load()
        #expect(fixtures.contentWarnings().count == 1)
        #expect(fixtures.contentWarnings() == [])
        try folder.write("__files/g.json", "[,]")
        #expect(fixtures.contentWarnings().map(\.position?.column) == [2])
        try folder.write("__files/f.json", "{}")
        #expect(fixtures.contentWarnings() == [])
        try folder.write("__files/f.json", "{,}")
        #expect(fixtures.contentWarnings().count == 1)
    }
}
