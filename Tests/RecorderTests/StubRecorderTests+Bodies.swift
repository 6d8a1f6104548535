import AdminAPI
import HTTPMessage
import JSONDocument
import MockEngine
import Recorder
import StubModel
import Synchronization
import Testing
import UpstreamTestSupport

/// How bodies of recorded exchanges are kept and compared.
extension StubRecorderTests {
    @Test func theTypeSaysHowABodyIsKeptAndCompared() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        func ask(_ type: String, _ body: String) async throws {
            _ = try await fixture.proxying.ask(
                "/untyped", method: "POST", headers: [("Content-Type", type)], body: Array(body.utf8))
        }
        // Those that ask for less would respond in place of the others.
        try await ask("multipart/form-data; boundary=b", "--b--")
        try await ask("application/vnd.a.json;charset=utf-8", "[1]")
        try await ask("application/octet-stream", "abc")
        let stubs = try fixture.stop()
        #expect(
            stubs.map { $0["request"]?["bodyPatterns"]?[0] } == [
                ["anything": "anything"], ["equalToJson": "[1]", "ignoreArrayOrder": true, "ignoreExtraElements": true],
                ["binaryEqualTo": "YWJj"],
            ])
        #expect(stubs.allSatisfy { $0["response"]?["base64Body"] == "dGV4dA==" })
    }

    /// Digests are those of the gzipped one.
    @Test func aGzippedBodyIsRecordedPlainWithoutItsDigests() throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        fixture.proxying.log.proxied(
            ProxiedExchange(
                request: Request(target: "/"), arrivedAt: fixture.proxying.engine.session.clock.now, status: 200,
                headers: [("Content-Type", "text/plain"), ("Content-Encoding", "gzip"), ("Content-MD5", "a"), ("Repr-Digest", "b")],
                body: [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 43, 73, 173, 40, 1, 0, 199, 167, 139, 59, 4, 0, 0, 0]))
        let response = try fixture.stop().first?["response"]
        #expect(response?["body"] == "text")
        #expect(response?["headers"] == ["Content-Type": "text/plain"])
    }

    @Test func aURLOfABucketAloneMakesATemplate() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false, "s3Hosts": ["cdn.test": "pics"]])
        fixture.proxying.log.proxied(
            ProxiedExchange(
                request: Request(method: "GET", target: "/form"), arrivedAt: fixture.proxying.engine.session.clock.now, status: 200,
                headers: [("Content-Type", "application/json")], body: Array(#"{"url":"https://cdn.test"}"#.utf8)))
        guard case .withObjects(let result, _) = try fixture.recorder.stop() else {
            Issue.record("expected a report about objects")
            return
        }
        let response = fixture.mappings(result).first?["response"]
        #expect(response?["body"] == #"{"url":"{{s3.baseUrl}}/pics"}"#)
        #expect(response?["transformers"] == ["response-template"])
    }

    /// It writes the field under another name than it reads it.
    @Test func bodiesAreComparedAsWireMocksJavaClientAsks() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        let factory: JSONValue = ["matcher": "equalToJson", "ignoreArrayOrder": false, "ignoreExtraElements": true]
        try fixture.begin(["persist": false, "requestBodyPatternFactory": factory])
        _ = try await fixture.proxying.ask("/json", method: "POST", body: Array("[1]".utf8))
        #expect(
            try fixture.stop()[0]["request"]?["bodyPatterns"] == [
                ["equalToJson": "[1]", "ignoreArrayOrder": false, "ignoreExtraElements": true]
            ])
    }

    /// Only what was asked for is written where the matcher is named.
    @Test(
        arguments: [
            (["matcher": "equalToJson"], ["equalToJson": "[1]"]),
            (["matcher": "equalToJson", "ignoreArrayOrder": true], ["equalToJson": "[1]", "ignoreArrayOrder": true]),
            (["matcher": "equalTo"], ["equalTo": "[1]"]),
            (["matcher": "equalTo", "caseInsensitive": false], ["equalTo": "[1]", "caseInsensitive": false]),
            (
                ["matcher": "auto", "ignoreExtraElements": false],
                ["equalToJson": "[1]", "ignoreArrayOrder": true, "ignoreExtraElements": false]
            ),
        ] as [(JSONValue, JSONValue)])
    func aNamedMatcherHasTheFlagsThatAreGiven(_ pattern: JSONValue, _ expected: JSONValue) async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false, "requestBodyPattern": pattern, "captureHeaders": ["X-C": ["caseInsensitive": false]]])
        let headers: HeaderFields = [("Content-Type", "application/json"), ("X-C", "v")]
        _ = try await fixture.proxying.ask("/json", method: "POST", headers: headers, body: Array("[1]".utf8))
        let request = try fixture.stop()[0]["request"]
        #expect(request?["bodyPatterns"] == [expected])
        #expect(request?["headers"] == ["X-C": ["equalTo": "v", "caseInsensitive": false]])
    }

    @Test func aThresholdThatIsNotGivenExtractsNothing() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["extractBodyCriteria": ["textSizeThreshold": "0.001 kB"]])
        _ = try await fixture.proxying.ask("/json")
        _ = try await fixture.proxying.ask("/bin")
        #expect(try fixture.stop().map { $0["response"]?["bodyFileName"] != nil } == [true, false])
    }

    @Test func longBodiesBecomeFiles() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["extractBodyCriteria": ["textSizeThreshold": "8", "binarySizeThreshold": "1 kb"]])
        _ = try await fixture.proxying.ask("/long")
        _ = try await fixture.proxying.ask("/json")
        _ = try await fixture.proxying.ask("/bin")
        let stubs = try fixture.stop()
        let name = try #require(stubs[0]["response"]?["bodyFileName"]?.string)
        #expect(name == "long-\(stubs[0]["id"]?.string ?? "").txt")
        #expect(fixture.folder.written.withLock { $0 } == [name: Array("hello /long".utf8)])
        #expect(stubs[1]["response"]?["body"] == #"{"a":1}"#)
        #expect(stubs[2]["response"]?["base64Body"] == "AAH/")
    }

    @Test func aBodyWhoseFileCannotBeWrittenStaysInItsMappingAndIsTold() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false, "extractBodyCriteria": ["textSizeThreshold": "8"]])
        _ = try await fixture.proxying.ask("/long")
        fixture.folder.isFull.withLock { $0 = true }
        let stubs = try fixture.stop()
        #expect(stubs[0]["response"]?["bodyFileName"] == nil)
        #expect(stubs[0]["response"]?["body"] == "hello /long", "as text, so that it can be read and edited")
        let name = "long-\(stubs[0]["id"]?.string ?? "").txt"
        #expect(
            fixture.folder.warnings.withLock { $0 } == [
                "The body for \"\(name)\" stays in its mapping, because the file cannot be written: The disk is full."
            ])
    }

    @Test(arguments: [("/markup", "xml"), ("/untyped", "txt"), ("/json", "json"), ("/bin", "png")])
    func aFileOfABodyEndsAsItsTypeOrItsContentSays(path: String, name: String) async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["extractBodyCriteria": ["textSizeThreshold": "0", "binarySizeThreshold": "0"]])
        _ = try await fixture.proxying.ask(path)
        let file = try #require(try fixture.stop()[0]["response"]?["bodyFileName"]?.string)
        #expect(file.hasSuffix(".\(name)"), "\(file)")
    }

    @Test(arguments: ["/" + String(repeating: "%EA%B0%80", count: 100), "/a." + String(repeating: "x", count: 300)])
    func namesOfFilesHaveAtMostAsManyBytesAsAFolderTakes(path: String) async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["extractBodyCriteria": ["textSizeThreshold": "0", "binarySizeThreshold": "0"]])
        _ = try await fixture.proxying.ask(path)
        #expect(try fixture.stop().count == 1)
        let names = fixture.folder.written.withLock { Array($0.keys) }
        #expect(names.count == 1 && names.allSatisfy { $0.utf8.count <= 255 })
    }
}
