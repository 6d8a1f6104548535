internal import CZlib

/// Compression in one of zlib's formats. Pure functions; any thread.
enum Deflate {
    /// How the compressed data is wrapped.
    enum Format { case zlib, gzip }

    /// zlib looks back at most by the window less this (its `MIN_LOOKAHEAD`).
    private static let lookahead = 262
    /// zlib's smallest and largest window, as powers of two.
    private static let windows: ClosedRange<Int32> = 9...15

    /// - Parameter level: 1, fastest, to 9, smallest.
    /// - Returns: nil if zlib fails: it has no memory, or does not know the level.
    static func compress(_ bytes: [UInt8], level: Int, as format: Format) -> [UInt8]? {
        // The smallest window that holds all bytes, and tables in proportion: zlib clears them for each stream, which takes longer than
        // compressing a short body.
        let window = windows.first { 1 << $0 >= bytes.count + lookahead } ?? windows.upperBound
        let memory = min(8, window - 6)
        var stream = unsafe z_stream()
        let formatBits: Int32 = format == .gzip ? 16 : 0
        guard unsafe understudy_deflate_init(&stream, Int32(level), window + formatBits, memory) == Z_OK else { return nil }
        defer { unsafe deflateEnd(&stream) }
        let room = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
        var input = bytes
        var isWhole = false
        let output = unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe [UInt8](unsafeUninitializedCapacity: room) { target, count in
                unsafe stream.next_in = source.baseAddress
                unsafe stream.avail_in = UInt32(source.count)
                unsafe stream.next_out = target.baseAddress
                unsafe stream.avail_out = UInt32(room)
                isWhole = unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
                unsafe count = room - Int(stream.avail_out)
            }
        }
        return isWhole ? output : nil
    }
}
