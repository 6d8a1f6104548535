internal import Digest
internal import HTTPMessage
internal import S3Dialect

/// Takes a body in pieces: decodes, digests, counts and stores it, and verifies it at the end. For one thread at a time; may wait for the
/// disk.
struct UploadIntake: ~Copyable {
    private let limit: Int
    private let isClientsChecksum: Bool
    private var decoder: AWSChunkedDecoder?
    private var digests: UploadDigests
    /// Also for the journal, which tells long bodies by it.
    private var sha256 = IncrementalDigest(.sha256)
    private var store: UploadStore

    /// - Parameters:
    ///   - signatures: what the chunks of the body are signed with; nil to leave their signatures unverified.
    ///   - limit: the most decoded bytes.
    ///   - directory: the folder of the files of long bodies.
    init(_ head: UploadHead, signatures: ChunkSignatures? = nil, limit: Int, directory: String) {
        self.limit = limit
        isClientsChecksum = head.algorithm != nil
        decoder = head.form.isChunked ? AWSChunkedDecoder(head, signatures: signatures) : nil
        digests = UploadDigests(head)
        store = UploadStore(directory: directory)
    }

    /// - Throws: what is wrong with these bytes. Nothing is kept then.
    mutating func take(_ bytes: [UInt8]) throws(S3Error) {
        do throws(S3Error) {
            guard decoder != nil else { return try keep(bytes) }
            var decoded: [UInt8] = []
            decoded.reserveCapacity(bytes.count)
            try decoder?.take(bytes.span) { decoded.append(contentsOf: $0) }
            try keep(decoded)
        } catch {
            drop()
            throw error
        }
    }

    private mutating func keep(_ bytes: [UInt8]) throws(S3Error) {
        guard !bytes.isEmpty else { return }
        let count = store.count + bytes.count
        guard count <= limit else { throw .tooLarge(count, limit) }
        digests.update(bytes.span)
        sha256.update(bytes.span)
        try store.append(bytes.span)
    }

    /// The body is complete.
    /// - Throws: what is wrong with it. Nothing is kept then.
    mutating func finish() throws(S3Error) -> ReceivedBody {
        defer { drop() }
        let trailer = try decoder?.finish()
        let found = try digests.finish(trailer: trailer)
        return ReceivedBody(
            bytes: store.body, md5: found.md5, sha256: sha256.finish().bytes, checksum: found.checksum,
            isClientsChecksum: isClientsChecksum)
    }

    /// Drops what is stored.
    mutating func drop() { store.drop() }
}
