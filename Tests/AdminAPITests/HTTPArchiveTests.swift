import HTTPMessage
import JSONDocument
import MockEngine
import Testing

@testable import AdminAPI

struct HTTPArchiveTests {
    @Test(arguments: [
        (#"{"base64Body": "AAEC"}"#, "AAEC"), (#"{"body": "GIF", "headers": {"Content-Type": "image/gif"}}"#, "R0lG"),
        (#"{"body": "<svg/>", "headers": {"Content-Type": "image/svg+xml"}}"#, nil),
    ]) func bytesInAnHTTPArchiveAreBase64(response: String, encoded: String?) throws {
        let bench = AdminBench()
        bench.stub(#"{"request": {"urlPath": "/a"}, "response": \#(response)}"#)
        bench.request("GET", "/a")
        let entry = try #require(bench.call("GET", "/requests/har").json?["log"]?["entries"]?[0])
        let content = try #require(entry["response"]?["content"])
        #expect(content["encoding"]?.string == encoded.map { _ in "base64" } && content["text"]?.string == encoded ?? "<svg/>")
        #expect(try #require(entry["startedDateTime"]?.string).contains(/:\d\d\.\d{3}Z$/))
    }

    @Test func theJournalIsAnHTTPArchive() throws {
        let bench = AdminBench()
        bench.stub(
            #"{"name": "it", "request": {"urlPath": "/a"}, "response": {"body": "hello", "headers": {"Content-Type": "text/plain"}}}"#)
        bench.request("POST", "/a?q=1&q=2", headers: [("Host", "api.test"), ("Content-Type", "application/json")], body: "{}")
        bench.request("GET", "/nothing")
        let log = try #require(bench.call("GET", "/requests/har").json?["log"])
        #expect(log["version"] == "1.2" && log["creator"]?["name"] == "Understudy")
        let entry = try #require(log["entries"]?[0])
        #expect(entry["request"]?["url"] == "http://api.test/a?q=1&q=2" && entry["request"]?["method"] == "POST")
        #expect(entry["request"]?["queryString"] == [["name": "q", "value": "1"], ["name": "q", "value": "2"]])
        #expect(entry["request"]?["postData"]?["text"] == "{}")
        #expect(entry["response"]?["status"] == 200 && entry["response"]?["content"]?["text"] == "hello")
        #expect(entry["_stub"] == "it" && entry["cache"] == [:] && entry["timings"]?["send"] == 0)
        #expect(log["entries"]?[1]?["_wasMatched"] == false)
        #expect(bench.call("GET", "/requests/har?after=1").json?["log"]?["entries"]?.array?.count == 1)
    }
}
