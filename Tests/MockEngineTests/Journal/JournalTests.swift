import Digest
import HTTPMessage
import JSONDocument
@testable import MockEngine
import StubModel
import Testing

struct JournalTests {
    @Test func entriesAreListedNewestFirst() {
        let journal = Journal(seed: 1)
        for number in 1...3 { journal.open("/\(number)") }
        #expect(journal.targets == ["/3", "/2", "/1"])
        #expect(journal.snapshot().oldestFirst.map(\.sequence) == [1, 2, 3])
    }

    @Test func aRequestIsReadBackAsItCame() throws {
        let journal = Journal(seed: 1)
        var headers: HeaderFields = [("Host", "h"), ("x-Odd", ""), ("Accept", "a"), ("ACCEPT", "b")]
        headers.append(name: "Long", value: String(repeating: "v", count: 5_000))
        let request = Request(
            method: "PROPFIND", target: "/ä%20b?x=1&&y", headers: headers, body: [0, 1, 255],
            arrival: Arrival(listener: .s3, clientAddress: "127.0.0.1", clientPort: 4711))
        _ = journal.open(.answered(request, at: Timestamp(milliseconds: 5), by: nil))
        let event = try #require(journal.snapshot().newestFirst.first { _ in true })
        #expect(event.request.method == "PROPFIND")
        #expect(Array(event.request.targetBytes) == Array("/ä%20b?x=1&&y".utf8))
        #expect(event.request.headers == headers)
        #expect(try event.request.body.bytes() == [0, 1, 255])
        #expect(event.request.arrival == request.arrival)
        #expect(event.arrivedAt.milliseconds == 5)
        #expect(!event.wasMatched)
    }

    @Test(arguments: ["http", "https"]) func whatATargetInAbsoluteFormNamesIsKept(scheme: String) throws {
        let journal = Journal(seed: 1)
        let request = Request(target: "\(scheme)://abs.example:81/t/x?q=1", headers: [("Host", "other:82")])
        for _ in 0..<2 { _ = journal.open(.answered(request, at: Timestamp(milliseconds: 5), by: nil)) }
        for event in journal.snapshot().newestFirst {
            let json = LoggedRequest(event.request, loggedAt: event.arrivedAt).json
            #expect(json["absoluteUrl"] == .string("\(scheme)://abs.example:81/t/x?q=1") && json["scheme"] == .string(scheme))
            #expect(json["host"] == "abs.example" && json["port"] == 81)
            #expect(json["headers"]?["Host"] == "other:82")
        }
    }

    @Test func theNumberOfEntriesIsBoundedExactly() {
        let journal = Journal(JournalSettings(maximumEntries: 3), seed: 1)
        for number in 1...10 { journal.open("/\(number)") }
        #expect(journal.targets == ["/10", "/9", "/8"])
        #expect(journal.snapshot().droppedCount == 7)
        #expect(journal.snapshot().count == 3)
    }

    @Test func noEntriesAtAllCanBeAskedFor() {
        let journal = Journal(JournalSettings(maximumBytes: 4_000, maximumEntries: 0), seed: 1)
        for number in 1...100 { journal.open("/\(number)") }
        #expect(journal.targets == [])
        #expect(journal.snapshot().droppedCount == 100)
    }

    @Test func bytesAreBoundedAndTheOldestMakeRoom() {
        let journal = Journal(JournalSettings(maximumBytes: 100_000), seed: 1)
        for number in 1...10_000 {
            journal.open("/\(number)", body: Array("body \(number)".utf8))
            #expect(journal.costInBytes <= 100_000)
        }
        let snapshot = journal.snapshot()
        #expect(snapshot.count + snapshot.droppedCount == 10_000)
        #expect(journal.targets == (0..<snapshot.count).map { "/\(10_000 - $0)" })
        #expect(journal.costInBytes > 80_000)
    }

    @Test func ownResponsesCountTowardTheBound() {
        let journal = Journal(JournalSettings(maximumBytes: 100_000, maximumBodyBytes: 2_000), seed: 1)
        for _ in 1...1_000 {
            let answer = Response(status: 200, body: .bytes([UInt8](repeating: 65, count: 1_000)))
            _ = journal.open(.answered(Request(target: "/"), answer))
        }
        #expect(journal.snapshot().count < 100)
        #expect(journal.costInBytes <= 100_000)
    }

    @Test func aHugeBodyCostsItsDigest() throws {
        let journal = Journal(seed: 1)
        let body = [UInt8](repeating: 7, count: 200_000)
        journal.open("/huge", body: body)
        let event = try #require(journal.snapshot().newestFirst.first { _ in true })
        #expect(event.bodyDigest == .init(length: 200_000, sha256: MessageDigest.of(body, .sha256).hex))
        #expect(event.request.body.count == 0)
        #expect(journal.costInBytes < 2_000)
    }

    /// A body whose temporary file cannot be read behind a place, or ends there.
    private final class LostBody: SpooledBody {
        struct Lost: Error, CustomStringConvertible { let description = "the disk is gone" }
        let count: Int
        let ends: Bool

        init(count: Int, ends: Bool) { (self.count, self.ends) = (count, ends) }

        func bytes() throws -> [UInt8] { throw Lost() }
        func read(at offset: Int, limit: Int) throws -> [UInt8] {
            if offset == 0 { return [UInt8](repeating: 7, count: 100) }
            if ends { return [] }
            throw Lost()
        }
    }

    @Test(arguments: [
        (9, false, "the disk is gone"), (200_000, false, "the disk is gone"), (200_000, true, "its file ends after 100 of 200000 bytes"),
    ])
    func aBodyThatCannotBeReadHasItsLengthAndTheReason(count: Int, ends: Bool, reason: String) throws {
        let journal = Journal(seed: 1)
        var request = Request(method: "POST", target: "/lost")
        request.body = .spooled(LostBody(count: count, ends: ends))
        _ = journal.open(.answered(request, Response(status: 200)))
        let entry = try #require(journal.snapshot().newestFirst.first { _ in true })
        #expect(entry.bodyDigest == .init(length: count, sha256: nil))
        let json = entry.json
        #expect(json["request"]?["bodyLength"] == JSONValue(count))
        #expect(json["request"]?["bodySha256"] == nil)
        #expect(json.text(.pretty).contains(reason))
    }

    @Test func anEntryIsClosedInPlace() throws {
        let journal = Journal(seed: 1)
        let ticket = try #require(journal.open("/1"))
        journal.open("/2")
        #expect(journal.snapshot().oldestFirst.map { $0.outcome?.bodyBytes } == [nil, nil])
        journal.close(ticket, ExchangeOutcome(ending: .performed, bodyBytes: 5, sending: .milliseconds(2)))
        #expect(journal.snapshot().oldestFirst.map { $0.outcome?.bodyBytes } == [5, nil])
    }

    @Test func entriesInOlderSegmentsAreClosedToo() throws {
        let journal = Journal(JournalSettings(maximumBytes: 200_000), seed: 1)
        let tickets = try (1...500).map { try #require(journal.open("/\($0)")) }
        for ticket in tickets { journal.close(ticket, ExchangeOutcome(ending: .performed, bodyBytes: Int(ticket.number))) }
        for event in journal.snapshot().newestFirst { #expect(event.outcome?.bodyBytes == Int(event.sequence)) }
    }

    @Test func ticketsOfDroppedAndResetEntriesAreIgnored() throws {
        let journal = Journal(JournalSettings(maximumEntries: 1), seed: 1)
        let dropped = try #require(journal.open("/1"))
        let reset = try #require(journal.open("/2"))
        journal.close(dropped, ExchangeOutcome(ending: .clientLeft))
        journal.reset()
        let kept = try #require(journal.open("/3"))
        journal.close(reset, ExchangeOutcome(ending: .clientLeft))
        journal.close(ExchangeTicket(number: kept.number + 1), ExchangeOutcome(ending: .clientLeft))
        #expect(journal.snapshot().newestFirst.map(\.outcome) == [nil])
    }

    @Test func resetForgetsWhatWasDroppedAndNumbersGoOn() {
        let journal = Journal(JournalSettings(maximumEntries: 1), seed: 1)
        for _ in 1...3 { journal.open("/") }
        journal.reset()
        #expect(journal.snapshot().count == 0)
        #expect(journal.snapshot().droppedCount == 0)
        journal.open("/")
        #expect(journal.snapshot().oldestFirst.map(\.sequence) == [4])
    }

    @Test func removedEntriesAreGoneAndNotCountedAsDropped() throws {
        let journal = Journal(seed: 1)
        for number in 1...4 { journal.open("/\(number)") }
        let id = try #require(journal.snapshot().newestFirst.first { $0.request.target == "/2" }).id
        #expect(journal.remove(id: id))
        #expect(!journal.remove(id: id))
        #expect(journal.removeAll { $0.request.target == "/4" }.map(\.request.target) == ["/4"])
        #expect(journal.targets == ["/3", "/1"])
        #expect(journal.snapshot().count == 2)
        #expect(journal.snapshot().droppedCount == 0)
    }

    @Test func removedEntriesMakeRoomUnderTheBoundOfEntries() {
        let journal = Journal(JournalSettings(maximumEntries: 2), seed: 1)
        for number in 1...2 { journal.open("/\(number)") }
        _ = journal.removeAll { $0.request.target == "/1" }
        journal.open("/3")
        #expect(journal.targets == ["/3", "/2"])
        journal.open("/4")
        #expect(journal.targets == ["/4", "/3"])
    }

    @Test func idsFollowFromTheSeed() {
        func ids(_ seed: UInt64) -> [UniqueID] {
            let journal = Journal(seed: seed)
            for _ in 1...100 { journal.open("/") }
            return journal.snapshot().newestFirst.map(\.id)
        }
        #expect(ids(7) == ids(7))
        #expect(Set(ids(7) + ids(8)).count == 200)
        #expect(UniqueID(ids(7)[0].description) == ids(7)[0])
    }

    @Test func aSnapshotDoesNotChange() throws {
        let journal = Journal(JournalSettings(maximumEntries: 2), seed: 1)
        let ticket = try #require(journal.open("/1"))
        let snapshot = journal.snapshot()
        journal.close(ticket, ExchangeOutcome(ending: .performed))
        for number in 2...9 { journal.open("/\(number)") }
        #expect(snapshot.newestFirst.map(\.request.target) == ["/1"])
        #expect(snapshot.newestFirst.map(\.outcome) == [nil])
    }

    @Test func aDisabledJournalKeepsNothing() {
        let journal = Journal(JournalSettings(isEnabled: false), seed: 1)
        #expect(journal.open("/") == nil)
        #expect(JournalQuery().run(on: journal).isDisabled)
        #expect(journal.count { _ in .matches }.isDisabled)
    }

    @Test func subEventsAreAddedLater() throws {
        let journal = Journal(seed: 1)
        let ticket = try #require(journal.open("/"))
        journal.note([.message(.info, "one")], for: ticket)
        journal.note([.message(.error, "two")], for: ticket)
        #expect(journal.snapshot().newestFirst.map { $0.details.subEvents.map(\.kind) } == [[.info, .error]])
    }

    @Test func manyThreadsWriteAndReadAtOnce() async {
        let journal = Journal(JournalSettings(maximumBytes: 200_000), seed: 1)
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<2_000 {
                        guard let ticket = journal.open("/\(writer)/\(number)") else { continue }
                        journal.close(ticket, ExchangeOutcome(ending: .performed, bodyBytes: number))
                    }
                }
            }
            group.addTask {
                for _ in 0..<50 {
                    let snapshot = journal.snapshot()
                    var last: UInt64 = .max
                    var count = 0
                    for event in snapshot.newestFirst {
                        #expect(event.sequence < last)
                        last = event.sequence
                        count += 1
                        if let outcome = event.outcome { #expect(event.request.target.hasSuffix("/\(outcome.bodyBytes)")) }
                    }
                    #expect(count == snapshot.count)
                }
            }
        }
        let snapshot = journal.snapshot()
        #expect(snapshot.count + snapshot.droppedCount == 8_000)
        #expect(snapshot.lastSequence == 8_000)
        #expect(snapshot.newestFirst.allSatisfy { $0.outcome != nil })
    }
}
