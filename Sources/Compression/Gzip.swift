internal import CZlib

/// The gzip format (RFC 1952), with zlib. Pure functions; any thread.
package enum Gzip {
    /// Why data could not be decompressed.
    package enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
        /// The data is not gzip, or damaged; with zlib's message if it has one.
        case malformed(String)
        /// The data ends too early.
        case truncated
        /// The result is longer than allowed.
        case tooLarge(limit: Int)

        /// One sentence without a full stop.
        package var description: String {
            switch self {
            case .malformed(let reason): "the gzip stream is damaged: \(reason)"
            case .truncated: "the gzip stream ends too early"
            case .tooLarge(let limit): "the gzip stream decompresses to more than \(limit) bytes"
            }
        }
    }

    /// Compresses to one gzip member without a name and a time, so that the same bytes always give the same result.
    /// - Parameter level: 1, fastest, to 9, smallest.
    /// - Returns: nil if zlib fails, e.g. because there is no memory.
    package static func compress(_ bytes: [UInt8], level: Int = 6) -> [UInt8]? { Deflate.compress(bytes, level: level, as: .gzip) }

    /// Decompresses all members.
    /// - Parameter limit: the maximum length of the result; protects against bombs.
    /// - Throws: `Failure`.
    package static func decompress(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        let (output, failure) = inflated(bytes, limit: limit)
        if let failure { throw failure }
        return output
    }

    /// Decompresses only the beginning.
    /// - Parameter limit: the maximum length of the result.
    /// - Returns: the bytes, and whether they are everything. False also if the data ends too early.
    /// - Throws: `Failure.malformed`.
    package static func decompressBeginning(of bytes: [UInt8], limit: Int) throws(Failure) -> (bytes: [UInt8], isWhole: Bool) {
        let (output, failure) = inflated(bytes, limit: limit)
        switch failure {
        case nil: return (output, true)
        case .truncated, .tooLarge: return (Array(output.prefix(limit)), false)
        case .malformed(let reason): throw .malformed(reason)
        }
    }

    /// The result until the end, a failure, or the block that exceeds the limit.
    private static func inflated(_ bytes: [UInt8], limit: Int) -> (output: [UInt8], failure: Failure?) {
        // zlib counts with 32 bits.
        guard let length = UInt32(exactly: bytes.count) else { return ([], .tooLarge(limit: limit)) }
        var stream = unsafe z_stream()
        guard unsafe understudy_inflate_init(&stream) == Z_OK else { return ([], .malformed("zlib did not start")) }
        defer { unsafe inflateEnd(&stream) }
        var input = bytes
        var output: [UInt8] = []
        var failure: Failure?
        unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe stream.next_in = source.baseAddress
            unsafe stream.avail_in = length
            failure = unsafe inflateAll(&stream, into: &output, limit: limit)
        }
        return (output, failure)
    }

    private static func inflateAll(_ stream: inout z_stream, into output: inout [UInt8], limit: Int) -> Failure? {
        let blockSize = 64 << 10
        var block = [UInt8](repeating: 0, count: blockSize)
        while true {
            let code = unsafe block.withUnsafeMutableBufferPointer { target in
                unsafe stream.next_out = target.baseAddress
                unsafe stream.avail_out = UInt32(blockSize)
                return unsafe inflate(&stream, Z_NO_FLUSH)
            }
            output += unsafe block[..<(blockSize - Int(stream.avail_out))]
            if output.count > limit { return .tooLarge(limit: limit) }
            switch code {
            case Z_STREAM_END:
                if unsafe stream.avail_in == 0 { return nil }
                unsafe inflateReset(&stream)
            case Z_OK: continue
            case Z_BUF_ERROR: return .truncated
            default: return .malformed(unsafe stream.msg.map { unsafe String(cString: $0) } ?? "code \(code)")
            }
        }
    }
}
