internal import HTTPMessage
internal import SystemCalls

/// Bytes that a session holds: short ones in memory, others in an unnamed file.
final class HeldContent: BlockSource {
    private let bytes: RequestBody
    /// Gives the room back with the content.
    private let charge: StorageCharge?

    /// - Parameter charge: nil for what takes no room in a session.
    init(_ bytes: RequestBody, _ charge: StorageCharge?) {
        self.bytes = bytes
        self.charge = charge
    }

    /// Length in bytes.
    var size: Int { bytes.count }

    /// The file that has the content; nil if it is in memory.
    var file: SpooledFile? { if case .spooled(let body) = bytes { body as? SpooledFile } else { nil } }

    /// The whole content.
    var body: BodySource {
        switch bytes {
        case .empty: .empty
        case .bytes(let bytes): .bytes(bytes)
        case .spooled: .blocks(self, 0..<size)
        }
    }

    func read(at offset: Int, limit: Int) throws -> [UInt8] { try bytes.bytes(at: offset, limit: limit) }

    func read(at offset: Int, into buffer: inout MutableRawSpan) throws -> Int {
        // A file is read into the buffer itself.
        if case .spooled(let file) = bytes, let source = file as? any BlockSource { return try source.read(at: offset, into: &buffer) }
        return buffer.fill(from: try read(at: offset, limit: buffer.byteCount))
    }
}

extension MutableRawSpan {
    /// Copies as many bytes to the front as there is room for.
    /// - Returns: how many.
    mutating func fill(from bytes: [UInt8]) -> Int {
        let count = Swift.min(byteCount, bytes.count)
        for offset in 0..<count { storeBytes(of: bytes[offset], toByteOffset: offset, as: UInt8.self) }
        return count
    }
}
