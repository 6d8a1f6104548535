import FileStore
import Foundation
import HTTPMessage
import TestSupport
import Testing
import WorkPool

@testable import S3Service

/// A folder of buckets with its service.
final class S3Fixture {
    let folder: TemporaryFolder
    let service: S3Service

    init(settings: S3Settings = S3Settings(), cacheBytes: Int = 64 << 20, work: any WorkQueue = WorkPool()) throws {
        folder = try TemporaryFolder()
        try folder.write("s3/pics/photo.jpg", "0123456789")
        try folder.setModified("s3/pics/photo.jpg", 1_700_000_000.75)
        service = S3Service(
            FileStore(try FileRoot(folder.path), capacity: cacheBytes), settings: settings, work: work)
    }

    func answer(_ method: String, _ target: String, _ headers: HeaderFields = []) async -> S3Answer {
        var headers = headers
        if !headers.contains("Host") { headers.append(name: "Host", value: "127.0.0.1:9000") }
        switch service.respond(to: Request(method: method, target: target, headers: headers)) {
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

    func get(_ target: String, _ headers: HeaderFields = []) async -> S3Answer { await answer("GET", target, headers) }
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
            var block = [UInt8](repeating: 0, count: range.count)
            var span = block.mutableSpan
            var raw = unsafe span.mutableBytes
            let count = (try? source.read(at: range.lowerBound, into: &raw)) ?? 0
            text = String(decoding: block.prefix(count), as: UTF8.self)
        case .empty, .stream: text = ""
        }
    }

    var status: Int { response.status }
    func header(_ name: String) -> String? { fields.first(name) }
    /// The text of every element of that name, in order.
    func elements(_ name: String) -> [String] {
        text.components(separatedBy: "<\(name)>").dropFirst().map { $0.components(separatedBy: "</\(name)>")[0] }
    }
    func element(_ name: String) -> String? { elements(name).first }
}
