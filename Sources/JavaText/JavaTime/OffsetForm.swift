/// How an offset from Greenwich is written: sign, two digits of hours, then minutes and seconds or not.
struct OffsetForm {
    private enum Presence { case absent, optional, required }

    /// The text for an offset of zero.
    private let zero: String
    private let hasColons: Bool
    private let minutes: Presence
    private let seconds: Presence

    private init(zero: String, hasColons: Bool, minutes: Presence, seconds: Presence) {
        self.zero = zero
        self.hasColons = hasColons
        self.minutes = minutes
        self.seconds = seconds
    }

    /// `Z`, `+02`, `+02:00`, `+02:00:30`: the offset at the end of an ISO 8601 date.
    static let iso = OffsetForm(zero: "Z", hasColons: true, minutes: .optional, seconds: .optional)

    /// `GMT`, `+02`, `+0200`, `+020030`: the offset at the end of a date of RFC 1123.
    static let rfc1123 = OffsetForm(zero: "GMT", hasColons: false, minutes: .optional, seconds: .optional)

    /// The form for a letter of Java's `DateTimeFormatter`: `X` and `x` up to five times, `Z` up to three times and five times.
    /// - Returns: nil for other letters.
    init?(letter: UInt8, count: Int) {
        let hasColons = count == 3 || count == 5
        switch (letter, count) {
        case (UInt8(ascii: "Z"), 1...3): self.init(zero: "+0000", hasColons: false, minutes: .required, seconds: .absent)
        case (UInt8(ascii: "Z"), 5), (UInt8(ascii: "X"), 1...5), (UInt8(ascii: "x"), 1...5):
            let zeroDigits = count == 1 ? "+00" : hasColons ? "+00:00" : "+0000"
            self.init(
                zero: letter == UInt8(ascii: "x") ? zeroDigits : "Z", hasColons: hasColons, minutes: count == 1 ? .optional : .required,
                seconds: count > 3 ? .optional : .absent)
        default: return nil
        }
    }

    /// Reads an offset at the beginning of a text.
    /// - Returns: seconds east of Greenwich, and the number of bytes read; nil if there is none.
    func read(_ bytes: ArraySlice<UInt8>) -> (seconds: Int, length: Int)? {
        if bytes.starts(with: zero.utf8) { return (0, zero.utf8.count) }
        guard let sign = bytes.first, "+-".utf8.contains(sign) else { return nil }
        var rest = bytes.dropFirst()
        guard let hours = Self.twoDigits(&rest, upTo: 18) else { return nil }
        var total = hours * 3_600
        for (presence, unit) in [(minutes, 60), (seconds, 1)] where presence != .absent {
            var ahead = rest
            if hasColons, ahead.popFirst() != UInt8(ascii: ":") {
                if presence == .required { return nil }
                break
            }
            guard let number = Self.twoDigits(&ahead, upTo: 59) else {
                if presence == .required { return nil }
                break
            }
            total += number * unit
            rest = ahead
        }
        // Java's offsets end there.
        guard total <= 18 * 3_600 else { return nil }
        return (sign == UInt8(ascii: "-") ? -total : total, rest.startIndex - bytes.startIndex)
    }

    private static func twoDigits(_ bytes: inout ArraySlice<UInt8>, upTo limit: Int) -> Int? {
        let digits = bytes.prefix(2)
        guard digits.count == 2, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        bytes.removeFirst(2)
        return number <= limit ? number : nil
    }
}
