import FixtureStore
import Foundation
import JSONDocument
import StubModel
import TestSupport
import Testing

/// Files that are not what their place says: in another folder, of another tool, without the file that they describe, in another coding.
@Suite struct MisplacedFilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load() throws -> FixtureSet<StubMapping> { try FixtureFolder(folder.path).load() }

    private func lines(_ problems: [Problem]) -> [String] {
        problems.map { $0.description.replacingOccurrences(of: folder.path, with: "mocks") }
    }

    @Test func aMappingOutsideOfMappingsIsAWarning() throws {
        try folder.write("mappings/good.json", #"{"request": {"url": "/a"}}"#)
        try folder.write("a.json", #"{"request": {"url": "/a"}, "response": {}}"#)
        try folder.write("stubs/b.json", #"{"mappings": []}"#)
        try folder.write("other/c.json", #"{"name": "no mapping"}"#)
        try folder.write("b.yaml", "request:\n  urlPath: /b\n")
        try folder.write("c.json", #"{"request": {"url": "/a"}}"#)
        try folder.write("d.json", #"{"request": {"url": "/a"}, "response": {"status": 200,}"#)
        try folder.write("e.yaml", "services: 1\n")
        #expect(
            try lines(load().warnings) == [
                "mocks/a.json: this is not read. Mappings are in mocks/mappings.",
                "mocks/b.yaml: this is not read. Mappings are in mocks/mappings.",
                "mocks/c.json: this is not read. Mappings are in mocks/mappings.",
                "mocks/d.json: this is not read. Mappings are in mocks/mappings.",
                "mocks/stubs/b.json: this is not read. Mappings are in mocks/mappings.",
            ])
    }

    @Test func aMappingInAHiddenFileIsAWarning() throws {
        let mapping = #"{"request": {"url": "/a"}, "response": {}}"#
        for name in ["good.json", ".hidden.json", "more/.list.json", ".git/x.json", ".x.json.swp", ".x.yaml"] {
            try folder.write("mappings/\(name)", name.hasSuffix("list.json") ? "{\"mappings\": [\(mapping)]}" : mapping)
        }
        try folder.write("mappings/.editor.json", #"{"indent": 4}"#)
        try folder.write("mappings/._good.json", [0, 5, 22, 7])
        let set = try load()
        #expect(set.stubs.count == 1)
        #expect(
            lines(set.warnings) == [
                "mocks/mappings/.hidden.json: this is not read, because its name begins with a dot. Rename it, or delete it.",
                "mocks/mappings/more/.list.json: this is not read, because its name begins with a dot. Rename it, or delete it.",
            ])
    }

    @Test func aFileThatIsMisplacedLaterIsToldOnce() throws {
        let mapping = #"{"request": {"url": "/a"}}"#
        try folder.write("mappings/good.json", mapping)
        try folder.write("a.json", mapping)
        let mocks = try FixtureFolder(folder.path)
        #expect(mocks.load().warnings.count == 1)
        #expect(mocks.newStrays() == [], "the load has told it")
        try folder.write("b.json", mapping)
        try folder.write("mappings/c.txt", mapping)
        #expect(
            lines(mocks.newStrays()) == [
                "mocks/b.json: this is not read. Mappings are in mocks/mappings.",
                #"mocks/mappings/c.txt: this is not read. Names of mappings end in ".json", ".yaml" or ".yml"."#,
            ])
        try folder.write("b.json", mapping + "\n")
        #expect(mocks.newStrays() == [])
        try folder.write("b.json", "[]")
        #expect(mocks.newStrays() == [])
        try folder.write("b.json", mapping)
        #expect(mocks.newStrays().count == 1, "it is misplaced again")
        #expect(mocks.load().warnings.count == 3)
        #expect(mocks.newStrays() == [])
    }

    @Test(arguments: ["mappings", "__files", "s3"]) func aLinkToNothingInPlaceOfAFolderIsTold(name: String) throws {
        try folder.write("keep.txt", "")
        try folder.link(name, to: "nowhere")
        let mocks = try FixtureFolder(folder.path)
        let told = ["mocks/\(name):1:1: a link without a target, which is ignored."]
        let set = mocks.load()
        #expect(set.problems == [] && lines(set.warnings) == told)
        #expect(mocks.newStrays() == [])
    }

    @Test func aLinkOutOfTheFolderHasATarget() throws {
        try folder.write("keep.txt", "")
        try folder.link("mappings", to: "/")
        let set = try FixtureFolder(folder.path).load()
        #expect(set.problems.count == 1 && set.warnings == [])
    }

    @Test func aLinkToNothingIsToldOnceWhenItIsMade() throws {
        try folder.write("mappings/good.json", #"{"request": {"url": "/a"}}"#)
        let mocks = try FixtureFolder(folder.path)
        #expect(mocks.load().warnings == [])
        try folder.link("mappings/gone.json", to: "nowhere.json")
        #expect(lines(mocks.newStrays()) == ["mocks/mappings/gone.json:1:1: a link without a target, which is ignored."])
        #expect(mocks.newStrays() == [])
        #expect(mocks.load().warnings.count == 1)
        #expect(mocks.newStrays() == [])
    }

    @Test(arguments: [
        (#"{"openapi": "3.1.0", "info": {"title": "x"}, "paths": {}}"#, "an OpenAPI document"),
        (#"{"swagger": "2.0", "paths": {}}"#, "an OpenAPI document"),
        (#"{"log": {"version": "1.2", "entries": []}}"#, "an HTTP Archive (HAR)"),
        (#"{"info": {"name": "x"}, "item": []}"#, "a Postman collection"),
        (#"{"_type": "export", "resources": []}"#, "an Insomnia collection"),
        (#"[{"httpRequest": {"path": "/a"}, "httpResponse": {"body": "x"}}]"#, "a file of MockServer's"),
        (#"{"httpRequest": {"path": "/a"}, "httpResponse": {"body": "x"}}"#, "a file of MockServer's"),
        (#"{"imposters": [{"port": 1, "protocol": "http", "stubs": []}]}"#, "a file of Mountebank's"),
        (#"{"port": 1, "protocol": "http", "stubs": []}"#, "a file of Mountebank's"),
        (#"{"uuid": "x", "lastMigration": 32, "routes": []}"#, "a file of Mockoon's"),
        (#"{"data": {"pairs": []}, "meta": {"schemaVersion": "v5"}}"#, "a simulation of Hoverfly's"),
        (#"{"consumer": {"name": "a"}, "provider": {"name": "b"}, "interactions": []}"#, "a contract of Pact's"),
        (#"[{"scope": "https://a:443", "method": "GET", "path": "/", "status": 200, "response": {}}]"#, "a recording of nock's"),
    ])
    func aDocumentOfAnotherToolIsNamed(text: String, name: String) throws {
        try folder.write("mappings/a.json", text)
        let set = try load()
        #expect(
            lines(set.problems) == [
                "mocks/mappings/a.json:1:1: this is \(name), and no stub mapping; none is made of it. "
                    + "Move it out of the folder. Record the real server with understudy record --from <url>, or write a mapping for each request."
            ])
        #expect(set.warnings.isEmpty)
    }

    @Test(arguments: [
        #"{"Guid": "a", "Priority": 1, "Request": {"Path": "/a", "Methods": ["get"]}, "Response": {"StatusCode": 200}}"#,
        #"[{"Request": {"Url": "/a"}, "Response": {"BodyAsJson": {}}}]"#,
    ])
    func aMappingOfWireMockNetIsNamed(text: String) throws {
        try folder.write("mappings/a.json", text)
        #expect(
            try lines(load().problems) == [
                "mocks/mappings/a.json:1:1: this is a mapping of WireMock.Net, which has another format; none is made of it. "
                    + "Move it out of the folder. Record the real server with understudy record --from <url>, or write a mapping for each request."
            ])
    }

    @Test(arguments: [
        #"{"content": [], "status": "ok"}"#, #"[{"id": 1, "kind": "x"}]"#, "[]", #"{"id": 1, "kind": "x"}"#,
        #"{"settings": {"number_of_shards": 1}, "mappings": {"properties": {"title": {"type": "text"}}}}"#,
    ])
    func aBodyAmongMappingsIsNamed(text: String) throws {
        try folder.write("mappings/a.json", text)
        #expect(
            try lines(load().problems) == [
                "mocks/mappings/a.json:1:1: this is not a stub mapping but looks like a body: no field of it says what is matched or sent. "
                    + "Move it to mocks/__files, or write {\"request\": …, \"response\": {\"jsonBody\": …}} around it."
            ])
    }

    @Test(arguments: [
        #"{"reqest": {}, "name": "x"}"#, #"{"method": "GET", "foo": 1}"#, #"[{"request": {"url": "/a"}}]"#, #"{"id": 1}"#,
        #"{"mappings": {"request": {"url": "/a"}}}"#, #"{"mappings": {"a": {"request": {"url": "/a"}}}}"#, #"{"Request": {"url": "/a"}}"#,
    ])
    func aMappingWithMistakesIsNoBody(text: String) throws {
        try folder.write("mappings/a.json", text)
        let problems = try lines(load().problems)
        #expect(!problems.isEmpty && !problems.joined().contains("looks like a body"), "\(problems)")
    }

    @Test(arguments: [
        ("stubs.json", #"{"stubs": [{"request": {"url": "/a"}}]}"#, "Did you mean \"mappings\"?"),
        ("understudy.json", #"{"port": 8081}"#, "Settings are in mocks/understudy.json."),
    ])
    func whatItProbablyIsIsNamed(name: String, text: String, repair: String) throws {
        try folder.write("mappings/\(name)", text)
        let problems = try lines(load().problems)
        #expect(problems.count == 1 && problems[0].hasSuffix(repair), "\(problems)")
    }

    @Test(arguments: [
        ("<?xml version=\"1.0\"?><a/>", "expected JSON, found HTML or XML. Move it to __files, or write a mapping in JSON."),
        ("request: {}\n", "expected JSON, found YAML. Let the file's name end in \".yaml\", or write it as JSON."),
        ("<<<<<<< HEAD\n{}", "this is a mark of a merge conflict. Resolve the conflict, and take its marks away."),
        ("\0\0\0\0\0\0", "zero bytes in place of text. Save it again."),
    ])
    func whatIsNoJSONHasItsRepair(text: String, told: String) throws {
        try folder.write("mappings/a.json", text)
        #expect(try lines(load().problems) == ["mocks/mappings/a.json:1:1: \(told)"])
    }

    @Test func whatHasNoPlaceInMappingsIsAWarning() throws {
        let mapping = #"{"request": {"url": "/a"}, "response": {}}"#
        for name in ["hello", "b.js", "c.txt"] { try folder.write("mappings/\(name)", mapping) }
        // Emacs, vi and IntelliJ keep these beside a file that is edited.
        for name in ["b.json~", "#b.json#", "b.json___jb_tmp___", "b.json___jb_old___"] { try folder.write("mappings/\(name)", mapping) }
        for name in ["LICENSE", "notes.md", "d.js"] { try folder.write("mappings/\(name)", "x") }
        try folder.write("mappings/e.har", #"{"log": {"entries": []}}"#)
        try folder.write("mappings/f.jpg", "x")
        try folder.write("mappings/g.xml", "<a/>")
        let names = #"Names of mappings end in ".json", ".yaml" or ".yml"."#
        let record = "Record the real server with understudy record --from <url>, or write a mapping for each request."
        #expect(
            try lines(load().warnings) == [
                "mocks/mappings/b.js: this is not read. \(names)",
                "mocks/mappings/c.txt: this is not read. \(names)",
                "mocks/mappings/e.har: this is an HTTP Archive (HAR), and it is not read. \(record)",
                "mocks/mappings/f.jpg: this is not read. Bodies are in mocks/__files.",
                "mocks/mappings/g.xml: this is not read. Bodies are in mocks/__files.",
                "mocks/mappings/hello: this is not read. \(names)",
            ])
    }

    @Test func whatIsBesideTheFoldersAndNotServedIsAWarning() throws {
        try folder.write("mappings/good.json", #"{"request": {"url": "/a"}}"#)
        try folder.write("a.png", "x")
        try folder.write("b.png", "x")
        try folder.write("images/c.jpg", "x")
        try folder.write("sources/d.jpg", "x")
        try folder.write("db.json", #"{"posts": [{"id": 1}]}"#)
        try folder.write("data.json", #"{"posts": [{"id": 1}]}"#)
        try folder.write("openapi.yaml", "openapi: 3.1.0\ninfo: {}\n")
        let place = "Pictures are in mocks/__files, or as objects in mocks/s3/<bucket>."
        let record = "Record the real server with understudy record --from <url>, or write a mapping for each request."
        #expect(
            try lines(load().warnings) == [
                "mocks/a.png: this picture and 1 more here are not served. \(place)",
                "mocks/db.json: this is a database of json-server, and it is not read. \(record)",
                "mocks/images/c.jpg: this picture is not served. \(place)",
                "mocks/openapi.yaml: this is an OpenAPI document, and it is not read. \(record)",
            ])
    }

    @Test func aDescriptionInFilesWithoutItsFileIsAWarning() throws {
        try folder.write("__files/cat.jpg", "x")
        try folder.write("__files/cat.meta.json", #"{"headers": {"X-A": "1"}}"#)
        try folder.write("__files/body.meta.json", #"{"title": "the body of a response"}"#)
        try folder.write("__files/empty.meta.json", "{}")
        #expect(
            try lines(load().warnings) == [
                #"mocks/__files/cat.meta.json: it describes "mocks/__files/cat", which is not there. Did you mean cat.jpg.meta.json?"#
            ])
    }

    @Test func theCodingOfAFileIsCompared() throws {
        let response = #""headers": {"Content-Encoding": "gzip"}, "bodyFileName""#
        try folder.write("__files/plain.bin", "x")
        try folder.write("mappings/a.json", #"{"request": {"url": "/a"}, "response": {\#(response): "plain.bin"}}"#)
        #expect(
            try lines(load().warnings) == [
                #"mocks/mappings/a.json:1:52 /response/headers: the file "plain.bin" is not in the coding "gzip", so clients cannot read it. "#
                    + "Take the field away: the server compresses for clients that accept it."
            ])
    }
}
