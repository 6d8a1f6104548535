internal import Digest
internal import HTTPMessage
internal import Synchronization

/// The content of a body in a file that is in aws-chunked encoding. It is decoded while it is read, so that there is no second file.
final class UnchunkedBody: SpooledBody {
    /// How far the file is decoded.
    private struct Reading: ~Copyable {
        private static let block = 256 << 10

        private let file: any SpooledBody
        private var decoder: AWSChunkedDecoder
        private var place = 0
        /// Where `bytes` begin in the content.
        private(set) var start = 0
        /// What was decoded last.
        private(set) var bytes: [UInt8] = []

        init(_ file: any SpooledBody, _ head: UploadHead) {
            self.file = file
            decoder = AWSChunkedDecoder(head, signatures: nil)
        }

        /// Decodes the next block.
        /// - Returns: false at the end of the file.
        /// - Throws: errors of reading; what is wrong with the encoding.
        mutating func advance() throws -> Bool {
            let block = try file.read(at: place, limit: Self.block)
            var content: [UInt8] = []
            content.reserveCapacity(block.count)
            try decoder.take(block.span) { content.append(contentsOf: $0) }
            place += block.count
            start += bytes.count
            bytes = content
            return !block.isEmpty
        }

        /// The file is over.
        /// - Throws: what is wrong with the encoding.
        mutating func finish() throws(S3Error) { _ = try decoder.finish() }
    }

    private let file: any SpooledBody
    private let head: UploadHead
    let count: Int
    let sha256: [UInt8]?
    /// Where the last call of `read` has ended: the next one mostly goes on there.
    private let reading: Mutex<Reading>

    /// Decodes the whole body once.
    /// - Throws: errors of reading; what is wrong with the encoding.
    init(_ file: any SpooledBody, _ head: UploadHead) throws {
        var whole = Reading(file, head)
        var digest = IncrementalDigest(.sha256)
        while try whole.advance() { digest.update(whole.bytes) }
        try whole.finish()
        self.file = file
        self.head = head
        count = whole.start
        sha256 = digest.finish().bytes
        reading = Mutex(Reading(file, head))
    }

    func bytes() throws -> [UInt8] {
        var whole = Reading(file, head)
        var content: [UInt8] = []
        content.reserveCapacity(count)
        while try whole.advance() { content += whole.bytes }
        return content
    }

    func read(at offset: Int, limit: Int) throws -> [UInt8] {
        try reading.withLock { reading in
            if offset < reading.start { reading = Reading(file, head) }
            var piece: [UInt8] = []
            while piece.count < limit {
                let place = offset + piece.count - reading.start
                piece += reading.bytes.dropFirst(place).prefix(limit - piece.count)
                guard piece.count < limit, try reading.advance() else { break }
            }
            return piece
        }
    }
}
