internal import Digest
internal import HTTPMessage

/// What the journal keeps of a request's body: the body itself, or its length and digest if it is too long. Of a body that was not received
/// whole it keeps the announced length.
struct KeptRequestBody {
    /// The body, or the record of its length and digest.
    let bytes: [UInt8]
    /// Whether `bytes` is such a record.
    let isDigest: Bool
    /// Why the body could not be read, as a sentence; nil if it could. Then its length alone is kept.
    let failure: String?

    /// Reads or digests the body, which may take long.
    /// - Parameter limit: the most bytes of a body that are kept.
    @inline(__always)
    init(of request: Request, limit: Int) {
        if request.lacksAnnouncedBody {
            bytes = request.announcedBodyLength.map { JournalEntry.BodyDigest.record(length: $0) } ?? []
            (isDigest, failure) = (true, nil)
            return
        }
        let body = request.body
        let kept: (bytes: [UInt8], isDigest: Bool, failure: String?)
        do {
            kept = try body.count > limit ? (Self.digestRecord(of: body), true, nil) : (body.bytes(), false, nil)
        } catch {
            let record = JournalEntry.BodyDigest.record(length: body.count)
            kept = (record, true, "The body of the request could not be read, so its length alone is known: \(error).")
        }
        (bytes, isDigest, failure) = kept
    }

    /// The file of a body has fewer bytes than have arrived.
    private struct Shortened: Error, CustomStringConvertible {
        let length: Int
        let expected: Int
        var description: String { "its file ends after \(length) of \(expected) bytes" }
    }

    private static func digestRecord(of body: RequestBody) throws -> [UInt8] {
        var digest = IncrementalDigest(.sha256)
        switch body {
        case .empty: break
        case .bytes(let bytes): digest.update(bytes)
        case .spooled(let file):
            if let known = file.sha256 { return JournalEntry.BodyDigest.record(length: file.count, sha256: known) }
            var offset = 0
            while offset < file.count {
                let block = try file.read(at: offset, limit: 1 << 18)
                if block.isEmpty { throw Shortened(length: offset, expected: file.count) }
                digest.update(block)
                offset += block.count
            }
        }
        return JournalEntry.BodyDigest.record(length: body.count, sha256: digest.finish().bytes)
    }
}
