/// How many digits a number has in a text that `DateTimeFormatter` reads, and which sign it may have.
struct NumberForm {
    enum Sign {
        case none
        /// A minus.
        case minus
        /// A minus, or a plus: the number has one if it has more digits than it needs, and only then.
        case plusIfLonger
    }

    let digits: ClosedRange<Int>
    let sign: Sign

    init(_ digits: ClosedRange<Int>, _ sign: Sign = .none) {
        self.digits = digits
        self.sign = sign
    }

    /// The form for a letter of Java's `DateTimeFormatter`.
    /// - Returns: nil for names, parts of the day and zones.
    init?(letter: UInt8, count: Int) {
        guard JavaDateFormat.takes(count, of: letter) else { return nil }
        switch Unicode.Scalar(letter) {
        case "y", "u", "Y": self.init(count...(count == 2 ? 2 : 19), count == 2 ? .none : count < 4 ? .minus : .plusIfLonger)
        case "M", "L", "Q", "q", "d", "F", "h", "H", "k", "K", "m", "s":
            guard count < 3 else { return nil }
            self.init(count...(count == 1 ? 19 : 2), count == 1 ? .minus : .none)
        case "D": self.init(count...(count == 1 ? 19 : 3), count == 1 ? .minus : .none)
        case "e", "c":
            guard count < 3 else { return nil }
            self.init(count...count)
        case "w": self.init(count...2)
        case "W", "S": self.init(count...count)
        case "A", "n", "N": self.init(count...19)
        default: return nil
        }
    }

    /// Whether it takes as many digits as it needs, which a number directly before it leaves.
    var isFixed: Bool { sign == .none && digits.count == 1 }

    /// Reads a number at the beginning of a text.
    /// - Parameter reserved: how many digits belong to what follows.
    /// - Returns: the number, and how many bytes it has; nil if there is none in this form.
    func read(_ bytes: ArraySlice<UInt8>, reserved: Int = 0) -> (value: Int, length: Int)? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let hasPlus = bytes.first == UInt8(ascii: "+")
        if isNegative && sign == .none || hasPlus && sign != .plusIfLonger { return nil }
        let start = isNegative || hasPlus ? bytes.dropFirst() : bytes
        let run = start.prefix(digits.upperBound + reserved).prefix { $0 &- UInt8(ascii: "0") < 10 }
        guard run.count >= digits.lowerBound else { return nil }
        let count = reserved > 0 ? max(digits.lowerBound, run.count - reserved) : run.count
        if sign == .plusIfLonger, !isNegative, hasPlus != (count > digits.lowerBound) { return nil }
        // A number beyond 64 bits is in no range.
        guard let value = Int(String(decoding: run.prefix(count), as: UTF8.self)), !(isNegative && value == 0) else { return nil }
        return (isNegative ? -value : value, start.startIndex - bytes.startIndex + count)
    }
}
