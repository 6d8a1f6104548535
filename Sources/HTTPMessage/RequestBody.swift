/// A whole request body: in memory up to a limit, in a temporary file beyond it.
package enum RequestBody: Sendable {
    case empty
    case bytes([UInt8])
    case spooled(any SpooledBody)

    /// Length in bytes, without chunk framing.
    package var count: Int {
        switch self {
        case .empty: 0
        case .bytes(let bytes): bytes.count
        case .spooled(let body): body.count
        }
    }

    /// The whole body in memory; a spooled one is read from its file.
    /// - Throws: an error of reading the temporary file; never for a body in memory.
    package func bytes() throws -> [UInt8] {
        switch self {
        case .empty: []
        case .bytes(let bytes): bytes
        case .spooled(let body): try body.bytes()
        }
    }

    /// Up to `limit` bytes from `offset`; empty at the end.
    /// - Throws: an error of reading the temporary file; never for a body in memory.
    package func bytes(at offset: Int, limit: Int) throws -> [UInt8] {
        switch self {
        case .empty: []
        case .bytes(let bytes): Array(bytes.dropFirst(offset).prefix(limit))
        case .spooled(let file): try file.read(at: offset, limit: limit)
        }
    }
}

/// A body that was too large for memory. Its file is removed with the last reference.
package protocol SpooledBody: AnyObject, Sendable {
    /// The length in bytes.
    var count: Int { get }
    /// The whole body, in memory.
    /// - Throws: an error of reading.
    func bytes() throws -> [UInt8]
    /// Reads up to `limit` bytes from `offset`; empty at the end. May be called from any thread.
    func read(at offset: Int, limit: Int) throws -> [UInt8]
    /// The SHA-256 of the body if it is known; else nil.
    var sha256: [UInt8]? { get }
}

extension SpooledBody {
    /// Not known.
    package var sha256: [UInt8]? { nil }
}
