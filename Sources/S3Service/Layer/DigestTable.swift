internal import FileStore

/// The MD5 digests of files, by version. The oldest are forgotten when there are many.
struct DigestTable {
    /// 16 bytes without an array around them.
    private struct Digest {
        var high: UInt64
        var low: UInt64
    }

    /// Two generations have this many together at least.
    private static let capacity = 500_000

    private var recent: [FileStamp: Digest] = [:]
    private var older: [FileStamp: Digest] = [:]

    /// In hexadecimal digits.
    subscript(stamp: FileStamp) -> String? {
        mutating get {
            if let digest = recent[stamp] { return Self.text(digest) }
            guard let digest = older[stamp] else { return nil }
            insert(digest, stamp)
            return Self.text(digest)
        }
        set {
            guard let newValue, let high = UInt64(newValue.prefix(16), radix: 16), let low = UInt64(newValue.suffix(16), radix: 16) else {
                return
            }
            insert(Digest(high: high, low: low), stamp)
        }
    }

    private mutating func insert(_ digest: Digest, _ stamp: FileStamp) {
        if recent.count >= Self.capacity {
            older = recent
            recent = [:]
        }
        recent[stamp] = digest
    }

    private static func text(_ digest: Digest) -> String { hex(digest.high) + hex(digest.low) }

    private static func hex(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
