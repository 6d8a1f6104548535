import FileStore
import FixtureStore
import Foundation
import HTTPMessage
import TestSupport
import Testing

@Suite struct StaticFilesTests {
    private let folder: TemporaryFolder
    private let files: StaticFiles

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("secret.txt", "secret")
        try folder.write("__files-secret/x.txt", "secret")
        try folder.write("__files/pose/all.json", "poses")
        try folder.write("__files/pose/all/index.json", "index of poses")
        try folder.write("__files/only/index.html", "<p>")
        try folder.write("__files/photo.jpg", "0123456789")
        try folder.write("__files/a b+c.txt", "blanks")
        try folder.write("__files/100%.txt", "percent")
        try folder.write("__files/a%20literal.txt", "escaped name")
        try folder.write("__files/v1.2.json", "version")
        files = StaticFiles(try FixtureFolder(folder.path))
    }

    private func answer(_ target: String, method: String = "GET", _ headers: HeaderFields = []) throws -> Response? {
        files.response(to: Request(method: method, target: target, headers: headers))
    }

    private func text(_ target: String) throws -> String? {
        guard let response = try answer(target), case .bytes(let bytes) = response.body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("/pose/all.json", "poses"), ("/pose/all", "poses"), ("/pose/all?page=2", "poses"), ("/pose/all/", "index of poses"),
        ("/only", "<p>"), ("/only/", "<p>"), ("/photo.jpg", "0123456789"), ("/a%20b+c.txt", "blanks"), ("/a%20b%2Bc.txt", "blanks"),
        ("/a b+c.txt", "blanks"), ("/100%.txt", "percent"), ("/100%25.txt", "percent"), ("/a%2520literal.txt", "escaped name"),
        ("/a%20literal.txt", "escaped name"), ("/v1.2", "version"), ("/pose%2Fall.json", "poses"),
        ("/__files/pose/all", "poses"), ("/__files/photo.jpg", "0123456789"),
        ("/./photo.jpg", "0123456789"), ("/pose/../photo.jpg", "0123456789"), ("/none/../pose/./all", "poses"),
        ("/%2e/photo.jpg", "0123456789"),
        ("/pose/%2E%2e/photo.jpg", "0123456789"), ("/pose%2F..%2Fphoto.jpg", "0123456789"), ("/only/.", "<p>"), ("/only/x/..", "<p>"),
        ("/__files/../photo.jpg", "0123456789"), ("/pose/../__files/photo.jpg", "0123456789"),
        ("/none/../a%20literal.txt", "escaped name"),
    ])
    func isFound(target: String, expected: String) throws { #expect(try text(target) == expected) }

    @Test(arguments: [
        "/", "", "*", "/none", "/pose", "/pose/", "/photo", "/../secret.txt", "/..%2Fsecret.txt", "/%2e%2e/secret.txt",
        "/pose/../../secret.txt",
        "/../__files-secret/x.txt", "//photo.jpg", "/photo.jpg/", "/photo.jpg%00", "/photo.jpg/x", "/../photo.jpg", "/..", "/.", "/pose/..",
        "/pose/../../photo.jpg", "/__files/../../photo.jpg", "/.%2e/photo.jpg", "/photo.jpg/.", "/pose/.../photo.jpg",
        "photo.jpg", "/PHOTO.JPG", "/%FF%FE", "/__files", "/__files/", "/__files/../secret.txt", "/__files//photo.jpg",
        "/__files/__files/photo.jpg",
    ])
    func isNotFound(target: String) throws { #expect(try answer(target) == nil) }

    @Test func responsesNameTheirFile() throws {
        let whole = try #require(try answer("/pose/all"))
        #expect(whole.file == "__files/pose/all.json" && whole.withoutBody.file == whole.file)
        let tag = try #require(whole.headers.first("ETag"))
        let unchanged = try #require(try answer("/pose/all", [("If-None-Match", tag)]))
        #expect(unchanged.status == 304 && unchanged.file == whole.file)
        let part = try #require(try answer("/photo.jpg", [("Range", "bytes=0-3")]))
        #expect(part.status == 206 && part.file == "__files/photo.jpg")
    }

    @Test func namesInAnyScriptAndSpellingAreFound() throws {
        let composed = "사진/café.txt".precomposedStringWithCanonicalMapping
        let decomposed = composed.decomposedStringWithCanonicalMapping
        for stored in [composed, decomposed] {
            let folder = try TemporaryFolder()
            try folder.write("__files/" + stored, "found")
            let files = StaticFiles(try FixtureFolder(folder.path))
            for asked in [composed, decomposed] {
                let escaped = PercentCoding.encode(asked.utf8, keeping: "/")
                for target in ["/" + asked, "/" + escaped, "/" + escaped.lowercased(), String(("/" + asked).dropLast(4))] {
                    #expect(files.response(to: Request(target: target)) != nil, "\(target)")
                }
            }
        }
    }

    @Test func aLargeFileIsLeftToAThreadThatMayWait() throws {
        try folder.write("__files/large.bin", [UInt8](repeating: 1, count: FileStore.quickBytes + 1))
        let request = Request(target: "/large.bin")
        guard case .takesTime = files.quickResponse(to: request) else {
            Issue.record("the file was read")
            return
        }
        #expect(files.response(to: request)?.body.length == FileStore.quickBytes + 1)
        guard case .nothing = files.quickResponse(to: Request(target: "/none")) else {
            Issue.record("there is something")
            return
        }
        // The file is read and digested; only its times must be checked.
        let settled = StaticFiles(try FixtureFolder(folder.path, settlingTime: .seconds(-3_600)))
        _ = settled.response(to: request)
        guard case .response = settled.quickResponse(to: request) else {
            Issue.record("what is in memory takes time")
            return
        }
    }

    /// WireMock's order.
    @Test func aFolderIsAnsweredByItsIndex() throws {
        for name in ["index.txt", "index.xml", "index.html", "index.json"] {
            try folder.write("__files/" + name, name)
            #expect(try text("/") == name)
        }
    }

    @Test func whatHasNoKnownTypeIsJSON() throws {
        for name in ["plain", "odd.nosuch"] {
            try folder.write("__files/" + name, "1")
            #expect(try answer("/" + name)?.headers.values("Content-Type") == ["application/json"])
        }
        try folder.write("__files/plain.meta.json", #"{"headers": {"content-type": "text/x-test"}}"#)
        #expect(try answer("/plain")?.headers.values("Content-Type") == ["text/x-test"])
    }

    /// Without the file that it would describe, such a name is that of a body.
    @Test func aDescriptionIsNotSent() throws {
        try folder.write("__files/photo.jpg.meta.json", #"{"headers": {"A": "b"}}"#)
        for target in ["/photo.jpg.meta.json", "/photo.jpg.meta", "/__files/photo.jpg.meta.json", "/pose/../photo.jpg.meta.json"] {
            #expect(try answer(target) == nil, "\(target)")
            #expect(files.filePath(for: Request(target: target)) == nil)
        }
        #expect(try answer("/photo.jpg")?.headers.first("A") == "b")
        try folder.write("__files/late.txt.meta.json", "{}")
        #expect(try text("/late.txt.meta.json") == "{}")
        try folder.write("__files/late.txt", "late")
        #expect(try answer("/late.txt.meta.json") == nil)
        #expect(files.knownResponse(to: Request(target: "/late.txt.meta.json")) == nil)
    }

    @Test func otherMethodsAreNotAnswered() throws {
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "get"] { #expect(try answer("/photo.jpg", method: method) == nil) }
    }

    @Test func headHasTheFieldsOfGet() throws {
        let head = try #require(try answer("/photo.jpg", method: "HEAD"))
        let get = try #require(try answer("/photo.jpg"))
        #expect(head === get)
        #expect(get.headers.first("Content-Type") == "image/jpeg")
        #expect(get.headers.first("ETag") == "\"781e5e245d69b566979b86e28d23f2c7\"")
        #expect(get.headers.first("Accept-Ranges") == "bytes")
        #expect(get.headers.contains("Last-Modified"))
        #expect(!get.headers.contains("Cache-Control"))
    }

    @Test func conditionsAndRangesAreObeyed() throws {
        let tag = try #require(try answer("/photo.jpg")?.headers.first("ETag"))
        #expect(try answer("/photo.jpg", [("If-None-Match", "\"x\", \(tag)")])?.status == 304)
        #expect(try answer("/photo.jpg", [("If-Match", "\"x\"")])?.status == 412)
        #expect(try answer("/photo.jpg", [("Range", "bytes=1-2")])?.status == 206)
        #expect(try answer("/photo.jpg", [("Range", "bytes=90-")])?.status == 416)
        #expect(try answer("/photo.jpg", [("Range", "bytes=1-2"), ("If-Range", "\"x\"")])?.status == 200)
    }

    @Test func descriptionAddsFields() throws {
        #expect(try answer("/photo.jpg")?.headers.first("Cache-Control") == nil)
        try folder.write("__files/photo.jpg.meta.json", #"{"headers": {"Cache-Control": "max-age=60", "Content-Type": "image/x-test"}}"#)
        let described = try #require(try answer("/photo.jpg"))
        #expect(described.headers.first("Cache-Control") == "max-age=60")
        #expect(described.headers.values("Content-Type") == ["image/x-test"])
        try folder.write("__files/photo.jpg.meta.json", #"{"headers": {"Cache-Control": "no-store"}}"#)
        #expect(try answer("/photo.jpg")?.headers.first("Cache-Control") == "no-store")
        try FileManager.default.removeItem(atPath: folder.path + "/__files/photo.jpg.meta.json")
        #expect(try answer("/photo.jpg")?.headers.first("Cache-Control") == nil)
    }

    @Test func conditionsCompareWithTheFieldsOfADescription() throws {
        let own = try #require(try answer("/photo.jpg")?.headers.first("ETag"))
        let date = "Wed, 01 Jan 2020 00:00:00 GMT"
        try folder.write("__files/photo.jpg.meta.json", #"{"headers": {"ETag": "\"v2\"", "Last-Modified": "\#(date)"}}"#)
        #expect(try answer("/photo.jpg", [("If-None-Match", "\"v2\"")])?.status == 304)
        #expect(try answer("/photo.jpg", [("If-None-Match", own)])?.status == 200)
        #expect(try answer("/photo.jpg", [("If-Modified-Since", date)])?.status == 304)
        #expect(try answer("/photo.jpg", [("Range", "bytes=1-2"), ("If-Range", "\"v2\"")])?.status == 206)
    }

    @Test func changeIsSeenAtOnce() throws {
        #expect(try text("/photo.jpg") == "0123456789")
        try folder.write("__files/photo.jpg", "9876543210")
        #expect(try text("/photo.jpg") == "9876543210")
        try folder.write("__files/photo", "nearer")
        #expect(try text("/photo") == "nearer")
    }

    @Test func linkOutOfTheFolderIsNothing() throws {
        try folder.link("__files/out.txt", to: "/etc/hostname")
        #expect(try answer("/out.txt") == nil)
    }

    @Test func whatIsInThePlaceOfAFileIsNamed() throws {
        try folder.link("__files/out.txt", to: "/etc/hostname")
        try folder.link("__files/nowhere.json", to: "gone.json")
        #expect(mkfifo("\(folder.path)/__files/pipe.html", 0o600) == 0)
        #expect(
            ["/out.txt", "/nowhere", "/pipe", "/photo.jpg", "/pose", "/none"].map { files.obstacle(to: Request(target: $0)) } == [
                "At __files/out.txt a link leads out of the folder, to \"/etc/hostname\". Copy what it points to into the folder.",
                "At __files/nowhere.json a link leads to \"gone.json\", which is not there. Create that, or replace the link with the file.",
                "__files/pipe.html is not a regular file. Put a regular file in its place.", nil, nil, nil,
            ])
        // With a regular file there it would still be nothing.
        #expect(files.obstacle(to: Request(target: "/pipe.html/")) == nil && !files.mayBeMade("__files/pipe.html/index.html"))
        #expect(files.obstacle(to: Request(method: "POST", target: "/out.txt")) == nil)
        #expect(!files.mayBeMade("__files/out.txt") && files.mayBeMade("__files/none.txt"))
    }

    @Test func aLinkInPlaceOfAFolderIsNamed() throws {
        let elsewhere = try TemporaryFolder()
        try elsewhere.write("there.jpg", "x")
        try folder.link("__files/album", to: elsewhere.path)
        try folder.link("__files/gone", to: "nowhere")
        try folder.link("__files/round", to: "round")
        let out = "At __files/album a link leads out of the folder, to \"\(elsewhere.path)\". Copy what it points to into the folder."
        #expect(
            ["/album/there.jpg", "/album/a/missing.jpg", "/gone/a.jpg", "/round/a.jpg", "/none/a.jpg"].map {
                files.obstacle(to: Request(target: $0))
            } == [
                out, out,
                "At __files/gone a link leads to \"nowhere\", which is not there. Create that, or replace the link with a folder.",
                "At __files/round a link leads in a circle, to \"round\". Remove it.", nil,
            ])
        #expect(!files.mayBeMade("__files/album/missing.jpg"))
    }

    @Test(arguments: [
        ("/Pose/ALL.json", "__files/pose/all.json", "/pose/all.json"), ("/pose/ALL", "__files/pose/all.json", "/pose/all"),
        ("/PHOTO.JPG?x=1", "__files/photo.jpg", "/photo.jpg"), ("/photo.jpg/", "__files/photo.jpg", "/photo.jpg"),
        ("//photo.jpg", "__files/photo.jpg", "/photo.jpg"), ("/Only", "__files/only/index.html", "/only"),
        ("/V1.2", "__files/v1.2.json", "/v1.2"), ("/a%2520B+c", "__files/a b+c.txt", "/a b+c"),
    ])
    func aTwinIsAFileOfNearlyTheSamePath(target: String, file: String, path: String) throws {
        let twin = try #require(files.twin(of: Request(target: target)))
        #expect(twin.file == file && twin.path == path)
        #expect(files.filePath(for: Request(target: PercentCoding.encode(path.utf8, keeping: "/"))) == file)
    }

    @Test(arguments: [
        ("/photo", "__files/photo.jpg", "/photo.jpg"), ("/pose/alll", "__files/pose/all.json", "/pose/all.json"),
        ("/pose/all.jsn", "__files/pose/all.json", "/pose/all.json"),
    ])
    func aFileOfNearlyTheSameNameIsATwin(target: String, file: String, path: String) throws {
        let twin = try #require(files.twin(of: Request(target: target)))
        #expect(twin.file == file && twin.path == path)
    }

    @Test(arguments: ["/", "/none", "/secret.txt", "/../Secret.txt", "/pose/none"]) func othersHaveNone(target: String) {
        #expect(files.twin(of: Request(target: target)) == nil)
        #expect(files.twin(of: Request(method: "POST", target: "/PHOTO.JPG")) == nil)
    }

    /// A stub's body is not sent to requests that the stub refuses, but at its own path, as in WireMock.
    @Test(arguments: [#""url": "/pose/all?x=1""#, #""urlPath": "/pose/all""#])
    func theBodyOfAStubAnswersItsOwnPathOnly(url: String) throws {
        let mapping = #"{"request": {\#(url)}, "response": {"bodyFileName": "pose/./all.json"}}"#
        try folder.write("mappings/a.json", mapping)
        let fixtures = try FixtureFolder(folder.path, settlingTime: .zero)
        let files = StaticFiles(fixtures)
        func file(_ target: String) -> String? {
            let request = Request(target: target)
            let file = files.response(to: request)?.file
            #expect(files.filePath(for: request) == file)
            return file
        }
        #expect(file("/pose/all") == "__files/pose/all.json")
        #expect(files.stubBody(for: Request(target: "/pose/all")) == nil)
        #expect(files.knownResponse(to: Request(target: "/pose/all")) != nil)
        _ = fixtures.load()
        #expect(files.knownResponse(to: Request(target: "/pose/all")) == nil, "it is not kept from before")
        #expect(file("/pose/all") == "__files/pose/all/index.json", "the next that may be sent")
        #expect(file("/pose/all.json") == "__files/pose/all.json")
        #expect(file("/__files/pose/all.json") == "__files/pose/all.json")
        #expect(file("/v1.2") == "__files/v1.2.json")
        let body = try #require(files.stubBody(for: Request(target: "/pose/all")))
        #expect(body.file == "__files/pose/all.json" && body.path == "/pose/all.json")
        #expect(body.place.hasPrefix("\(folder.path)/mappings/a.json:1:"))
        #expect(files.stubBody(for: Request(target: "/pose/all.json")) == nil)
        #expect(files.stubBody(for: Request(method: "POST", target: "/pose/all")) == nil)
        try folder.write("mappings/a.json", mapping + "}")
        #expect(!fixtures.load().problems.isEmpty)
        #expect(file("/pose/all") == "__files/pose/all/index.json", "the stubs from before are in use")
        try folder.write("mappings/a.json", "{}")
        _ = fixtures.load()
        #expect(file("/pose/all") == "__files/pose/all.json")
    }

    /// Only a stub that is for the same path keeps it: dropping a file in is enough, also if a stub elsewhere sends it, too.
    @Test(arguments: [
        #", "url": "/a""#, #", "urlPath": "/v1.2/""#, #", "urlPathPattern": "/v1.2.*""#, #", "urlPathTemplate": "/{name}""#, "",
    ])
    func theBodyOfAStubForAnotherPathAnswers(request: String) throws {
        try folder.write(
            "mappings/a.json", #"{"request": {"method": "PUT"\#(request)}, "response": {"bodyFileName": "v1.2.json"}}"#)
        let fixtures = try FixtureFolder(folder.path)
        #expect(fixtures.load().problems.isEmpty)
        #expect(StaticFiles(fixtures).response(to: Request(target: "/v1.2"))?.file == "__files/v1.2.json")
    }

    @Test(arguments: [
        #"{"bodyFileName": "{{request.path}}.json", "transformers": ["response-template"]}"#,
        #"{"body": "{{file 'v1.2.json'}}", "transformers": ["response-template"]}"#,
        #"{"body": "x", "bodyFileName": "v1.2.json"}"#,
    ])
    func otherNamesOfAFileDoNotKeepItFromAnswering(response: String) throws {
        try folder.write("mappings/a.json", #"{"request": {"url": "/v1.2"}, "response": \#(response)}"#)
        let fixtures = try FixtureFolder(folder.path)
        #expect(fixtures.load().problems.isEmpty)
        #expect(StaticFiles(fixtures).response(to: Request(target: "/v1.2"))?.file == "__files/v1.2.json")
    }

    @Test func theBodyOfAStubMayBeNamedInAnotherUnicodeForm() throws {
        let name = "caf\u{E9}"
        try folder.write("__files/\(name.decomposedStringWithCanonicalMapping).json", "{}")
        let target = "/" + PercentCoding.encode(name.utf8, keeping: "/")
        try folder.write("mappings/a.json", #"{"request": {"url": "\#(target)"}, "response": {"bodyFileName": "\#(name).json"}}"#)
        let fixtures = try FixtureFolder(folder.path)
        _ = fixtures.load()
        let request = Request(target: target)
        #expect(StaticFiles(fixtures).response(to: request) == nil)
    }
}
