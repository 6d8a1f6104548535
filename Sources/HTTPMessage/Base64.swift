/// Base64 (RFC 4648).
public enum Base64 {
    public enum Alphabet: Sendable {
        /// Section 4: `+` and `/`, padded.
        case standard
        /// Section 5: `-` and `_`, not padded when written.
        case urlSafe
    }

    public static func encode(_ bytes: some Collection<UInt8>, alphabet: Alphabet = .standard) -> String {
        let digits = alphabet == .standard ? standardDigits : urlSafeDigits
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var bits: UInt32 = 0
        var pending = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            pending += 8
            while pending >= 6 {
                pending -= 6
                result.append(digits[Int(bits >> UInt32(pending) & 63)])
            }
        }
        if pending > 0 { result.append(digits[Int(bits << UInt32(6 - pending) & 63)]) }
        if alphabet == .standard {
            while result.count % 4 != 0 { result.append(UInt8(ascii: "=")) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Reads one text, with or without padding, as Java's decoder does.
    /// - Returns: nil for a character outside of the alphabet (white space too), a wrong length, or wrong padding.
    public static func decode(_ text: some Collection<UInt8>, alphabet: Alphabet = .standard) -> [UInt8]? {
        let values = alphabet == .standard ? standardValues : urlSafeValues
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var pending = 0
        var count = 0
        var padding = 0
        for character in text {
            if character == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            let value = values[Int(character)]
            guard value < 64, padding == 0 else { return nil }
            bits = bits << 6 | UInt32(value)
            pending += 6
            count += 1
            if pending >= 8 {
                pending -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(pending)))
            }
        }
        guard count % 4 != 1, padding == 0 || padding == (4 - count % 4) % 4 else { return nil }
        return result
    }

    /// Reads a text; see `decode(_:alphabet:)` over bytes.
    public static func decode(_ text: String, alphabet: Alphabet = .standard) -> [UInt8]? {
        decode(text.utf8, alphabet: alphabet)
    }

    private static let standardDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlSafeDigits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let standardValues = values(of: standardDigits)
    private static let urlSafeValues = values(of: urlSafeDigits)

    /// The value of each byte, 255 for what is no digit.
    private static func values(of digits: [UInt8]) -> [UInt8] {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }
}
