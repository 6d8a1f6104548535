/// A number as it was written. It is rounded only when `double` is read.
package struct JSONNumber: Sendable {
    /// The text, in JSON's grammar.
    package let text: String

    /// - Parameter text: must be valid in JSON's grammar; this is not checked.
    package init(validated text: String) { self.text = text }
    package init(_ value: Int) { text = String(value) }
    /// The shortest text that reads back as the same double, always with a point or an exponent: `5.0`, `0.1`, `1e+21`.
    /// Not-a-number and the infinities become 0: JSON has no text for them.
    package init(_ value: Double) { text = value.isFinite ? "\(value)" : "0" }

    /// The exact value if it is whole (`5`, `5.0`, `5e2`) and fits; else nil.
    package var int: Int? { Int(text) ?? JSONDecimal(self).int }

    /// The nearest double; infinity when it does not fit.
    package var double: Double { Double(text) ?? .nan }

    /// Whether it is written without a point and without an exponent.
    package var isWrittenWhole: Bool { text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isDigit } }

    /// Whether the value is whole, however large and however written.
    package var isWhole: Bool { JSONDecimal(self).isWhole }
}

extension JSONNumber: Hashable {
    /// Exact equality of values: `1 == 1.0`, and `0.1` differs from the double nearest to it.
    package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        if left.text == right.text { return true }
        if let left = left.exactDouble, let right = right.exactDouble { return left == right }
        return JSONDecimal(left) == JSONDecimal(right)
    }

    /// Equal values have equal hashes, however they are written.
    package func hash(into hasher: inout Hasher) { JSONDecimal(self).hash(into: &hasher) }

    /// A double that identifies the number among all numbers for which this is not nil: those of up to 15 digits without exponent. A double
    /// keeps 15 digits apart.
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
    /// Exact order of values.
    package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        if let left = left.exactDouble, let right = right.exactDouble { return left < right }
        return JSONDecimal(left) < JSONDecimal(right)
    }
}
