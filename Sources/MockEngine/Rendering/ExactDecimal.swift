/// A decimal number of up to 38 digits: Java's `BigDecimal` for what templates calculate.
struct ExactDecimal {
    private var unscaled: Int128
    /// Digits after the point.
    private var scale: Int

    private init(_ unscaled: Int128, scale: Int) {
        self.unscaled = unscaled
        self.scale = scale
    }

    /// What is no number counts as zero (as in WireMock).
    init(_ value: TemplateValue) {
        switch value {
        case .int(let value): self.init(Int128(value), scale: 0)
        case .double(let value): self = Self(JavaNumber.text(value)) ?? Self(0, scale: 0)
        default: self = Self(value.printed) ?? Self(0, scale: 0)
        }
    }

    private init?(_ text: String) {
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

    var isZero: Bool { unscaled == 0 }
    var negated: ExactDecimal { ExactDecimal(-unscaled, scale: scale) }

    func adding(_ other: ExactDecimal) -> ExactDecimal? {
        aligned(other).flatMap { left, right in
            let (sum, isTooLarge) = left.unscaled.addingReportingOverflow(right.unscaled)
            return isTooLarge ? nil : ExactDecimal(sum, scale: left.scale)
        }
    }

    func multiplied(by other: ExactDecimal) -> ExactDecimal? {
        let (product, isTooLarge) = unscaled.multipliedReportingOverflow(by: other.unscaled)
        return isTooLarge ? nil : ExactDecimal(product, scale: scale + other.scale)
    }

    func divided(by other: ExactDecimal) -> ExactDecimal? {
        // The quotient keeps this scale, so the dividend is widened by the divisor's.
        guard other.scale >= 0, let wide = rescaled(to: scale + other.scale) else { return nil }
        let (quotient, remainder) = wide.unscaled.quotientAndRemainder(dividingBy: other.unscaled)
        let isRoundedUp = remainder.magnitude >= other.unscaled.magnitude - remainder.magnitude
        let isNegative = (wide.unscaled < 0) != (other.unscaled < 0)
        return ExactDecimal(isRoundedUp ? quotient + (isNegative ? -1 : 1) : quotient, scale: scale)
    }

    func remainder(_ other: ExactDecimal) -> ExactDecimal? {
        aligned(other).map { left, right in ExactDecimal(left.unscaled % right.unscaled, scale: left.scale) }
    }

    /// Without decimals a whole number, else a double.
    var value: TemplateValue {
        if scale == 0, let whole = Int(exactly: unscaled) { return .int(whole) }
        return .double(Double("\(unscaled)e\(-scale)") ?? 0)
    }

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
