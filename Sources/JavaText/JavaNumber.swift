/// Numbers as Java prints them.
package enum JavaNumber {
    /// Like `Double.toString`: `1.0`, `0.001`, `1.0E7`, `1.234E-5`.
    package static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        if value == 0 { return value.sign == .minus ? "-0.0" : "0.0" }
        let sign = value < 0 ? "-" : ""
        let (digits, exponent) = decimal(value.magnitude)
        if value.magnitude >= 1e-3, value.magnitude < 1e7 { return sign + plain(digits, exponent) }
        let fraction = digits.dropFirst()
        return sign + "\(digits.prefix(1)).\(fraction.isEmpty ? "0" : fraction)E\(exponent - 1)"
    }

    /// Like `BigDecimal.toString` for the number in the text: `1.50`, `1E+3`.
    package static func text(decimal text: String) -> String {
        // There is no negative zero.
        let text =
            text.hasPrefix("-") && !text.utf8.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
            ? String(text.dropFirst()) : text
        guard let (sign, digits, scale) = unscaled(text, exponentBelow: 1_000_000) else { return text }
        let adjusted = digits.count - 1 - scale
        if scale >= 0, adjusted >= -6 { return scale > 0 ? sign + pointed(digits, scale) : sign + (digits.isEmpty ? "0" : digits) }
        let rest = digits.dropFirst()
        return sign + digits.prefix(1) + (rest.isEmpty ? "" : ".\(rest)") + "E" + (adjusted < 0 ? "" : "+") + "\(adjusted)"
    }

    /// Like `BigDecimal.toPlainString` for the number in the text: `1.50`, `1000`. An exponent beyond 1,000 stays as it is.
    package static func plainText(decimal text: String) -> String {
        guard let (sign, digits, scale) = unscaled(text, exponentBelow: 1_001) else { return Self.text(decimal: text) }
        if digits.isEmpty { return scale > 0 ? pointed(digits, scale) : "0" }
        return sign + (scale > 0 ? pointed(digits, scale) : digits + String(repeating: "0", count: -scale))
    }

    /// The sign and the digits of a number with an exponent, and how many of them are behind the point. Nil for a number without one, and
    /// for one that is too large.
    private static func unscaled(_ text: String, exponentBelow limit: Int) -> (sign: String, digits: String, scale: Int)? {
        let pieces = text.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
        guard pieces.count == 2, let exponent = Int(pieces[1]), exponent.magnitude < limit else { return nil }
        let halves = pieces[0].drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = halves.count > 1 ? halves[1] : ""
        return (pieces[0].hasPrefix("-") ? "-" : "", String((halves[0] + fraction).drop { $0 == "0" }), fraction.count - exponent)
    }

    private static func pointed(_ digits: String, _ scale: Int) -> String {
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        return padded.dropLast(scale) + "." + padded.suffix(scale)
    }

    /// The shortest digits, and the position of the point counted from their front.
    package static func decimal(_ value: Double) -> (digits: String, exponent: Int) {
        let pieces = value.description.split(separator: "e")
        let mantissa = pieces[0].split(separator: ".", omittingEmptySubsequences: false)
        var exponent = mantissa[0].count + (pieces.count > 1 ? Int(pieces[1]) ?? 0 : 0)
        var digits = (mantissa[0] + (mantissa.count > 1 ? mantissa[1] : ""))[...]
        while digits.first == "0", digits.count > 1 {
            digits.removeFirst()
            exponent -= 1
        }
        while digits.last == "0", digits.count > 1 { digits.removeLast() }
        return (String(digits), exponent)
    }

    private static func plain(_ digits: String, _ exponent: Int) -> String {
        if exponent <= 0 { return "0." + String(repeating: "0", count: -exponent) + digits }
        if digits.count <= exponent { return digits + String(repeating: "0", count: exponent - digits.count) + ".0" }
        return digits.prefix(exponent) + "." + digits.dropFirst(exponent)
    }
}
