internal import Compression

/// Any bytes are decompressed within the limit or refused; what was compressed comes back, whole or in members.
enum GzipTarget: FuzzTarget {
    private static let limit = 1 << 20

    package static func run(_ bytes: [UInt8]) {
        if let plain = try? Gzip.decompress(bytes, limit: limit) {
            precondition(plain.count <= limit, "more came out than was allowed")
            precondition((try? Gzip.decompress(compressed(plain), limit: plain.count)) == plain, "what was compressed reads differently")
        }
        let half = bytes.count / 2
        let members = compressed(Array(bytes[..<half]), level: 1) + compressed(Array(bytes[half...]), level: 9)
        precondition((try? Gzip.decompress(members, limit: bytes.count)) == bytes, "two members are not the whole")
        precondition(bytes.isEmpty || (try? Gzip.decompress(members, limit: bytes.count - 1)) == nil, "the limit is not kept")
    }

    private static func compressed(_ bytes: [UInt8], level: Int = 6) -> [UInt8] {
        guard let compressed = Gzip.compress(bytes, level: level) else { preconditionFailure("zlib has failed") }
        return compressed
    }
}
