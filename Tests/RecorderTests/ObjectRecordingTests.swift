import AdminAPI
import Foundation
import HTTPMessage
import JSONDocument
import MockEngine
import Synchronization
import TestSupport
import Testing
import UpstreamTestSupport

@testable import Recorder

/// Objects behind the URLs of recorded responses, fetched from a server on this machine.
@Suite(.timeLimit(.minutes(5))) struct ObjectRecordingTests {
    /// Keeps what is written.
    private final class Folder: ObjectFolder {
        struct Full: Error, CustomStringConvertible { let description = "the disk is full" }
        let written = Mutex<[String: RecordedObject]>([:])
        var count: Int { written.withLock { $0.count } }
        /// Rung with each object.
        let bell = Bell()
        /// Called with each object.
        let whenWritten = Mutex<(@Sendable () -> Void)?>(nil)

        func write(_ object: RecordedObject) throws {
            if object.key == Array("full".utf8) { throw Full() }
            written.withLock { $0["\(object.bucket)/\(String(decoding: object.key, as: UTF8.self))"] = object }
            bell.ring()
            whenWritten.withLock { $0 }?()
        }
    }

    /// Takes what a thread has found.
    private final class Outcome: Sendable {
        let report = Mutex<ObjectFetchReport?>(nil)
    }

    private let target: Target
    private let folder = Folder()
    private let clock = ManualClock()

    init() throws {
        target = try Target { request in
            switch request.path {
            case "/missing": WirePlan(.text(404, "no"))
            case "/moved": WirePlan(Response(status: 302, headers: [("Location", "/x")]))
            case "/long": WirePlan(Response(status: 200, body: .bytes([UInt8](repeating: 7, count: 2_000))))
            case "/private" where !request.target.contains("X-Amz-Signature=good"): WirePlan(.text(403, "no"))
            case "/slow": WirePlan(.text(200, "late"), performance: Performance(initialDelay: .seconds(3_600)))
            default:
                WirePlan(
                    Response(
                        status: 200,
                        headers: [
                            ("Content-Type", "image/jpeg"), ("Cache-Control", "max-age=5"), ("x-amz-meta-People", "2"), ("Server", "x"),
                            ("ETag", "\"1\""),
                        ], body: .bytes(Array(request.target.utf8))))
            }
        }
    }

    private func objects(_ paths: [String]) throws -> [HostedObject] {
        let host = try #require(ObjectHost("127.0.0.1:\(target.port)=pics"))
        return try paths.map { try #require(HostedURL(target.origin + $0, [host], now: 0)?.object) }
    }

    private func recording(_ warn: @escaping @Sendable (String) -> Void = { _ in }) -> ObjectRecording {
        var recording = ObjectRecording(timer: clock, warn: warn)
        recording.maximumObjectBytes = 1_000
        return recording
    }

    @Test func objectsAreWrittenWithTheirFields() throws {
        defer { target.stop() }
        let report = try ObjectFetch(client(), folder, recording()).run(objects(["/a?v=1", "/b/c%20d", "/a?v=2"]))
        #expect(report.json == ["saved": 2, "bytes": 14, "failed": []])
        let written = folder.written.withLock { $0 }
        #expect(written.keys.sorted() == ["pics/a", "pics/b/c d"])
        let first = try #require(written["pics/a"])
        #expect(String(decoding: first.bytes, as: UTF8.self) == "/a?v=2", "by the latest URL")
        #expect(first.fields.map(\.name) == ["Content-Type", "Cache-Control"])
        #expect(first.metadata == [QueryItem("people", "2")])
    }

    @Test func aFailureIsToldAndTheOthersAreSaved() throws {
        defer { target.stop() }
        let lines = Mutex<[String]>([])
        let paths = ["/missing?X-Amz-Signature=secret", "/moved", "/long", "/full"] + (0..<20).map { "/\($0)" }
        let report = try ObjectFetch(client(), folder, recording { line in lines.withLock { $0.append(line) } }).run(objects(paths))
        #expect(report.saved == 20)
        let reasons = Dictionary(uniqueKeysWithValues: report.failures.map { (String(decoding: $0.object.key, as: UTF8.self), $0.reason) })
        #expect(reasons["missing"] == "The response has the status 404.")
        #expect(reasons["moved"] == "The response has the status 302.")
        #expect(reasons["long"] == "the response is longer than 1000 bytes")
        #expect(reasons["full"] == "the disk is full")
        #expect(
            lines.withLock { $0 }.contains(
                "\(target.origin)/missing was not recorded as s3/pics/missing: The response has the status 404."), "without the signature")
    }

    /// A link for uploads, an expired one, and the address without a signature do not bring it.
    @Test(arguments: [
        (["?X-Amz-Signature=good", ""], ["good"]), (["", "?X-Amz-Signature=good"], ["good"]),
        (["?X-Amz-Signature=good", "?X-Amz-Signature=put"], ["put", "good"]),
        (["?X-Amz-Signature=good", "?response-expires=0&X-Amz-Signature=good", ""], ["good"]),
        (["?response-expires=0&X-Amz-Signature=good", "", "?X-Amz-Signature=old"], ["old", "", "good"]),
    ]) func anObjectIsFetchedByTheURLThatBringsIt(queries: [String], asked: [String]) throws {
        defer { target.stop() }
        let lines = Mutex<[String]>([])
        let fetch = ObjectFetch(try client(), folder, recording { line in lines.withLock { $0.append(line) } })
        let report = try fetch.run(objects(queries.map { "/private" + $0 }))
        #expect(report.saved == 1 && report.failures.isEmpty)
        #expect(lines.withLock { $0 } == [])
        let signatures = target.requests.map { $0.queryItems.first { $0.name == "X-Amz-Signature" }?.value ?? "" }
        #expect(signatures == asked)
    }

    /// The latest URL is tried first.
    @Test func aServerThatCannotBeReachedIsFollowedByTheNextURL() throws {
        defer { target.stop() }
        let dead = try Target { _ in WirePlan(.text(200, "")) }
        dead.stop()
        let hosts = try [target, dead].map { try #require(ObjectHost("127.0.0.1:\($0.port)=pics")) }
        let found = try [target, dead].map { try #require(HostedURL($0.origin + "/a", hosts, now: 0)?.object) }
        let report = try ObjectFetch(client(), folder, recording()).run(found)
        #expect(report.saved == 1 && report.failures.isEmpty)
        #expect(target.requests.map(\.target) == ["/a"])
    }

    @Test func anObjectThatNoURLBringsIsToldOnceByTheFirst() throws {
        defer { target.stop() }
        let urls = (0..<20).map { "/private?X-Amz-Signature=\($0)" } + ["/private", "/missing", "/missing?v=1"]
        let report = try ObjectFetch(client(), folder, recording()).run(objects(urls))
        #expect(report.saved == 0)
        #expect(report.failures.map(\.reason).sorted() == ["The response has the status 403.", "The response has the status 404."])
        #expect(target.requests.count == 8 + 2, "the latest eight")
    }

    /// They are those of one link.
    @Test func fieldsThatALinkSetsAreNotTheObjects() throws {
        defer { target.stop() }
        let paths = ["/a", "/a?response-content-type=text%2Fplain", "/b?response-content-type=text%2Fplain"]
        #expect(try ObjectFetch(client(), folder, recording()).run(objects(paths)).saved == 2)
        let written = folder.written.withLock { $0 }
        #expect(written["pics/a"]?.fields.map(\.name) == ["Content-Type", "Cache-Control"])
        #expect(written["pics/b"]?.fields.map(\.name) == ["Cache-Control"])
    }

    /// Their files would be no objects.
    @Test func aKeyThatNoRequestCanNameIsNotFetched() throws {
        defer { target.stop() }
        let longest = String(repeating: "k", count: 1_024)
        var long = recording()
        long.maximumObjectBytes = 10_000
        let report = try ObjectFetch(client(), folder, long).run(objects(["/%FF", "/\(longest)k", "/\(longest)"]))
        #expect(report.saved == 1)
        #expect(
            report.failures.map(\.reason) == ["The key is not in UTF-8.", "The key has 1025 bytes. S3 allows at most 1024."])
    }

    @Test func numberAndSizeAreLimited() throws {
        defer { target.stop() }
        var few = recording()
        few.maximumObjects = 2
        #expect(try ObjectFetch(client(), folder, few).run(objects(["/a", "/b", "/c"])).json["failed"]?[0]?["key"] == "c")
        var small = recording()
        small.maximumBytes = 2
        small.maximumRequests = 1
        let report = try ObjectFetch(client(), folder, small).run(objects(["/a", "/b"]))
        #expect((report.saved, report.failures.map(\.reason)) == (1, ["The objects of a recording have 2 bytes at most."]))
        // Those under way may be as long as objects can be.
        small.maximumRequests = 8
        #expect(try ObjectFetch(client(), folder, small).run(objects(["/a", "/b", "/c"])).saved == 1)
    }

    @Test func allObjectsTogetherHaveATimeLimit() throws {
        defer { target.stop() }
        var short = recording()
        short.maximumRequests = 1
        short.overallTimeLimit = .seconds(10)
        folder.whenWritten.withLock { [clock] in $0 = { clock.advance(by: .seconds(5)) } }
        let report = try ObjectFetch(client(), folder, short).run(objects(["/a", "/b", "/c", "/d"]))
        #expect(report.saved == 2)
        #expect(report.failures.map { String(decoding: $0.object.key, as: UTF8.self) } == ["c", "d"])
        #expect(Set(report.failures.map(\.reason)) == ["The objects of a recording are fetched for 10.0 seconds at most."])
    }

    @Test func aTargetThatNoRuleAllowsIsNotAsked() throws {
        defer { target.stop() }
        let report = try ObjectFetch(client([]), folder, recording()).run(objects(["/a"]))
        #expect(report.failures[0].reason.contains("is not among the allowed targets"))
        #expect(target.requests.isEmpty)
    }

    @Test func whatTakesTooLongIsGivenUp() async throws {
        defer { target.stop() }
        let slow = try objects(["/slow", "/a"])
        let fetch = ObjectFetch(try client(), folder, recording())
        let outcome = Outcome()
        Thread.detachNewThread { [folder] in
            let report = fetch.run(slow)
            outcome.report.withLock { $0 = report }
            folder.bell.ring()
        }
        // Both have begun by then.
        let haveBegun = await folder.bell.eventually { [folder] in folder.count > 0 }
        #expect(haveBegun)
        clock.advance(by: .seconds(61))
        let hasEnded = await folder.bell.eventually { outcome.report.withLock { $0 != nil } }
        #expect(hasEnded)
        let result = try #require(outcome.report.withLock { $0 })
        #expect(result.saved == 1)
        #expect(result.failures.map(\.reason) == ["It took longer than 60.0 seconds."])
    }

    @Test func aServerThatStopsEndsTheFetch() async throws {
        defer { target.stop() }
        var few = recording()
        few.maximumRequests = 2
        let end = FetchEnd()
        let fetch = ObjectFetch(try client(), folder, few, until: end)
        let slow = try objects(["/slow", "/a", "/b"])
        let outcome = Outcome()
        Thread.detachNewThread { [folder] in
            let report = fetch.run(slow)
            outcome.report.withLock { $0 = report }
            folder.bell.ring()
        }
        let haveBegun = await folder.bell.eventually { [folder] in folder.count == 2 }
        #expect(haveBegun)
        end.end()
        let hasEnded = await folder.bell.eventually { outcome.report.withLock { $0 != nil } }
        #expect(hasEnded)
        let result = try #require(outcome.report.withLock { $0 })
        #expect(result.saved == 2)
        #expect(result.failures.map(\.reason) == ["The server stopped before it was fetched."])
        // What is still queued then is not fetched either.
        let later = try ObjectFetch(client(), folder, few, until: end).run(objects(["/c"]))
        #expect(later.saved == 0 && later.failures.map(\.reason) == ["The server stopped before it was fetched."])
    }
}
