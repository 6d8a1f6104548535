import Digest
import Foundation
import HTTPMessage
import S3Dialect
import Synchronization
import TestSupport
import Testing
import WorkPool

@testable import S3Service
@testable import SystemCalls

/// Bodies between the wire and a session, without either.
@Suite(.timeLimit(.minutes(5))) struct S3UploadTests {
    private static let long = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 7) }
    private static let lengths = [0, 1, 5_000, 65_536, 65_537, 700_000]

    private let folder: TemporaryFolder
    private let pool = WorkPool(threads: 2)

    init() throws { folder = try TemporaryFolder() }

    private func upload(
        _ fields: HeaderFields, limit: Int = .max, on work: (any WorkQueue)? = nil
    ) throws -> S3Upload {
        let head = try UploadHead(Request(method: "PUT", target: "/b/k", headers: fields))
        return S3Upload(
            UploadIntake(head, limit: limit, folder: SpoolFolder(folder.path)), length: head.length, maximumBytes: 5 << 30,
            work: work ?? pool)
    }

    /// What becomes of a body that comes in pieces of that size.
    private func result(_ upload: S3Upload, _ bytes: [UInt8], pieces size: Int = 16_000) -> (Result<ReceivedBody, S3Error>?, RequestBody) {
        let bell = Bell()
        let wakes = Mutex(0)
        let shown = Mutex<RequestBody?>(nil)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(bytes.count, start + size)])
            let before = wakes.withLock { $0 }
            let step = upload.take(piece) {
                wakes.withLock { $0 += 1 }
                bell.ring()
            }
            if step == .pause { #expect(bell.wait { wakes.withLock { $0 } > before }) }
            if step == .enough { break }
        }
        upload.finish { body in
            shown.withLock { $0 = body }
            bell.ring()
        }
        #expect(bell.wait { shown.withLock { $0 != nil } })
        return (upload.result, shown.withLock { $0 } ?? .empty)
    }

    /// Files that this process has open in the folder; they have no names.
    private var openFiles: Int {
        let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return links.count {
            ((try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) ?? "").hasPrefix(folder.path + "/")
        }
    }

    /// Whether there are none, when the pool's threads have let go of what they had.
    private func areFilesClosed() -> Bool { Bell().wait { openFiles == 0 } }

    /// In the encoding of unsigned chunks.
    private static func chunked(_ bytes: [UInt8], size: Int, trailer: String = "") -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let chunk = bytes[start..<min(bytes.count, start + size)]
            result += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]
        }
        return result + Array("0\r\n\(trailer)\r\n".utf8)
    }

    // MARK: Room

    /// A body may take more than half of what a session has left.
    @Test func theReservedRoomIsThatOfTheObject() throws {
        let ledger = StorageLedger(limit: 100)
        let head = try UploadHead(Request(method: "PUT", target: "/b/k", headers: [("Content-Length", "60")]))
        var intake = UploadIntake(head, limit: .max, room: try ledger.charge(60), folder: SpoolFolder(folder.path))
        try intake.take(Array(Self.long.prefix(60)))
        var body: ObjectContent? = try intake.finish().content(in: ledger)
        #expect(body?.size == 60)
        #expect(ledger.used == 60)
        body = nil
        #expect(ledger.used == 0)
    }

    @Test func whatIsRefusedTakesNoRoomFromOthers() async {
        let ledger = StorageLedger(limit: 100)
        await withTaskGroup(of: Int.self) { group in
            group.addTask { (0..<100_000).count { _ in (try? ledger.charge(1_000)) != nil } }
            group.addTask { (0..<100_000).count { _ in (try? ledger.charge(50)) == nil } }
            for await wrong in group { #expect(wrong == 0) }
        }
        #expect(ledger.used == 0)
    }

    // MARK: Whole bodies

    @Test(arguments: lengths) func aBodyIsKeptAndDigested(length: Int) throws {
        let bytes = Array(Self.long.prefix(length))
        do {
            let (result, shown) = result(try upload([("Content-Length", "\(length)")]), bytes)
            let body = try #require(try result?.get())
            #expect(try body.bytes.bytes() == bytes)
            #expect(body.size == length)
            #expect(body.md5 == MessageDigest.of(bytes, .md5).bytes)
            #expect(body.sha256 == MessageDigest.of(bytes, .sha256).bytes)
            #expect(body.checksum == Checksum.of(bytes, .crc64nvme) && !body.isClientsChecksum)
            #expect(shown.count == length)
            let isInFile = if case .spooled = body.bytes { true } else { false }
            #expect(isInFile == (length > 65_536))
            #expect(openFiles == (isInFile ? 1 : 0))
            if case .spooled(let file) = shown { #expect(file.sha256 == body.sha256) }
        }
        #expect(areFilesClosed())
    }

    @Test(arguments: [1, 7, 1_000, 65_536, 200_000]) func chunksAreTakenOut(size: Int) throws {
        let bytes = Array(Self.long.prefix(size == 1 ? 3_000 : 300_000))
        let fields: HeaderFields = [
            ("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"), ("x-amz-decoded-content-length", "\(bytes.count)"),
            ("x-amz-trailer", "x-amz-checksum-crc32"),
        ]
        let trailer = "x-amz-checksum-crc32:\(Checksum.of(bytes, .crc32).text)\r\n"
        let (result, _) = result(try upload(fields), Self.chunked(bytes, size: size, trailer: trailer), pieces: 9_973)
        let body = try #require(try result?.get())
        #expect(try body.bytes.bytes() == bytes)
        #expect(body.checksum == Checksum.of(bytes, .crc32) && body.isClientsChecksum)
    }

    @Test func aBodyThatTheWireKeptIsTheSame() throws {
        for length in Self.lengths {
            let bytes = Array(Self.long.prefix(length))
            let request = Request(method: "PUT", target: "/b/k", headers: [("Content-Length", "\(length)")], body: bytes)
            let body = try ReceivedBody(of: request, UploadIntake(UploadHead(request), limit: .max, folder: SpoolFolder(folder.path)))
            #expect(try body.bytes.bytes() == bytes)
            #expect(body.md5 == MessageDigest.of(bytes, .md5).bytes)
        }
    }

    // MARK: Refused bodies

    struct Wrong: Sendable, CustomTestStringConvertible {
        var fields: HeaderFields
        var body = S3UploadTests.long
        var limit = Int.max
        var code: S3ErrorCode
        var testDescription: String { code.rawValue }
    }

    static let wrong = [
        Wrong(fields: [("Content-MD5", "AAAAAAAAAAAAAAAAAAAAAA==")], code: .badDigest),
        Wrong(fields: [("x-amz-checksum-crc32", "AAAAAA==")], code: .badDigest),
        Wrong(fields: [("x-amz-content-sha256", String(repeating: "0", count: 64))], code: .contentSHA256Mismatch),
        Wrong(fields: [("Content-Length", "699999")], code: .incompleteBody),
        Wrong(fields: [("Content-Length", "700001")], code: .incompleteBody),
        Wrong(fields: [], limit: 100_000, code: .entityTooLarge),
        Wrong(
            fields: [("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"), ("x-amz-decoded-content-length", "700000")],
            code: .incompleteBody),
        Wrong(
            fields: [("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"), ("x-amz-decoded-content-length", "700000")],
            body: chunked(long, size: 65_536).dropLast(5), code: .incompleteBody),
    ]

    @Test(arguments: wrong) func nothingIsKeptOfWhatIsWrong(wrong: Wrong) throws {
        let upload = try upload(wrong.fields, limit: wrong.limit)
        let (result, shown) = result(upload, wrong.body)
        guard case .failure(let error)? = result else {
            Issue.record("it was accepted")
            return
        }
        #expect(error.code == wrong.code.rawValue)
        #expect(upload.isRefused)
        #expect(shown.count == 0)
        #expect(areFilesClosed())
    }

    @Test func aRefusedUploadWantsNothing() throws {
        let upload = S3Upload(refused: .noSuchBucket("b"), work: pool)
        #expect(upload.isRefused)
        #expect(upload.take(Self.long) {} == .enough)
        #expect(result(upload, []).0.map { if case .failure = $0 { true } else { false } } == true)
    }

    @Test func aDiskThatTakesNothingRefuses() throws {
        let head = try UploadHead(Request(method: "PUT", target: "/b/k"))
        let upload = S3Upload(UploadIntake(head, limit: .max, folder: SpoolFolder("/nowhere")), maximumBytes: .max, work: pool)
        guard case .failure(let error)? = result(upload, Self.long).0 else {
            Issue.record("it was accepted")
            return
        }
        #expect(error.code == "InternalError")
        #expect(error.message.contains("/nowhere (TMPDIR)"))
    }

    @Test(arguments: [
        (EMFILE, true, "SlowDown", "raise the limit of open files"), (ENFILE, true, "SlowDown", "raise the limit of open files"),
        (ENOSPC, false, "InternalError", "/tmp (TMPDIR): No space left on device. Make room there."),
        (EACCES, true, "InternalError", "/tmp (TMPDIR): Permission denied. Name a folder in which the server's user can make files."),
    ])
    func aFileThatCannotBeKeptSaysWhatToDo(reason: Int32, isInFolder: Bool, code: String, told: String) {
        let error = S3Error.spooling(SpooledFile.Failure(code: reason, isInFolder: isInFolder), in: SpoolFolder("/tmp"))
        #expect(error.code == code)
        #expect(error.message.contains(told), "\(error.message)")
    }

    // MARK: Pauses

    /// Work that runs when the test says so.
    private final class HeldQueue: WorkQueue {
        private let queue = Mutex<(work: [@Sendable () -> Void], isFull: Bool)>(([], false))

        func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
            queue.withLock { queue in
                if !queue.isFull { queue.work.append(work) }
                return !queue.isFull
            }
        }

        func submitInAnyCase(_ work: @escaping @Sendable () -> Void) { queue.withLock { $0.work.append(work) } }

        func becomeFull() { queue.withLock { $0.isFull = true } }
        var count: Int { queue.withLock { $0.work.count } }

        /// - Returns: how many pieces of work there were, with those that came meanwhile.
        @discardableResult
        func runAll() -> Int {
            var count = 0
            while let work = queue.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) {
                work()
                count += 1
            }
            return count
        }
    }

    @Test func readingPausesWhileMuchHasGathered() throws {
        let queue = HeldQueue()
        let upload = try upload([], on: queue)
        let wakes = Mutex(0)
        let piece = Array(Self.long.prefix(16_384))
        var taken = 0
        while upload.take(piece, wake: { wakes.withLock { $0 += 1 } }) == .more { taken += 1 }
        #expect(taken == 7)
        #expect(queue.count == 1)
        // One turn takes everything, and reading goes on. The turns end when nothing is left.
        #expect(queue.runAll() == 1)
        #expect(wakes.withLock { $0 } == 1)
        #expect(upload.take(piece) {} == .more)
        #expect(openFiles == 1)
        upload.abandoned()
        #expect(queue.runAll() == 1)
        #expect(openFiles == 0)
    }

    @Test func aShortBodyTakesOneTurn() throws {
        let queue = HeldQueue()
        let upload = try upload([], on: queue)
        #expect(upload.take(Array(Self.long.prefix(20_000))) {} == .more)
        #expect(queue.count == 0)
        let shown = Mutex<Int?>(nil)
        upload.finish { body in shown.withLock { $0 = body.count } }
        #expect(queue.runAll() == 1)
        #expect(shown.withLock { $0 } == 20_000)
    }

    @Test func aPoolWithoutRoomRefuses() throws {
        let queue = HeldQueue()
        queue.becomeFull()
        for length in [20_000, 100_000] {
            let upload = try upload([], on: queue)
            _ = upload.take(Array(Self.long.prefix(length))) {}
            let isDone = Mutex(false)
            upload.finish { _ in isDone.withLock { $0 = true } }
            #expect(isDone.withLock { $0 })
            guard case .failure(let error)? = upload.result else {
                Issue.record("it was accepted")
                continue
            }
            #expect(error.code == "SlowDown")
        }
    }

    @Test func aPoolWithoutRoomDeletesWhatIsAbandoned() throws {
        let queue = HeldQueue()
        let upload = try upload([], on: queue)
        _ = upload.take(Self.long) {}
        queue.runAll()
        #expect(openFiles == 1)
        queue.becomeFull()
        upload.abandoned()
        #expect(openFiles == 1 && queue.runAll() == 1)
        #expect(openFiles == 0)
    }

    @Test func anUploadThatIsAbandonedLeavesNothing() throws {
        var random = SeededGenerator(seed: 14)
        for _ in 0..<200 {
            let upload = try upload([])
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                _ = upload.take(Array(Self.long.prefix(Int.random(in: 1...65_536, using: &random)))) {}
            }
            upload.abandoned()
        }
        #expect(areFilesClosed())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    /// Otherwise a client that leaves many long objects would keep all others from connecting.
    @Test func filesLeaveDescriptorsToConnections() async throws {
        var settings = S3Settings()
        settings.descriptorLimit = 3
        let s3 = try S3Fixture(settings: settings)
        let long = String(repeating: "a", count: UploadStore.memoryLimit + 1)
        let refused = await s3.put("/pics/a", long)
        #expect((refused.status, refused.code) == (503, "SlowDown"))
        #expect(refused.element("Message")?.contains("LimitNOFILE") == true)
        #expect(await s3.put("/pics/a", String(long.dropLast())).status == 200)
        #expect(s3.layer.ledger.used == UploadStore.memoryLimit, "what was refused takes no room")
    }

    @Test func aShortBodyKeepsNoRoomThatItDoesNotNeed() throws {
        var piece = Array("0123456789".utf8)
        piece.reserveCapacity(60_000)
        var store = UploadStore(SpoolFolder(folder.path))
        try store.append(piece)
        guard case .bytes(let kept) = store.body else { throw S3Error(.internalError) }
        #expect(kept == piece)
        #expect(kept.capacity < 100)
    }
}
