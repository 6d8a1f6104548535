internal import Digest
internal import HTTPMessage
internal import S3Dialect

/// A whole body: decoded, digested and verified.
struct ReceivedBody: Sendable {
    /// The decoded bytes: short ones in memory, others in a file without a name, which is gone with the last reference.
    let bytes: RequestBody
    /// The fields of the form whose file this is; nil for another body.
    let form: ReceivedForm?
    /// The room that is reserved for it; nil when none is.
    let room: StorageCharge?
    /// MD5 of the decoded bytes.
    let md5: [UInt8]
    /// SHA-256 of the decoded bytes.
    let sha256: [UInt8]
    /// In the algorithm of the client, or in S3's own.
    let checksum: Checksum
    /// Whether the client sent the checksum.
    let isClientsChecksum: Bool

    /// Length in bytes.
    var size: Int { bytes.count }

    /// The bytes as content that a session holds.
    /// - Throws: QuotaExceeded when no room is reserved, and there is none.
    func content(in ledger: StorageLedger) throws(S3Error) -> ObjectContent {
        let charge = if let room { room } else { try ledger.charge(size) }
        return .held(HeldContent(bytes, charge))
    }

    /// The body as the journal shows it, which does not read a long one to digest it. A form with a short file is shown whole.
    var shown: RequestBody {
        switch bytes {
        case .spooled(let file): .spooled(DigestedBody(file, sha256: sha256))
        case .bytes(let file): form.map { .bytes($0.document(file: file)) } ?? bytes
        case .empty: form.map { .bytes($0.document(file: [])) } ?? bytes
        }
    }
}

extension ReceivedBody {
    private static let block = 256 << 10

    /// For a request whose body the wire has kept, or that has none: decodes, digests and verifies it now. Takes time for a long one.
    /// - Parameter intake: of this body.
    /// - Throws: what is wrong with it.
    init(of request: Request, _ intake: consuming UploadIntake) throws(S3Error) {
        var intake = intake
        switch request.body {
        case .empty: break
        case .bytes(let bytes): try intake.take(bytes)
        case .spooled(let file):
            var offset = 0
            while offset < file.count {
                let piece: [UInt8]
                do { piece = try file.read(at: offset, limit: Self.block) } catch { throw .internalError("Reading the body: \(error).") }
                guard !piece.isEmpty else { throw .internalError("Reading the body: it is shorter than it was.") }
                try intake.take(piece)
                offset += piece.count
            }
        }
        self = try intake.finish()
    }
}
