import Foundation
import Logging
import TestSupport
import Testing

@testable import UnderstudyService

/// The body file of a stub, for a request that the stub refuses.
@Suite(.timeLimit(.minutes(5))) struct StubBodyTests {
    @Test func aRequestThatAStubRefusesDoesNotGetItsBody() throws {
        let folder = try TemporaryFolder()
        try folder.write("__files/hello.json", "{}")
        let mapping = #"{"request": {"url": "/hello", "headers": {"X": {"equalTo": "1"}}}, "response": {"bodyFileName": "hello.json"}}"#
        try folder.write("mappings/a.json", mapping)
        var configuration = Configuration()
        configuration.mocks = folder.path
        (configuration.port, configuration.s3Port) = (0, 0)
        let service = try Service(configuration, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        defer { service.stop() }
        let client = try RawClient(port: #require(Int(service.start().http.split(separator: ":").last ?? "")))
        func get(_ target: String, headers: [String] = []) throws -> RawResponse {
            try client.request("GET", target, headers: headers)
            return try client.response()
        }
        func admin(_ call: String) throws -> RawResponse {
            try client.send("\(call) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return try client.response()
        }
        #expect(try get("/hello", headers: ["X: 1"]).status == 200)
        for _ in 0..<2 {
            let miss = try get("/hello")
            #expect(miss.status == 404)
            let file = "\(folder.path)/__files/hello.json"
            let hint =
                "\(file) would answer, but it is the body of the stub at \(folder.path)/mappings/a.json:1:1; not met: header \"X\". "
                + "Without the stub, only \"/hello.json\" gets it."
            #expect(miss.header("X-Understudy-Hint") == hint)
            #expect(!miss.text.contains("A file that would answer") && !miss.text.contains("No file can have"))
        }
        try folder.link("__files/out.txt", to: "/etc/hostname")
        let out = "At __files/out.txt a link leads out of the folder, to \"/etc/hostname\". Copy what it points to into the folder."
        #expect(try get("/out.txt").header("X-Understudy-Hint") == out)
        #expect(try admin("GET /__admin/requests/unmatched").text.components(separatedBy: "\"loggedDate\"").count == 4)
        #expect(try get("/hello.json").status == 200)
        try FileManager.default.removeItem(atPath: folder.path + "/mappings/a.json")
        #expect(try admin("POST /__admin/mappings/reset").status == 200)
        for _ in 0..<2 { #expect(try get("/hello").status == 200) }
        try folder.write("mappings/a.json", mapping)
        #expect(try admin("POST /__admin/mappings/reset").status == 200)
        #expect(try get("/hello").status == 404)
    }
}
