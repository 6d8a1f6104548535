/// A pattern of Java's `DecimalFormat`: `#,##0.00`, `0.###E0`, `00%`, with text around it and an optional form for negative numbers after
/// `;`.
package struct JavaDecimalFormat {
    /// Java's `RoundingMode`, by the names of its constants.
    package enum Rounding: String {
        case halfEven = "HALF_EVEN", halfUp = "HALF_UP", halfDown = "HALF_DOWN", up = "UP", down = "DOWN", ceiling = "CEILING", floor =
            "FLOOR"

        /// Whether a digit is rounded by whether the rest is a half, more or less.
        fileprivate var asksForHalf: Bool { self == .halfEven || self == .halfUp || self == .halfDown }
    }

    /// The text before the digits of a number that is not negative.
    package var prefix = ""
    /// The text after the digits of a number that is not negative.
    package var suffix = ""
    private var negative: (prefix: String, suffix: String)?
    /// The least number of digits before the point; zeros fill it.
    package var minimumInteger = 0
    /// The largest number of digits before the point; higher digits are dropped.
    package var maximumInteger = Int.max
    /// The least number of digits after the point; zeros fill it.
    package var minimumFraction = 0
    /// The largest number of digits after the point; further digits are rounded.
    package var maximumFraction = 0
    /// Digits in a group before the point; 0 for no grouping.
    package var groupingSize = 0
    /// How digits are rounded. Default half even, as in Java.
    package var rounding = Rounding.halfEven
    /// Whether a printed half is one (as in `String.format`), even if the double is a little more or less.
    var roundsPrintedDigits = false
    private var multiplier = 1.0
    private var alwaysShowsPoint = false
    private var exponentDigits: Int?
    private var decimalSign = "."
    private var groupingSign = ","
    private var minusSign = "-"

    /// The digits of a number that is not negative, and how many of them are before the point.
    private typealias Digits = (digits: [UInt8], point: Int)

    /// - Parameter pattern: an empty one limits no digits.
    package init(_ pattern: String) {
        var reader = JavaDecimalPattern(pattern)
        prefix = reader.affix()
        let digits = reader.digits()
        suffix = reader.affix()
        if reader.beginsNegativeForm() {
            let negativePrefix = reader.affix()
            _ = reader.digits()
            let negativeSuffix = reader.affix()
            // If the text around both is the same, Java prints the minus sign.
            if (negativePrefix, negativeSuffix) != (prefix, suffix) { negative = (negativePrefix, negativeSuffix) }
        }
        multiplier = reader.multiplier
        minimumInteger = digits.minimumInteger
        maximumInteger = digits.maximumInteger
        minimumFraction = digits.minimumFraction
        maximumFraction = digits.maximumFraction
        groupingSize = digits.groupingSize
        exponentDigits = digits.exponent
        alwaysShowsPoint = digits.endsAtPoint
        if pattern.isEmpty {
            maximumFraction = Self.maximumDigits
            groupingSize = 3
        }
    }

    /// Uses a language's signs, and its currency's sign in place of `\u{A4}`.
    package mutating func useLocale(_ locale: JavaLocale) {
        let signs = locale.list(.signs)
        (decimalSign, groupingSign, minusSign) = (signs[0], signs[1], signs[2])
        prefix.replaceCurrencySign(by: locale.currencySymbol)
        suffix.replaceCurrencySign(by: locale.currencySymbol)
        negative?.prefix.replaceCurrencySign(by: locale.currencySymbol)
        negative?.suffix.replaceCurrencySign(by: locale.currencySymbol)
    }

    /// The formatted number, as Java's `format(double)`.
    package func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        let isNegative = value.sign == .minus
        let magnitude = value.magnitude * multiplier
        if magnitude.isInfinite { return signed("\u{221E}", isNegative) }
        guard exponentDigits != nil else {
            return signed(plain(digits(of: magnitude, fraction: maximumFraction), isNegative), isNegative)
        }
        let scale = Self.printedDigits(magnitude).point
        let digits = digits(of: magnitude, fraction: maximumInteger + maximumFraction - scale)
        return signed(scientific(digits, scale: scale, isNegative), isNegative)
    }

    /// The formatted number of a decimal text, with all its digits, as Java's `format(BigDecimal)`.
    /// - Returns: nil if the text is not a number, and for more digits than Java shows of a double.
    package func text(decimal text: String) -> String? {
        guard let digits = Self.digits(of: text, multiplier) else { return nil }
        let isNegative = text.utf8.first == UInt8(ascii: "-") && !digits.digits.isEmpty
        let body = exponentDigits == nil ? plain(digits, isNegative) : scientific(digits, scale: digits.point, isNegative)
        return signed(body, isNegative)
    }

    private func signed(_ body: String, _ isNegative: Bool) -> String {
        guard isNegative else { return prefix + body + suffix }
        guard let negative else { return minusSign + prefix + body + suffix }
        return negative.prefix + body + negative.suffix
    }

    private func plain(_ magnitude: Digits, _ isNegative: Bool) -> String {
        let (digits, point) = rounded(magnitude, fraction: maximumFraction, isNegative)
        var whole = String(digits.prefix(max(0, point)).drop { $0 == "0" })
        var fraction = String(digits.dropFirst(max(0, point)))
        while fraction.count > minimumFraction, fraction.last == "0" { fraction.removeLast() }
        fraction += String(repeating: "0", count: max(0, minimumFraction - fraction.count))
        whole = String(repeating: "0", count: max(0, minimumInteger - whole.count)) + whole
        if maximumInteger < whole.count { whole = String(whole.suffix(maximumInteger)) }
        if whole.isEmpty, fraction.isEmpty { whole = "0" }
        return grouped(whole) + (fraction.isEmpty && !alwaysShowsPoint ? "" : decimalSign + fraction)
    }

    private func grouped(_ whole: String) -> String {
        guard groupingSize > 0, whole.count > groupingSize else { return whole }
        var result = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index) % groupingSize == 0 { result += groupingSign }
            result.append(digit)
        }
        return result
    }

    /// As many significant digits as the pattern has places. If the pattern allows more places before the point than it requires, the
    /// exponent is a multiple of their number.
    /// - Parameter scale: how many of the number's own digits are before the point.
    private func scientific(_ magnitude: Digits, scale: Int, _ isNegative: Bool) -> String {
        let places = maximumInteger + maximumFraction
        var (digits, point) = rounded(magnitude, fraction: places - scale, isNegative)
        let zeros = digits.prefix { $0 == "0" }.count
        digits.removeFirst(zeros)
        point = digits.isEmpty ? 0 : point - zeros
        while digits.last == "0" { digits.removeLast() }

        var exponent = point - minimumInteger
        var leastInteger = minimumInteger
        if maximumInteger > max(1, minimumInteger) {
            exponent = (point - (point >= 1 ? 1 : maximumInteger)) / maximumInteger * maximumInteger
            leastInteger = 1
        }
        let whole = digits.isEmpty ? leastInteger : point - exponent
        if digits.isEmpty { exponent = 0 }
        let count = max(digits.count, minimumInteger + minimumFraction, whole)
        digits += String(repeating: "0", count: count - digits.count)
        let hasPoint = count > whole || alwaysShowsPoint
        let power = String(abs(exponent))
        let padding = String(repeating: "0", count: max(0, (exponentDigits ?? 1) - power.count))
        return digits.prefix(whole) + (hasPoint ? decimalSign : "") + digits.dropFirst(whole) + "E" + (exponent < 0 ? "-" : "") + padding
            + power
    }

    /// The digits after rounding to this number of decimals (negative: to tens, …), and how many of them are before the point.
    package func rounded(_ magnitude: Double, fraction: Int, _ isNegative: Bool) -> (digits: String, point: Int) {
        rounded(digits(of: magnitude, fraction: fraction), fraction: fraction, isNegative)
    }

    private func rounded(_ magnitude: Digits, fraction: Int, _ isNegative: Bool) -> (digits: String, point: Int) {
        let (exact, point) = magnitude
        let kept = point + fraction
        if kept >= exact.count { return Self.filled(exact, point) }
        // As in Java, a number without a digit next to the places is zero, also if it is to be rounded up.
        if kept < 0 { return Self.filled([], 0) }
        var digits = Array(exact[..<kept])
        let rest = exact[kept...]
        let first = rest.first ?? UInt8(ascii: "0")
        let isZero = rest.allSatisfy { $0 == UInt8(ascii: "0") }
        let isHalf = first == UInt8(ascii: "5") && rest.dropFirst().allSatisfy { $0 == UInt8(ascii: "0") }
        let isAboveHalf = first >= UInt8(ascii: "5") && !isHalf
        let roundsUp =
            switch rounding {
            case .up: !isZero
            case .down: false
            case .ceiling: !isZero && !isNegative
            case .floor: !isZero && isNegative
            case .halfUp: isAboveHalf || isHalf
            case .halfDown: isAboveHalf
            case .halfEven: isAboveHalf || isHalf && (digits.last ?? UInt8(ascii: "0")) % 2 == 1
            }
        var grown = point
        if roundsUp {
            var index = digits.count - 1
            while index >= 0, digits[index] == UInt8(ascii: "9") {
                digits[index] = UInt8(ascii: "0")
                index -= 1
            }
            if index >= 0 {
                digits[index] += 1
            } else {
                digits.insert(UInt8(ascii: "1"), at: 0)
                grown += 1
            }
        }
        return Self.filled(digits, grown)
    }

    /// With the zeros between the digits and the point.
    private static func filled(_ digits: [UInt8], _ point: Int) -> (digits: String, point: Int) {
        let before = String(repeating: "0", count: max(0, -point))
        let after = String(repeating: "0", count: max(0, point - digits.count))
        return (before + String(decoding: digits, as: UTF8.self) + after, max(0, point))
    }

    /// The digits that Java prints of a double. Where they end in exactly a half, those of its exact value, which decide whether it is more
    /// or less than a half.
    private func digits(of magnitude: Double, fraction: Int) -> Digits {
        let printed = Self.printedDigits(magnitude)
        let endsInHalf = printed.digits.last == UInt8(ascii: "5") && printed.point + fraction == printed.digits.count - 1
        return endsInHalf && rounding.asksForHalf && !roundsPrintedDigits ? Self.exactDigits(magnitude) : printed
    }

    /// The digits of a decimal text without its sign, times a power of ten. Empty for zero.
    private static func digits(of text: String, _ multiplier: Double) -> Digits? {
        let pieces = text.utf8.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        let exponent = pieces.count > 1 ? Int(String(Substring(pieces[1]))) : 0
        let halves = pieces[0].drop { $0 == UInt8(ascii: "-") }.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let all = halves.joined()
        guard let exponent, exponent.magnitude <= maximumDigits, pieces[0].count <= maximumDigits, !all.isEmpty,
            all.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        let digits = Array(all.drop { $0 == UInt8(ascii: "0") })
        if digits.isEmpty { return ([], 0) }
        let moved = multiplier == 1_000 ? 3 : multiplier == 100 ? 2 : 0
        return (digits, halves[0].count - (all.count - digits.count) + exponent + moved)
    }

    /// As long as a double's digits.
    private static let maximumDigits = 340

    private static func printedDigits(_ magnitude: Double) -> Digits {
        let (digits, point) = JavaNumber.decimal(magnitude)
        return magnitude > 0 ? (Array(digits.utf8), point) : ([], 0)
    }

    /// All digits of a double, which is a fraction with a power of two, and how many are before the point.
    private static func exactDigits(_ magnitude: Double) -> Digits {
        guard magnitude > 0 else { return ([], 0) }
        // A big decimal with its digits reversed, doubled or halved as often as the exponent says.
        var digits = String(magnitude.significandBitPattern | (magnitude.isNormal ? 1 << 52 : 0)).utf8.map { Int($0) - 48 }
        let exponent = max(Int(magnitude.exponentBitPattern), 1) - 1_075
        var point = digits.count
        for _ in 0..<max(0, exponent) {
            var carry = 0
            for index in digits.indices.reversed() {
                let doubled = digits[index] * 2 + carry
                digits[index] = doubled % 10
                carry = doubled / 10
            }
            if carry > 0 {
                digits.insert(carry, at: 0)
                point += 1
            }
        }
        for _ in 0..<max(0, -exponent) {
            var rest = 0
            for index in digits.indices {
                let value = rest * 10 + digits[index]
                digits[index] = value / 2
                rest = value % 2
            }
            if rest > 0 { digits.append(5) }
            if digits.first == 0 {
                digits.removeFirst()
                point -= 1
            }
        }
        return (digits.map { UInt8($0 + 48) }, point)
    }
}

extension String {
    fileprivate mutating func replaceCurrencySign(by symbol: String) {
        self = split(separator: "\u{A4}", omittingEmptySubsequences: false).joined(separator: symbol)
    }
}
