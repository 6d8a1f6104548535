internal import CZlib

/// Compression in one of zlib's formats. Pure functions; any thread.
enum Deflate {
    /// - Parameters:
    ///   - level: 1, fastest, to 9, smallest.
    ///   - window: the format, as zlib names it.
    static func compress(_ bytes: [UInt8], level: Int, window: Int32) -> [UInt8] {
        var stream = unsafe z_stream()
        guard unsafe understudy_deflate_init(&stream, Int32(level), window) == Z_OK else { return [] }
        defer { unsafe deflateEnd(&stream) }
        let room = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
        var input = bytes
        return unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe [UInt8](unsafeUninitializedCapacity: room) { target, count in
                unsafe stream.next_in = source.baseAddress
                unsafe stream.avail_in = UInt32(source.count)
                unsafe stream.next_out = target.baseAddress
                unsafe stream.avail_out = UInt32(room)
                unsafe deflate(&stream, Z_FINISH)
                unsafe count = room - Int(stream.avail_out)
            }
        }
    }
}
