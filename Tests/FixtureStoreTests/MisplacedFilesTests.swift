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
        #expect(
            try lines(load().warnings) == [
                "mocks/a.json: this is not read. Mappings are in mocks/mappings.",
                "mocks/stubs/b.json: this is not read. Mappings are in mocks/mappings.",
            ])
    }

    @Test(arguments: [
        (#"{"openapi": "3.1.0", "info": {"title": "x"}, "paths": {}}"#, "an OpenAPI document"),
        (#"{"swagger": "2.0", "paths": {}}"#, "an OpenAPI document"),
        (#"{"log": {"version": "1.2", "entries": []}}"#, "an HTTP Archive (HAR)"),
        (#"{"info": {"name": "x"}, "item": []}"#, "a Postman collection"),
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
