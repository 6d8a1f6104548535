internal import Compression

/// The PNG format (RFC 2083) for pixels with a palette.
enum PNGFile {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The file of a picture.
    /// - Throws: if zlib has no memory.
    static func bytes(_ bitmap: Bitmap) throws(PlaceholderError) -> [UInt8] {
        // Eight bits a pixel, with a palette, not interlaced.
        let head = number(bitmap.width) + number(bitmap.height) + [8, 3, 0, 0, 0]
        var rows: [UInt8] = []
        rows.reserveCapacity((bitmap.width + 1) * bitmap.height)
        for row in 0..<bitmap.height {
            // No filter: rows of a palette compress best as they are.
            rows.append(0)
            rows += bitmap.pixels[(row * bitmap.width)..<((row + 1) * bitmap.width)]
        }
        guard let compressed = Zlib.compress(rows) else { throw PlaceholderError("zlib has no memory for a picture") }
        return signature + chunk("IHDR", head) + chunk("PLTE", bitmap.palette.flatMap { [$0.red, $0.green, $0.blue] })
            + chunk("IDAT", compressed) + chunk("IEND", [])
    }

    /// A chunk: its length, its type, its content, and the checksum of both.
    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(type.utf8) + content
        var checksum = CRC32()
        checksum.update(named.span)
        return number(content.count) + named + number(Int(checksum.value))
    }

    /// Four bytes, the highest first.
    private static func number(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
}
