/// Numbers in XPath.
extension Double {
    /// The number as XPath's `string()` gives it, never with an exponent: as it was written in the document or the expression if libxml2
    /// reads that as this number, or else with as few digits as tell it from every other.
    var xpathText: String {
        if isNaN { return "NaN" }
        if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
        if magnitude < 1e15, let whole = Int(exactly: self) { return "\(whole)" }
        return (self < 0 ? "-" : "") + (magnitude.readText ?? magnitude.exactText)
    }

    /// The shortest text that libxml2 reads as this number, if there is one with at most 15 digits. It adds the digits before the point to
    /// those behind it, so that it reads `1.14` as the number before the nearest.
    private var readText: String? {
        var scale = 1.0, places = 0
        while places < 15, self * scale < 1e14 { (scale, places) = (scale * 10, places + 1) }
        guard places > 0 else { return nil }
        var (whole, fraction) = Int((self * scale).rounded()).quotientAndRemainder(dividingBy: Int(scale))
        guard fraction > 0, Double(whole) + Double(fraction) / scale == self else { return nil }
        while fraction.isMultiple(of: 10) { (fraction, places) = (fraction / 10, places - 1) }
        let digits = "\(fraction)"
        return "\(whole)." + String(repeating: "0", count: places - digits.utf8.count) + digits
    }

    /// Swift's text, in which an exponent is written out.
    private var exactText: String {
        let written = description
        guard let end = written.firstIndex(of: "e"), let exponent = Int(written[written.index(after: end)...]) else {
            return written.hasSuffix(".0") ? String(written.dropLast(2)) : written
        }
        let mantissa = written[..<end].split(separator: ".")
        let digits = mantissa.joined()
        let (count, point) = (digits.utf8.count, mantissa[0].utf8.count + exponent)
        if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
        if point >= count { return digits + String(repeating: "0", count: point - count) }
        return digits.prefix(point) + "." + digits.dropFirst(point)
    }
}
