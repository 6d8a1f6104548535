/// Characters that cannot be seen in a text, or that look like a space and are none: they come from chats and word processors.
enum InvisibleCharacter {
    /// `U+00A0, a no-break space`; nil for a character that can be seen, and for a plain space.
    static func name(of scalar: Unicode.Scalar) -> String? {
        let code = "U+\(hexadecimal(scalar.value, digits: 4))"
        return switch scalar.value {
        case 0xA0, 0x202F: "\(code), a no-break space"
        case 0x2000...0x200A, 0x205F, 0x3000: "\(code), a space of another width"
        case 0x200B...0x200F, 0x2028...0x202E, 0x2060, 0xFEFF: "\(code), which cannot be seen"
        default: nil
        }
    }

    /// The text with these characters as JSON's escapes: `request\u00A0`.
    static func shown(in text: Substring) -> String {
        // Nearly every text is ASCII.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return String(text) }
        return text.unicodeScalars.reduce(into: "") { shown, scalar in
            if name(of: scalar) == nil {
                shown.unicodeScalars.append(scalar)
            } else {
                shown += "\\u\(hexadecimal(scalar.value, digits: 4))"
            }
        }
    }
}
