import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Testing
import UpstreamTestSupport

@testable import Recorder

/// Which exchanges become stubs. On the manual clock of these tests, all requests arrive at the same time.
extension StubRecorderTests {
    @Test func requestsForOneURLAtOneTimeAreToldApart() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.proxying.add(["request": ["url": "/p"], "response": ["proxyBaseUrl": .string(fixture.target.origin)]])
        let bodies = ["one", "two", "three"]
        for body in bodies {
            _ = try await fixture.proxying.ask("/p", method: "POST", headers: [("Content-Type", "text/plain")], body: Array(body.utf8))
        }
        let entries = fixture.proxying.engine.session.journal.snapshot().oldestFirst.map { $0 }
        #expect(Set(entries.map(\.arrivedAt)).count == 1)
        for (entry, body) in zip(entries, bodies) {
            let filters: JSONValue = ["ids": [.string(entry.id.description)]]
            let stubs = fixture.mappings(try fixture.snapshot(["persist": false, "filters": filters]))
            #expect(stubs.count == 1)
            #expect(stubs.first?["request"]?["bodyPatterns"]?[0]?["equalTo"] == .string(body))
            fixture.proxying.engine.session.remove(stubs.compactMap { $0["id"]?.string.flatMap { UniqueID($0) } })
        }
    }

    /// The length is what HEAD asks for. That of a body follows from the body.
    @Test func theLengthForHEADIsRecorded() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        for method in ["HEAD", "GET"] { _ = try await fixture.proxying.ask("/untyped", method: method) }
        let stubs = try fixture.stop()
        #expect(stubs.map { $0["request"]?["method"] } == ["HEAD", "GET"])
        #expect(stubs.map { $0["response"]?["headers"]?["Content-Length"] } == ["4", nil])
    }

    /// Without a length, the connection ends with a 304.
    @Test func theLengthOfA304IsRecorded() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["persist": false])
        #expect(try await fixture.proxying.ask("/unchanged").headers.first("Content-Length") == "20")
        let stubs = try fixture.stop()
        #expect(stubs.map { $0["response"]?["headers"]?["Content-Length"] } == ["20"])
    }

    /// Its client has left before the target's response.
    @Test func aRequestWithoutAResponseIsNotRecorded() throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        let session = fixture.proxying.engine.session
        try fixture.proxying.add(["response": ["proxyBaseUrl": .string(fixture.target.origin)]])
        guard case .later(let deferred) = session.respond(to: Request(target: "/hang")) else {
            Issue.record("there is a response")
            return
        }
        fixture.proxying.engine.finished(try #require(deferred.ticket), ExchangeOutcome(ending: .clientLeft))
        #expect(session.journal.snapshot().count == 1)
        let result = try fixture.snapshot(["persist": false, "filters": ["allowNonProxied": true]])
        #expect(fixture.mappings(result).isEmpty)
    }

    /// Responses come in any order.
    @Test func exchangesAreInTheOrderOfArrival() {
        let log = ProxyLog()
        for sequence in [3, 1, 2] as [UInt64] {
            log.proxied(
                ProxiedExchange(
                    request: Request(target: "/"), arrivedAt: Timestamp(milliseconds: 0), sequence: sequence, status: 200, headers: [],
                    body: []))
        }
        #expect(log.exchanges(from: 0).map(\.sequence) == [1, 2, 3])
    }
}
