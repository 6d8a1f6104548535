/// Parses a pattern of Java's `DecimalFormat` from left to right: text, digits, text, and after `;` the same for negative numbers.
struct JavaDecimalPattern {
    /// The digit places of a pattern.
    struct Digits {
        /// `#` before the first `0`, zeros, and `#` after them.
        var left = 0
        var zeros = 0
        var right = 0
        /// Places before the point.
        var point: Int?
        var grouping: Int?
        /// Zeros after `E`.
        var exponent: Int?

        private var count: Int { left + zeros + right }

        var minimumInteger: Int { (point ?? count) - left }
        var maximumInteger: Int { exponent == nil ? Int.max : left + minimumInteger }
        var minimumFraction: Int { max(0, left + zeros - (point ?? Int.max)) }
        var maximumFraction: Int { point.map { count - $0 } ?? 0 }
        var groupingSize: Int { grouping ?? 0 }
        /// `.00` and `0.`: the point is printed even with no digit on one side.
        var endsAtPoint: Bool { point == 0 || point == count }

        /// `#.##` means `0.##`, and `.##` means `.0#`.
        fileprivate mutating func fillPlaceBesidePoint() {
            guard zeros == 0, left > 0, let point else { return }
            let places = max(1, point)
            right = left - places
            left = places - 1
            zeros = 1
        }
    }

    private var rest: Substring
    /// The factor for numbers: for per cent or per mille, if a text that was read has such a sign outside quotes.
    private(set) var multiplier = 1.0

    init(_ pattern: String) { rest = pattern[...] }

    /// The text up to the digits, the `;` or the end, without its quotes; a doubled quote is a quote.
    mutating func affix() -> String {
        var text = ""
        var isQuoted = false
        while let character = rest.first {
            if !isQuoted, "#0,.;".contains(character) { break }
            rest.removeFirst()
            if character == "'" {
                guard rest.first == "'" else {
                    isQuoted.toggle()
                    continue
                }
                rest.removeFirst()
            }
            if !isQuoted, character == "%" { multiplier = 100 }
            if !isQuoted, character == "\u{2030}" { multiplier = 1_000 }
            text.append(character)
        }
        return text
    }

    mutating func digits() -> Digits {
        var digits = Digits()
        reading: while let character = rest.first {
            switch character {
            case "#" where digits.zeros > 0: digits.right += 1
            case "#": digits.left += 1
            case "0": digits.zeros += 1
            case ",": digits.grouping = 0
            case ".": digits.point = digits.left + digits.zeros + digits.right
            case "E":
                rest.removeFirst()
                let zeros = rest.prefix { $0 == "0" }
                digits.exponent = zeros.count
                rest = rest[zeros.endIndex...]
                break reading
            default: break reading
            }
            if "#0".contains(character), digits.point == nil, let grouping = digits.grouping { digits.grouping = grouping + 1 }
            rest.removeFirst()
        }
        digits.fillPlaceBesidePoint()
        return digits
    }

    /// Whether a form for negative numbers follows.
    mutating func beginsNegativeForm() -> Bool {
        guard rest.first == ";" else { return false }
        rest.removeFirst()
        return true
    }
}
