/// A number as it was written. Nothing is rounded until somebody asks for a machine number.
public struct JSONNumber: Sendable {
    /// The text, valid by JSON's grammar.
    public let text: String

    /// - Parameter text: must be valid by JSON's grammar; the parser sees to it.
    public init(validated text: String) { self.text = text }
    public init(_ value: Int) { text = String(value) }
    /// Not-a-number and the infinities become 0: JSON has no text for them.
    public init(_ value: Double) {
        guard value.isFinite else {
            text = "0"
            return
        }
        text = value == value.rounded() && abs(value) < 1e15 ? "\(Int(value)).0" : "\(value)"
    }

    /// The value if it is a whole number (`5`, `5.0`, `5e2`) that fits.
    public var int: Int? {
        if let value = Int(text) { return value }
        guard let value = Double(text), value == value.rounded(), abs(value) < 9.007199254740992e15 else { return nil }
        return Int(value)
    }

    /// The nearest double; an infinity where it does not fit.
    public var double: Double { Double(text) ?? .nan }
}

extension JSONNumber: Hashable {
    /// Equal by value, exactly: `1 == 1.0`, and `0.1` differs from the double nearest to it.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        left.text == right.text || left.decimal == right.decimal
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(decimal) }

    /// Sign, significant digits without zeros at either end, and the power of ten that they are multiplied with.
    private struct Decimal: Hashable {
        var isNegative = false
        var digits: [UInt8] = []
        var exponent = 0
    }

    private var decimal: Decimal {
        var result = Decimal()
        var digits: [UInt8] = []
        var fraction = 0
        var seenPoint = false
        var rest = text.utf8[...]
        while let byte = rest.first, byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
            rest.removeFirst()
            switch byte {
            case UInt8(ascii: "-"): result.isNegative = true
            case UInt8(ascii: "."): seenPoint = true
            default:
                digits.append(byte)
                if seenPoint { fraction += 1 }
            }
        }
        // An exponent beyond any memory is as good as the largest one.
        let written = rest.isEmpty ? 0 : (Int(String(decoding: rest.dropFirst(), as: UTF8.self)) ?? (rest.contains(UInt8(ascii: "-")) ? Int.min / 2 : Int.max / 2))
        let trailing = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeLast(trailing)
        result.digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
        guard !result.digits.isEmpty else { return Decimal() }
        result.exponent = written - fraction + trailing
        return result
    }
}
