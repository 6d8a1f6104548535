/// A number as it was written. Nothing is rounded until somebody asks for a machine number.
package struct JSONNumber: Sendable {
    /// The text, valid by JSON's grammar.
    package let text: String

    /// - Parameter text: must be valid by JSON's grammar; the parser sees to it.
    package init(validated text: String) { self.text = text }
    package init(_ value: Int) { text = String(value) }
    /// The shortest text that reads back as the same double, always with a point or an exponent: `5.0`, `0.1`, `1e+21`.
    /// Not-a-number and the infinities become 0: JSON has no text for them.
    package init(_ value: Double) { text = value.isFinite ? "\(value)" : "0" }

    /// The value if it is a whole number (`5`, `5.0`, `5e2`) that fits; exact.
    package var int: Int? { Int(text) ?? JSONDecimal(self).int }

    /// The nearest double; an infinity where it does not fit.
    package var double: Double { Double(text) ?? .nan }

    /// Whether it is written without a point and an exponent.
    package var isWrittenWhole: Bool { text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isDigit } }

    /// Whether the value is a whole number, however large, and however it is written.
    package var isWhole: Bool { JSONDecimal(self).isWhole }
}

extension JSONNumber: Hashable {
    /// Equal by value, exactly: `1 == 1.0`, and `0.1` differs from the double nearest to it.
    package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        if left.text == right.text { return true }
        if let left = left.exactDouble, let right = right.exactDouble { return left == right }
        return JSONDecimal(left) == JSONDecimal(right)
    }

    package func hash(into hasher: inout Hasher) { JSONDecimal(self).hash(into: &hasher) }

    /// A double that says all about the number among such numbers: of up to 15 digits and no exponent, for these are as many as every double
    /// keeps apart.
    private var exactDouble: Double? {
        guard text.utf8.count <= 15 else { return nil }
        var digits = 0
        var scale: Double = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
                scale *= 10
            case UInt8(ascii: "."): scale = 1
            case UInt8(ascii: "-"): break
            default: return nil
            }
        }
        let value = text.utf8.first == UInt8(ascii: "-") ? -Double(digits) : Double(digits)
        return scale == 0 ? value : value / scale
    }
}

extension JSONNumber: Comparable {
    /// By value, exactly.
    package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        if let left = left.exactDouble, let right = right.exactDouble { return left < right }
        return JSONDecimal(left) < JSONDecimal(right)
    }
}
