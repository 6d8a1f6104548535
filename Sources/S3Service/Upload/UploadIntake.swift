internal import HTTPMessage
internal import S3Dialect

/// Takes a body in pieces: decodes, digests, counts and stores it, and verifies it at the end. For one thread at a time; may wait for the
/// disk.
struct UploadIntake: ~Copyable {
    private var limit: Int
    private var isClientsChecksum: Bool
    private var decoder: AWSChunkedDecoder?
    /// For an upload form, of which only the file is kept.
    private var form: FormIntake?
    private var hasFile = false
    /// The fields of an upload form, also those that are refused; nil until its file begins, and for another body.
    private(set) var fields: PostFields?
    private var digests: UploadDigests
    private var store: UploadStore
    /// Grows with the body; nil when the session does not keep it.
    private var room: StorageCharge?

    /// - Parameters:
    ///   - form: reads the body if it is an upload form; nil for another one.
    ///   - signatures: what the chunks of the body are signed with; nil to leave their signatures unverified.
    ///   - limit: the most decoded bytes.
    ///   - room: what is reserved in the session; nil to reserve nothing.
    ///   - folder: of the files of long bodies.
    init(
        _ head: UploadHead, form: consuming FormIntake? = nil, signatures: ChunkSignatures? = nil, limit: Int, room: StorageCharge? = nil,
        folder: SpoolFolder
    ) {
        self.form = form
        self.room = room
        self.limit = limit
        isClientsChecksum = head.algorithm != nil
        decoder = head.form.isChunked ? AWSChunkedDecoder(head, signatures: signatures) : nil
        digests = UploadDigests(head)
        store = UploadStore(folder)
    }

    /// - Throws: what is wrong with these bytes. Nothing is kept then.
    mutating func take(_ bytes: [UInt8]) throws(S3Error) {
        do throws(S3Error) {
            guard decoder != nil else { return try pass(bytes) }
            var decoded: [UInt8] = []
            decoded.reserveCapacity(bytes.count)
            try decoder?.take(bytes.span) { decoded.append(contentsOf: $0) }
            try pass(decoded)
        } catch {
            drop()
            throw error
        }
    }

    private mutating func pass(_ bytes: [UInt8]) throws(S3Error) {
        defer { if fields == nil { fields = form?.fields } }
        guard let file = try form?.take(bytes) else { return try keep(bytes) }
        if !hasFile, let terms = form?.received {
            hasFile = true
            digests = UploadDigests(terms.head)
            isClientsChecksum = terms.head.algorithm != nil
            limit = min(limit, terms.policy?.sizes?.most ?? limit)
        }
        try keep(file)
    }

    private mutating func keep(_ bytes: [UInt8]) throws(S3Error) {
        guard !bytes.isEmpty else { return }
        let count = store.count + bytes.count
        guard count <= limit else { throw .tooLarge(count, limit) }
        try room?.cover(count)
        digests.update(bytes.span)
        try store.append(bytes)
    }

    /// The body is complete.
    /// - Throws: what is wrong with it. Nothing is kept then.
    mutating func finish() throws(S3Error) -> ReceivedBody {
        defer { drop() }
        let trailer = try decoder?.finish()
        try form?.finish(size: store.count)
        let found = try digests.finish(trailer: trailer)
        room?.shrink(to: store.count)
        return ReceivedBody(
            bytes: store.body, form: form?.received, room: room, md5: found.md5, sha256: found.sha256, checksum: found.checksum,
            isClientsChecksum: isClientsChecksum)
    }

    /// Drops what is stored.
    mutating func drop() {
        store.drop()
        room = nil
    }
}
