import FileStore
import Foundation
import HTTPMessage
import S3Dialect
import Synchronization
import TestSupport
import Testing
import WorkPool

@testable import S3Service

/// A folder of buckets with its service, and one session.
final class S3Fixture: Sendable {
    let folder: TemporaryFolder
    let service: S3Service
    let layer: SessionLayer
    /// The session's time.
    let now = Mutex(HTTPDate(secondsSinceEpoch: 1_800_000_000))

    /// - Parameters:
    ///   - existing: a folder with buckets; nil for one with a picture.
    ///   - settlingTime: how long after a change a file's stamp is not trusted.
    init(
        settings: S3Settings = S3Settings(), cacheBytes: Int = 64 << 20, work: any WorkQueue = WorkPool(),
        in existing: TemporaryFolder? = nil,
        settlingTime: Duration = FileStore.settlingTime
    ) throws {
        folder = try existing ?? TemporaryFolder()
        if existing == nil {
            try folder.write("s3/pics/photo.jpg", "0123456789")
            try folder.setModified("s3/pics/photo.jpg", 1_700_000_000.75)
        }
        service = S3Service(
            FileStore(try FileRoot(folder.path), capacity: cacheBytes, settlingTime: settlingTime), settings: settings, work: work)
        try service.start()
        layer = service.newLayer(isOwn: true)
    }

    deinit { service.stop() }

    /// - Parameter layer: of another session; nil for the fixture's own.
    func answer(
        _ method: String, _ target: String, _ headers: HeaderFields = [], body: [UInt8] = [], in other: SessionLayer? = nil,
        readsWhole: Bool = false
    ) async -> S3Answer {
        var headers = headers
        if !headers.contains("Host") { headers.append(name: "Host", value: "127.0.0.1:9000") }
        let saysLength = !body.isEmpty || method == "PUT"
        if saysLength, !headers.contains("Content-Length"), !headers.contains("Transfer-Encoding") {
            headers.append(name: "Content-Length", value: String(body.count))
        }
        let session = S3Session(layer: other ?? layer, now: now.withLock { $0 }, readsWhole: readsWhole)
        switch service.respond(to: Request(method: method, target: target, headers: headers, body: body), in: session) {
        case .plan(let plan): return S3Answer(plan)
        case .later(let plan):
            return await withCheckedContinuation { continuation in
                plan.whenFulfilled {
                    continuation.resume(returning: S3Answer($0))
                    return true
                }
            }
        }
    }

    func get(_ target: String, _ headers: HeaderFields = [], in other: SessionLayer? = nil) async -> S3Answer {
        await answer("GET", target, headers, in: other)
    }

    @discardableResult
    func put(_ target: String, _ body: String = "", _ headers: HeaderFields = [], in other: SessionLayer? = nil) async -> S3Answer {
        await answer("PUT", target, headers, body: Array(body.utf8), in: other)
    }

    @discardableResult
    func post(_ target: String, _ body: String = "", _ headers: HeaderFields = []) async -> S3Answer {
        await answer("POST", target, headers, body: Array(body.utf8))
    }

    @discardableResult
    func delete(_ target: String, _ headers: HeaderFields = []) async -> S3Answer { await answer("DELETE", target, headers) }

    /// DeleteObjects, with the digest that it needs.
    func deleteAll(_ target: String, _ document: String) async -> S3Answer { await post(target, document, Self.digest(of: document)) }

    /// PutBucketTagging and others, with the digest that they need.
    @discardableResult
    func set(_ target: String, _ document: String, _ headers: HeaderFields = []) async -> S3Answer {
        await put(target, document, HeaderFields(Array(headers) + Array(Self.digest(of: document))))
    }

    static func digest(of document: String) -> HeaderFields {
        [("x-amz-checksum-crc32", Checksum.of(Array(document.utf8), .crc32).text)]
    }

    func head(_ target: String, _ headers: HeaderFields = []) async -> S3Answer { await answer("HEAD", target, headers) }
}

/// A response with its body as text.
struct S3Answer: Sendable {
    let response: Response
    let text: String
    let fields: HeaderFields

    init(_ plan: WirePlan) {
        let response = plan.response
        fields = HeaderFields(Array(plan.ownFields) + Array(response.headers))
        self.response = response
        switch response.body {
        case .bytes(let bytes): text = String(decoding: bytes, as: UTF8.self)
        case .blocks(let source, let range):
            var bytes: [UInt8] = []
            while bytes.count < range.count {
                var block = [UInt8](repeating: 0, count: range.count - bytes.count)
                var span = block.mutableSpan
                var raw = unsafe span.mutableBytes
                let count = (try? source.read(at: range.lowerBound + bytes.count, into: &raw)) ?? 0
                if count == 0 { break }
                bytes += block.prefix(count)
            }
            text = String(decoding: bytes, as: UTF8.self)
        case .empty, .stream: text = ""
        }
    }

    var status: Int { response.status }
    /// The code of an error.
    var code: String? { element("Code") }
    func header(_ name: String) -> String? { fields.first(name) }
    /// The text of every element of that name, in order.
    func elements(_ name: String) -> [String] {
        text.components(separatedBy: "<\(name)>").dropFirst().map { $0.components(separatedBy: "</\(name)>")[0] }
    }
    func element(_ name: String) -> String? { elements(name).first }
}

extension SpoolFolder {
    /// A folder for files that never get a name.
    init(_ path: String) { self.init(path: path, origin: "TMPDIR", isForEveryone: false) }
}

extension S3Upload {
    /// Takes the next piece of the body.
    func take(_ piece: [UInt8], wake: @escaping @Sendable () -> Void) -> BodySinkStep { take(piece.span.bytes, wake: wake) }
}
