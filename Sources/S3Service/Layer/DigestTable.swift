internal import FileStore

/// Entity tags of files, by the hash of a version: 64 bits, of which two versions have the same once in a hundred million tables. The
/// oldest are forgotten when there are many.
struct DigestTable {
    /// 16 bytes without an array around them.
    struct Digest: Sendable, Hashable {
        var high: UInt64
        var low: UInt64
        /// Of an object that was uploaded in parts; 0 for others.
        var parts: Int32 = 0

        /// - Parameter text: 32 hexadecimal digits; `-N` follows for an object of N parts. Nil for anything else.
        init?(_ text: String) {
            var (high, low) = (UInt64(0), UInt64(0))
            var rest = text.utf8[...]
            for _ in 0..<32 {
                guard let value = rest.popFirst().flatMap(Self.value) else { return nil }
                (high, low) = (high << 4 | low >> 60, low << 4 | value)
            }
            var parts = Int32(0)
            if let mark = rest.popFirst() {
                guard mark == UInt8(ascii: "-"), let number = Int32(Substring(rest)), number > 0, String(number) == Substring(rest) else {
                    return nil
                }
                parts = number
            }
            self.init(high: high, low: low, parts: parts)
        }

        init(high: UInt64, low: UInt64, parts: Int32) {
            self.high = high
            self.low = low
            self.parts = parts
        }

        /// As an entity tag has it.
        var text: String {
            let digits = digits
            let hexadecimal = String(decoding: digits.indices.map { digits[$0] }, as: UTF8.self)
            return parts > 0 ? "\(hexadecimal)-\(parts)" : hexadecimal
        }

        /// The hexadecimal digits of the 16 bytes in ASCII.
        var digits: InlineArray<32, UInt8> {
            var digits = InlineArray<32, UInt8>(repeating: 0)
            for place in 0..<16 {
                let shift = UInt64(60 - 4 * place)
                digits[place] = Self.digit(high >> shift)
                digits[place + 16] = Self.digit(low >> shift)
            }
            return digits
        }

        /// Of a hexadecimal digit in lower case.
        private static func value(_ digit: UInt8) -> UInt64? {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a") + 10)
            default: nil
            }
        }

        private static func digit(_ value: UInt64) -> UInt8 {
            let nibble = UInt8(truncatingIfNeeded: value & 15)
            return nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble
        }
    }

    /// A generation ends at this many entries; two are kept.
    private static let capacity = 500_000

    private var recent: [Int: Digest] = [:]
    private var older: [Int: Digest] = [:]

    /// Nil for a version that is not known.
    subscript(stamp: FileStamp) -> String? { mutating get { digest(of: stamp)?.text } }

    /// Nil for a version that is not known.
    mutating func digest(of stamp: FileStamp) -> Digest? {
        let hash = stamp.hashValue
        if let digest = recent[hash] { return digest }
        guard let digest = older[hash] else { return nil }
        restore(digest, hash)
        return digest
    }

    /// Adds another table, which is older.
    mutating func add(_ other: DigestTable) {
        older.merge(other.recent) { $1 }
        older.merge(other.older) { $1 }
    }

    /// Remembers the tag of a version.
    mutating func restore(_ digest: Digest, _ stamp: FileStamp) { restore(digest, stamp.hashValue) }

    private mutating func restore(_ digest: Digest, _ hash: Int) {
        if recent.count >= Self.capacity {
            older = recent
            recent = [:]
        }
        recent[hash] = digest
    }
}
