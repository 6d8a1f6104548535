/// A number taken apart exactly, without copying a digit: sign, digits without zeros at either end, and power of ten, as in 0.digits ×
/// 10^scale. Zero has no digits and no sign.
struct JSONDecimal: Hashable, Comparable {
    private(set) var isNegative = false
    /// From the first digit that is not 0 to the last one. Includes the decimal point if it lies between them.
    private var digits: Substring.UTF8View
    private(set) var scale = 0

    init(_ number: JSONNumber) {
        var text = number.text.utf8[...]
        if text.first == UInt8(ascii: "-") {
            isNegative = true
            text.removeFirst()
        }
        var exponent = 0
        if let mark = text.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            exponent = Self.exponent(text[text.index(after: mark)...])
            text = text[..<mark]
        }
        let whole = text.firstIndex(of: UInt8(ascii: ".")).map { text.distance(from: text.startIndex, to: $0) } ?? text.count
        let isZero = { (byte: UInt8) in byte == UInt8(ascii: "0") || byte == UInt8(ascii: ".") }
        let kept = text.drop(while: isZero)
        // How far before the point the first digit is; less than 1 if it is behind the point.
        let skipped = text.distance(from: text.startIndex, to: kept.startIndex)
        let lead = skipped <= whole ? whole - skipped : whole - skipped + 1
        digits = kept
        while let last = digits.last, isZero(last) { digits.removeLast() }
        if digits.isEmpty { isNegative = false } else { scale = exponent + lead }
    }

    /// An exponent that does not fit is capped, with room to add the number of digits.
    private static func exponent(_ text: Substring.UTF8View) -> Int {
        let largest = Int.max / 4
        let exponent = Int(Substring(text)) ?? (text.first == UInt8(ascii: "-") ? -largest : largest)
        return min(max(exponent, -largest), largest)
    }

    var isZero: Bool { digits.isEmpty }

    /// The power of ten of the last digit's place.
    var unit: Int { scale - significantCount }

    /// As numbers, first to last.
    var significantDigits: some Sequence<UInt8> { significant.lazy.map { $0 - UInt8(ascii: "0") } }

    /// The nearest double; infinity when it does not fit.
    var double: Double { Double("\(isNegative ? "-" : "")0.\(String(decoding: Array(significant), as: UTF8.self))e\(scale)") ?? .nan }

    private var significant: some Sequence<UInt8> { digits.lazy.filter { $0 != UInt8(ascii: ".") } }

    var significantCount: Int { digits.count - (digits.contains(UInt8(ascii: ".")) ? 1 : 0) }

    var isWhole: Bool { significantCount <= scale || digits.isEmpty }

    /// Nil when there is a fraction or the value does not fit.
    var int: Int? {
        if digits.isEmpty { return 0 }
        guard scale <= 19, isWhole else { return nil }
        var value = 0
        // Counts downwards: the least number has no positive counterpart.
        func append(_ digit: Int) -> Bool {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = product.subtractingReportingOverflow(digit)
            value = sum
            return !overflow && !overflowsToo
        }
        for byte in significant { guard append(Int(byte - UInt8(ascii: "0"))) else { return nil } }
        for _ in significantCount..<scale { guard append(0) else { return nil } }
        if isNegative { return value }
        return value == .min ? nil : -value
    }

    static func == (left: JSONDecimal, right: JSONDecimal) -> Bool {
        left.isNegative == right.isNegative && left.scale == right.scale && left.significant.elementsEqual(right.significant)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(isNegative)
        hasher.combine(scale)
        for byte in significant { hasher.combine(byte) }
    }

    static func < (left: JSONDecimal, right: JSONDecimal) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isNearerToZero(than: left) : left.isNearerToZero(than: right)
    }

    /// Whether the magnitude is smaller.
    func isNearerToZero(than other: JSONDecimal) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        if scale != other.scale { return scale < other.scale }
        return significant.lexicographicallyPrecedes(other.significant)
    }
}
