internal import Compression

/// Any bytes are decompressed within the limit or refused; what was compressed comes back, whole or in members.
enum GzipTarget: FuzzTarget {
    private static let limit = 1 << 20

    package static func run(_ bytes: [UInt8]) {
        if let plain = try? Gzip.decompress(bytes, limit: limit) {
            precondition(plain.count <= limit, "more came out than was allowed")
            precondition((try? Gzip.decompress(Gzip.compress(plain), limit: plain.count)) == plain, "what was compressed reads differently")
        }
        let half = bytes.count / 2
        let members = Gzip.compress(Array(bytes[..<half]), level: 1) + Gzip.compress(Array(bytes[half...]), level: 9)
        precondition((try? Gzip.decompress(members, limit: bytes.count)) == bytes, "two members are not the whole")
        precondition(bytes.isEmpty || (try? Gzip.decompress(members, limit: bytes.count - 1)) == nil, "the limit is not kept")
    }
}
