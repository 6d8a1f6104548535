import Foundation
import JSONDocument
import Logging
import TestSupport
import Testing
import UnderstudyService

/// Responses that wait for a test, on real sockets.
@Suite(.timeLimit(.minutes(5))) struct HeldResponsesTests {
    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private let service: Service
    private let port: Int

    init() throws {
        service = try Service(.embedded(), log: Self.silent)
        port = try #require(service.start().http.split(separator: ":").last.flatMap { Int($0) })
    }

    private func client(_ method: String = "GET", _ target: String, headers: [String] = [], body: String = "") throws -> RawClient {
        let client = try RawClient(port: port)
        let fields = (["Host: localhost"] + headers + (body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"])).joined(
            separator: "\r\n")
        try client.send("\(method) \(target) HTTP/1.1\r\n\(fields)\r\n\r\n\(body)")
        return client
    }

    @discardableResult
    private func admin(_ method: String, _ path: String, _ body: String = "", session: String? = nil) throws -> (
        status: Int, json: JSONValue?
    ) {
        let headers = session.map { ["X-Understudy-Session: \($0)"] } ?? []
        let response = try client(method, "/__admin" + path, headers: headers, body: body).response()
        return (response.status, try? JSONValue.parse(response.body))
    }

    private func stub(_ response: String, at path: String = "/page") throws {
        #expect(try admin("POST", "/mappings", #"{"request": {"urlPath": "\#(path)"}, "response": \#(response)}"#).status == 201)
    }

    private func waitForArrival(_ gate: String = "g", _ count: Int = 1) throws {
        let reply = try admin("POST", "/gates/\(gate)/wait", #"{"arrivals": \#(count), "timeoutMilliseconds": 60000}"#)
        #expect(reply.status == 200)
    }

    @Test func aPageIsHeldAndReleased() throws {
        defer { service.stop() }
        try stub(#"{"body": "page", "hold": "g"}"#)
        let app = try client("GET", "/page")
        try waitForArrival()
        #expect(try admin("GET", "/requests").json?["requests"]?[0]?["performed"]?["held"]?[0]?["state"] == "waiting")
        #expect(try admin("POST", "/gates/g/release", #"{"count": 1}"#).json?["released"] == 1)
        #expect(try app.response().text == "page")
        // The connection lives on.
        try app.request("GET", "/page")
        try admin("POST", "/gates/g/release")
        #expect(try app.response().status == 200)
    }

    /// The app cancels and tries again: whenever the server notices that the first client has gone, the release is for the second.
    @Test func aReleaseIsNeverSpentOnAClientThatHasLeft() throws {
        defer { service.stop() }
        try stub(#"{"body": "page", "hold": "g"}"#)
        for turn in 1...200 {
            let first = try client("GET", "/page")
            try waitForArrival()
            first.reset()
            let second = try client("GET", "/page")
            try admin("POST", "/requests/await", #"{"urlPath": "/page", "count": \#(2 * turn), "timeoutMilliseconds": 60000}"#)
            try admin("POST", "/gates/g/release", #"{"count": 1}"#)
            #expect(try second.response().text == "page")
        }
        #expect(try admin("GET", "/gates").json?["gates"]?[0]?["waiting"] == 0)
    }

    @Test(arguments: [(#""afterHeaders""#, 0), (#"{"bodyBytes": 7}"#, 7), (#"{"bodyFraction": 0.5}"#, 50), (#""end""#, 99)])
    func aHoldWithinTheBodyIsThere(_ moment: String, _ bytes: Int) throws {
        defer { service.stop() }
        let body = String(repeating: "0123456789", count: 10)
        try stub(#"{"body": "\#(body)", "hold": {"gate": "g", "at": \#(moment)}}"#)
        let app = try client("GET", "/page")
        #expect(try app.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
        #expect(String(decoding: try app.read(bytes), as: UTF8.self) == body.prefix(bytes))
        try waitForArrival()
        try admin("POST", "/gates/g/release")
        #expect(String(decoding: try app.read(100 - bytes), as: UTF8.self) == body.dropFirst(bytes))
    }

    @Test func toHeadTheHoldIsBeforeTheHead() throws {
        defer { service.stop() }
        try stub(#"{"body": "0123456789", "hold": {"gate": "g", "at": "end"}}"#)
        let app = try client("HEAD", "/page")
        try waitForArrival()
        try admin("POST", "/gates/g/release")
        #expect(try app.response(toHead: true).header("Content-Length") == "10")
    }

    @Test func aHoldThatLastsTooLongIsA504() throws {
        defer { service.stop() }
        try stub(#"{"body": "page", "hold": "g", "holdTimeoutMilliseconds": 20}"#)
        let response = try client("GET", "/page").response()
        #expect(response.status == 504)
        #expect(response.text == "The gate \"g\" was not released within 20 ms (holdTimeoutMilliseconds).\n")
        try stub(#"{"body": "page", "hold": {"gate": "g", "at": {"bodyBytes": 2}}, "holdTimeoutMilliseconds": 20}"#, at: "/cut")
        let cut = try client("GET", "/cut").readToEnd()
        #expect(String(decoding: cut.bytes, as: UTF8.self).hasSuffix("\r\n\r\npa"))
    }

    @Test func aStopEndsHoldsAtOnce() throws {
        try stub(#"{"body": "page", "hold": "g"}"#)
        try stub(#"{"body": "page", "hold": {"gate": "g", "at": "end"}}"#, at: "/late")
        let page = try client("GET", "/page")
        let late = try client("GET", "/late")
        try waitForArrival("g", 2)
        let duration = ContinuousClock().measure { service.stop() }
        #expect(duration < .seconds(4), "It does not wait for its bound.")
        #expect(try page.response().status == 503)
        #expect(String(decoding: try late.readToEnd().bytes, as: UTF8.self).hasSuffix("\r\n\r\npag"))
    }

    @Test func theEndOfASessionEndsItsHoldsAndNoOthers() throws {
        defer { service.stop() }
        try stub(#"{"body": "page", "hold": "g"}"#)
        let mapping = #"{"mappings": [{"request": {"urlPath": "/page"}, "response": {"body": "page", "hold": "g"}}]}"#
        let id = try #require(admin("POST", "/sessions", mapping).json?["id"]?.string)
        let inside = try client("GET", "/page", headers: ["X-Understudy-Session: \(id)"])
        let outside = try client("GET", "/page")
        #expect(try admin("POST", "/gates/g/wait", #"{"timeoutMilliseconds": 60000}"#, session: id).json?["waiting"] == 1)
        try waitForArrival()
        #expect(try admin("DELETE", "/sessions/\(id)").status == 200)
        #expect(try inside.response().status == 503)
        try admin("POST", "/gates/g/release")
        #expect(try outside.response().text == "page")
    }

    @Test func aDelayAndADribbleWaitForAManualClock() throws {
        defer { service.stop() }
        #expect(try admin("PUT", "/clock", #"{"clock": "manual"}"#).status == 200)
        try stub(#"{"body": "0123456789", "fixedDelayMilliseconds": 86400000}"#)
        try stub(#"{"body": "0123456789", "chunkedDribbleDelay": {"numberOfChunks": 5, "totalDuration": 5000}}"#, at: "/dribble")
        let page = try client("GET", "/page")
        try admin("POST", "/requests/await", #"{"urlPath": "/page", "timeoutMilliseconds": 60000}"#)
        #expect(try admin("POST", "/clock/advance", #"{"milliseconds": 86400000}"#).status == 200)
        #expect(try page.response().text == "0123456789")
        let dribble = try client("GET", "/dribble")
        #expect(try dribble.read(until: "\r\n\r\n").contains("chunked"))
        for part in ["01", "23", "45", "67", "89"] {
            try admin("POST", "/clock/advance", #"{"milliseconds": 1000}"#)
            #expect(try dribble.read(until: part + "\r\n") == "2\r\n\(part)\r\n")
        }
        #expect(try dribble.read(until: "0\r\n\r\n") == "0\r\n\r\n")
    }
}
