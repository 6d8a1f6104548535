/// A decimal number of up to 38 digits, like Java's `BigDecimal`, for arithmetic in templates.
package struct ExactDecimal {
    private var unscaled: Int128
    /// Digits after the point.
    private var scale: Int

    private init(_ unscaled: Int128, scale: Int) {
        self.unscaled = unscaled
        self.scale = scale
    }

    package init(_ whole: Int) { self.init(Int128(whole), scale: 0) }

    /// - Returns: nil if the text is not a number, or the number is too large.
    package init?(_ text: String) {
        let pieces = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let exponent = pieces.count > 1 ? Int(pieces[1]) : 0
        let halves = pieces[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = halves.count > 1 ? halves[1] : ""
        guard let exponent, exponent.magnitude < 1_000, fraction.allSatisfy({ $0.isASCII && $0.isNumber }),
            let unscaled = Int128(halves[0] + fraction),
            unscaled.magnitude < 1 << 126
        else {
            return nil
        }
        self.init(unscaled, scale: fraction.count - exponent)
        if scale < 0, let whole = rescaled(to: 0) { self = whole }
    }

    /// Whether it is zero, of any scale.
    package var isZero: Bool { unscaled == 0 }
    /// The number with the opposite sign.
    package var negated: ExactDecimal { ExactDecimal(-unscaled, scale: scale) }

    /// The sum, with the larger scale; nil if it is too large.
    package func adding(_ other: ExactDecimal) -> ExactDecimal? {
        aligned(other).flatMap { left, right in
            let (sum, isTooLarge) = left.unscaled.addingReportingOverflow(right.unscaled)
            return isTooLarge ? nil : ExactDecimal(sum, scale: left.scale)
        }
    }

    /// The product, with the sum of the scales; nil if it is too large.
    package func multiplied(by other: ExactDecimal) -> ExactDecimal? {
        let (product, isTooLarge) = unscaled.multipliedReportingOverflow(by: other.unscaled)
        return isTooLarge ? nil : ExactDecimal(product, scale: scale + other.scale)
    }

    /// The quotient with this number's scale, rounded half up; nil if it is too large. `other` must not be zero.
    package func divided(by other: ExactDecimal) -> ExactDecimal? {
        // The quotient keeps this scale, so the dividend is widened by the divisor's scale.
        guard other.scale >= 0, let wide = rescaled(to: scale + other.scale) else { return nil }
        let (quotient, remainder) = wide.unscaled.quotientAndRemainder(dividingBy: other.unscaled)
        let isRoundedUp = remainder.magnitude >= other.unscaled.magnitude - remainder.magnitude
        let isNegative = (wide.unscaled < 0) != (other.unscaled < 0)
        return ExactDecimal(isRoundedUp ? quotient + (isNegative ? -1 : 1) : quotient, scale: scale)
    }

    /// The remainder, with the dividend's sign; nil if a number is too large. `other` must not be zero.
    package func remainder(_ other: ExactDecimal) -> ExactDecimal? {
        aligned(other).map { left, right in
            var (quotient, remainder) = left.unscaled.quotientAndRemainder(dividingBy: right.unscaled)
            var scale = left.scale
            // As in Java, zeros at the end of the quotient make the divisor's decimals fewer, down to those of the dividend.
            while scale > self.scale, quotient % 10 == 0 {
                quotient /= 10
                remainder /= 10
                scale -= 1
            }
            return ExactDecimal(remainder, scale: scale)
        }
    }

    /// Nil for a number with decimals, even if they are zeros, and for one that does not fit 64 bits.
    package var whole: Int? { scale == 0 ? Int(exactly: unscaled) : nil }
    /// The nearest double.
    package var double: Double { Double("\(unscaled)e\(-scale)") ?? 0 }

    private func aligned(_ other: ExactDecimal) -> (ExactDecimal, ExactDecimal)? {
        let common = max(scale, other.scale)
        return rescaled(to: common).flatMap { left in other.rescaled(to: common).map { (left, $0) } }
    }

    private func rescaled(to scale: Int) -> ExactDecimal? {
        var result = unscaled
        for _ in 0..<min(max(0, scale - self.scale), 64) {
            let (product, isTooLarge) = result.multipliedReportingOverflow(by: 10)
            if isTooLarge { return nil }
            result = product
        }
        return ExactDecimal(result, scale: scale)
    }
}
