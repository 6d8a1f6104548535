extension JSONNumber {
    /// Whether the number is a whole multiple of another; false for the divisor 0. Exact for a divisor of up to 17 digits, without zeros at
    /// either end; with a longer one, the nearest doubles of both are compared.
    package func isMultiple(of divisor: JSONNumber) -> Bool {
        let value = JSONDecimal(self)
        let divisor = JSONDecimal(divisor)
        if divisor.isZero { return false }
        if value.isZero { return true }
        if value.isNearerToZero(than: divisor) { return false }
        // Both as whole numbers of the divisor's last place. Neither ends in 0, so a multiple has no smaller place.
        let shift = value.unit - divisor.unit
        if shift < 0 { return false }
        guard divisor.significantCount <= 17 else { return double.truncatingRemainder(dividingBy: divisor.double) == 0 }
        var modulus: UInt64 = 0
        for digit in divisor.significantDigits { modulus = modulus * 10 + UInt64(digit) }
        var remainder: UInt64 = 0
        for digit in value.significantDigits { remainder = (remainder * 10 + UInt64(digit)) % modulus }
        return Self.multiply(remainder, Self.powerOfTen(shift, modulo: modulus), modulo: modulus) == 0
    }

    private static func multiply(_ left: UInt64, _ right: UInt64, modulo modulus: UInt64) -> UInt64 {
        modulus.dividingFullWidth(left.multipliedFullWidth(by: right)).remainder
    }

    private static func powerOfTen(_ exponent: Int, modulo modulus: UInt64) -> UInt64 {
        var result = 1 % modulus
        var base = 10 % modulus
        var exponent = exponent
        while exponent > 0 {
            if exponent & 1 == 1 { result = multiply(result, base, modulo: modulus) }
            base = multiply(base, base, modulo: modulus)
            exponent >>= 1
        }
        return result
    }
}
