internal import FileStore
internal import HTTPMessage
internal import Placeholders
internal import S3Dialect

/// The bytes of an object, wherever they are. Copies share them.
enum ObjectContent: Sendable {
    /// Of a session.
    case held(HeldContent)
    /// A file of the folder.
    case fixture(StoredFile)
    /// A picture that was made for a key without a file.
    case picture(Placeholder)
    /// Ranges of other contents: an object of several parts, or a part that was copied.
    case joined(JoinedContent)

    static let empty = ObjectContent.joined(JoinedContent())

    /// Length in bytes.
    var size: Int {
        switch self {
        case .held(let content): content.size
        case .fixture(let file): file.size
        case .picture(let picture): picture.bytes.count
        case .joined(let content): content.size
        }
    }

    /// The whole content as a body.
    var body: BodySource {
        switch self {
        case .held(let content): content.body
        case .fixture(let file): file.body
        case .picture(let picture): .bytes(picture.bytes)
        case .joined(let content): content.size == 0 ? .empty : .blocks(content, 0..<content.size)
        }
    }

    /// A part of the content as a body, not copied.
    func body(_ range: Range<Int>) -> BodySource {
        switch self {
        case _ where range.isEmpty: .empty
        case .held(let content): .blocks(content, range)
        case .fixture(let file): file.body(range)
        case .picture(let picture): .bytes(Array(picture.bytes[range]))
        case .joined(let content): .blocks(content, range)
        }
    }

    /// A part of the content as a content of its own, not copied.
    /// - Parameter ledger: has room for what the part is made of.
    /// - Throws: QuotaExceeded.
    func slice(_ range: Range<Int>, in ledger: StorageLedger) throws(S3Error) -> ObjectContent {
        range == 0..<size ? self : .joined(try JoinedContent([JoinedContent.Piece(content: self, range: range)], in: ledger))
    }

    /// Part of a file that is in memory, as a content of a session; nil for any other content. The folder may drop the file, and the
    /// session then keeps it alone, so it is charged.
    /// - Throws: QuotaExceeded.
    func kept(_ range: Range<Int>, in ledger: StorageLedger) throws(S3Error) -> ObjectContent? {
        guard case .fixture(let file) = self, case .bytes(let bytes) = file.body else { return nil }
        let charge = try ledger.charge(range.count)
        return .held(HeldContent(.bytes(range == bytes.indices ? bytes : Array(bytes[range])), charge))
    }

    /// Up to `limit` bytes from `offset` on; empty at the end.
    func read(at offset: Int, limit: Int) throws -> [UInt8] {
        switch self {
        case .held(let content): try content.read(at: offset, limit: limit)
        case .fixture(let file): try file.read(at: offset, limit: limit)
        case .picture(let picture): Array(picture.bytes.dropFirst(offset).prefix(limit))
        case .joined(let content): try content.read(at: offset, limit: limit)
        }
    }

    /// Fills the front of the buffer and returns how many bytes; 0 only at the end.
    func read(at offset: Int, into buffer: inout MutableRawSpan) throws -> Int {
        switch self {
        case .held(let content): try content.read(at: offset, into: &buffer)
        case .fixture(let file): try file.read(at: offset, into: &buffer)
        case .picture(let picture): buffer.fill(from: Array(picture.bytes.dropFirst(offset).prefix(buffer.byteCount)))
        case .joined(let content): try content.read(at: offset, into: &buffer)
        }
    }

    /// All bytes of a part of the content, in memory.
    func read(at offset: Int, length: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length)
        while bytes.count < length {
            let piece = try read(at: offset + bytes.count, limit: length - bytes.count)
            if piece.isEmpty { throw S3Error.internalError("The object is shorter than it was.") }
            bytes += piece
        }
        return bytes
    }

    /// Calls the body with all bytes in order, in pieces of at most 256 KiB. Takes time for a long content.
    /// - Throws: InternalError when they cannot be read.
    func forEachPiece(_ body: ([UInt8]) -> Void) throws(S3Error) {
        let size = size
        var offset = 0
        while offset < size {
            let piece: [UInt8]
            do {
                piece = try read(at: offset, limit: min(size - offset, 256 << 10))
            } catch {
                throw .internalError("Reading the object: \(error)")
            }
            guard !piece.isEmpty else { throw .internalError("Reading the object: it is shorter than it was.") }
            body(piece)
            offset += piece.count
        }
    }
}
