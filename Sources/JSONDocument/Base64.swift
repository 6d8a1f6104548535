/// Base64 (RFC 4648). Writes the standard alphabet; reads the standard and the URL-safe one.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 0xFF, count: 256)
        for (value, letter) in alphabet.enumerated() { table[Int(letter)] = UInt8(value) }
        table[Int(UInt8(ascii: "-"))] = 62
        table[Int(UInt8(ascii: "_"))] = 63
        return table
    }()

    /// The same as the method below, as a string.
    package static func encode(_ bytes: [UInt8], padding: Bool = true) -> String {
        String(decoding: encode(bytes, padding: padding) as [UInt8], as: UTF8.self)
    }

    /// The text as ASCII bytes.
    /// - Parameter padding: whether the last group is filled up with `=`.
    package static func encode(_ bytes: [UInt8], padding: Bool = true) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var group: UInt32 = 0
        var filled = 0
        for byte in bytes {
            group = group << 8 | UInt32(byte)
            filled += 1
            guard filled == 3 else { continue }
            for shift: UInt32 in [18, 12, 6, 0] { result.append(alphabet[Int(group >> shift & 63)]) }
            group = 0
            filled = 0
        }
        if filled == 1 {
            result += [alphabet[Int(group >> 2)], alphabet[Int(group << 4 & 63)]]
        } else if filled == 2 {
            result += [alphabet[Int(group >> 10)], alphabet[Int(group >> 4 & 63)], alphabet[Int(group << 2 & 63)]]
        }
        if padding, filled > 0 { result += [UInt8](repeating: UInt8(ascii: "="), count: 3 - filled) }
        return result
    }

    /// The bytes of a base64 text. White space is skipped, and the padding may be missing. Nil for anything else that is not base64.
    package static func decode(_ text: String.UTF8View) -> [UInt8]? {
        let text = text.span
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        var digits = 0
        var padding = 0
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: " "), 9, 10, 13: continue
            case UInt8(ascii: "="):
                padding += 1
                continue
            default: break
            }
            let value = values[Int(byte)]
            guard value != 0xFF, padding == 0 else { return nil }
            group = group << 6 | UInt32(value)
            digits += 1
            guard digits % 4 == 0 else { continue }
            for shift: UInt32 in [16, 8, 0] { result.append(UInt8(group >> shift & 255)) }
            group = 0
        }
        switch digits % 4 {
        case 1: return nil
        case 2: result.append(UInt8(group >> 4 & 255))
        case 3: result += [UInt8(group >> 10 & 255), UInt8(group >> 2 & 255)]
        default: break
        }
        return padding == 0 || (digits + padding) % 4 == 0 && padding < 3 ? result : nil
    }
}
