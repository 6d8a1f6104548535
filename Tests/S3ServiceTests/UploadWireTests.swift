import Digest
import Foundation
import HTTPMessage
import MicroHTTPD
import S3Dialect
import Synchronization
import TestSupport
import Testing
import WorkPool

@testable import S3Service

/// Uploads from a socket to an unnamed file.
@Suite(.timeLimit(.minutes(5))) struct UploadWireTests {
    /// Passes every body to an upload, and responds with its length and digest, or with the code of its error.
    private final class Responder: HTTPResponder {
        private final class Admitted: AdmittedRequest {
            let upload: S3Upload
            init(_ upload: S3Upload) { self.upload = upload }
        }

        let bell = Bell()
        private let directory: String
        private let pool: WorkPool
        private let ends = Mutex((completed: 0, refused: 0))

        init(directory: String, _ pool: WorkPool) {
            self.directory = directory
            self.pool = pool
        }

        var completed: Int { ends.withLock { $0.completed } }
        var refused: Int { ends.withLock { $0.refused } }

        func admit(_ head: Request) -> Admission {
            do throws(S3Error) {
                let intake = UploadIntake(try UploadHead(head), limit: UploadHead.maximumLength, folder: SpoolFolder(directory))
                let upload = S3Upload(intake, maximumBytes: 6 << 30, work: pool)
                return .stream(to: upload, maximumBytes: upload.maximumBytes, as: Admitted(upload))
            } catch {
                return .refuse(WirePlan(.text(error.status, error.code)))
            }
        }

        func respond(to request: Request, admitted: (any AdmittedRequest)?) -> Reply {
            guard let upload = (admitted as? Admitted)?.upload else { return .plan(WirePlan(.text(200, "small"))) }
            let deferred = DeferredPlan()
            upload.finish { [self] _ in
                let text =
                    switch upload.result {
                    case .success(let body)?: "\(body.size) \(body.md5.map { String($0) }.joined(separator: "."))"
                    case .failure(let error)?: error.code
                    case nil: "nothing"
                    }
                ends.withLock { $0.completed += 1 }
                deferred.fulfil(WirePlan(.text(200, text)))
                bell.ring()
            }
            return .later(deferred)
        }

        func refused(_ refusal: WireRefusal) {
            ends.withLock { $0.refused += 1 }
            bell.ring()
        }
    }

    private let folder: TemporaryFolder
    private let pool = WorkPool(threads: 2)
    private let responder: Responder
    private let reactor: Reactor
    private let daemon: Daemon

    init() throws {
        folder = try TemporaryFolder()
        responder = Responder(directory: folder.path, pool)
        reactor = try Reactor()
        daemon = try Daemon.start(on: [.tcp(host: "127.0.0.1", port: 0)], responder: responder, reactor: reactor)
    }

    private func end() {
        daemon.stop(.abort, within: .zero)
        reactor.stop()
        pool.stop()
    }

    private func client() throws -> RawClient {
        guard case .tcp(_, let port) = daemon.addresses[0] else { throw CocoaError(.featureUnsupported) }
        return try RawClient(port: port)
    }

    /// The unnamed files that are open in the folder.
    private var openFiles: Int {
        let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return links.count {
            ((try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) ?? "").hasPrefix(folder.path + "/")
        }
    }

    private static func piece(_ index: Int) -> [UInt8] {
        (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: ($0 &+ index) &* 31 ^ $0 >> 8) }
    }

    /// Sends so many mebibytes, in aws-chunked encoding within chunks of HTTP, or as they are.
    /// - Returns: what the response should say.
    private func send(_ count: Int, chunked: Bool, to client: RawClient) throws -> String {
        var digest = IncrementalDigest(.md5)
        if chunked {
            try client.send(
                "PUT /b/k HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nx-amz-content-sha256: STREAMING-UNSIGNED-PAYLOAD-TRAILER\r\n"
                    + "x-amz-decoded-content-length: \(count << 20)\r\nx-amz-trailer: x-amz-checksum-crc32\r\n\r\n")
        } else {
            try client.send("PUT /b/k HTTP/1.1\r\nHost: a\r\nContent-Length: \(count << 20)\r\n\r\n")
        }
        let pieces = (0..<8).map(Self.piece)
        for index in 0..<count {
            let piece = pieces[index % 8]
            digest.update(piece)
            guard chunked else {
                try client.send(piece)
                continue
            }
            let inner = Array("100000\r\n".utf8) + piece + [13, 10]
            try client.send(Array("\(String(inner.count, radix: 16))\r\n".utf8) + inner + [13, 10])
        }
        if chunked { try client.send("5\r\n0\r\n\r\n\r\n0\r\n\r\n") }
        return "\(count << 20) \(digest.finish().bytes.map { String($0) }.joined(separator: "."))"
    }

    @Test(arguments: [false, true]) func aLongBodyArrivesWhole(chunked: Bool) throws {
        defer { end() }
        let client = try client()
        for count in [1, 5] {
            let expected = try send(count, chunked: chunked, to: client)
            #expect(try client.response().text == expected)
        }
        client.close()
        #expect(responder.bell.wait { openFiles == 0 })
    }

    @Test func whatIsWrongIsSaidBehindTheBody() throws {
        defer { end() }
        let client = try client()
        let piece = Self.piece(0)
        for _ in 0..<2 {
            try client.send(
                "PUT /b/k HTTP/1.1\r\nHost: a\r\nContent-MD5: AAAAAAAAAAAAAAAAAAAAAA==\r\nContent-Length: \(piece.count)\r\n\r\n")
            try client.send(piece)
            #expect(try client.response().text == "BadDigest")
            // A chunk of aws-chunked that is none: the rest does not matter.
            try client.send(
                "PUT /b/k HTTP/1.1\r\nHost: a\r\nx-amz-content-sha256: STREAMING-UNSIGNED-PAYLOAD-TRAILER\r\n"
                    + "x-amz-decoded-content-length: 5\r\nContent-Length: \(piece.count)\r\n\r\n")
            try client.send(piece)
            #expect(try client.response().text == "IncompleteBody")
        }
        #expect(responder.bell.wait { openFiles == 0 })
    }

    /// Clients that leave at random moments, and in the end the server.
    @Test func whateverIsBrokenOffLeavesNothing() throws {
        var random = SeededGenerator(seed: 14)
        let piece = Self.piece(3)
        var clients: [RawClient] = []
        for round in 0..<60 {
            let client = try client()
            let length = Int.random(in: 1..<800_000, using: &random)
            try client.send("PUT /b/k HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n")
            var rest = Int.random(in: 0...length, using: &random)
            while rest > 0 {
                let count = min(rest, Int.random(in: 1...piece.count, using: &random))
                try client.send(Array(piece.prefix(count)))
                rest -= count
            }
            switch round % 4 {
            case 0: client.reset()
            case 1: client.close()
            case 2:
                client.closeWriting()
                _ = try client.readToEnd()
            default: clients.append(client)
            }
        }
        end()
        #expect(responder.bell.wait { openFiles == 0 })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(responder.refused > 20)
    }
}
