internal import HTTPMessage

/// Reads dates in the formats that WireMock accepts by default.
package enum DateTimeReader {
    private static let wellKnown: [JavaDateFormat] = [
        // RFC 1123, RFC 1036, asctime.
        "[EEE, ]d MMM yyyy HH:mm[:ss] 'GMT'", "[EEE, ]d MMM yyyy HH:mm[:ss] 'gmt'", "[EEE, ]d MMM yyyy HH:mm[:ss] Z",
        "EEEE, dd-MMM-yy HH:mm:ss z", "EEE, dd-MMM-yy HH:mm:ss z",
        "EEE MMM d HH:mm:ss yyyy", "EEE MMM  d HH:mm:ss yyyy",
    ].compactMap { try? JavaDateFormat($0, .dateTimeFormatter) }

    /// ISO 8601, RFC 1123, RFC 1036 or asctime. Nil for anything else.
    package static func read(_ text: String) -> ReadDateTime? {
        if let result = iso(text) { return result }
        for format in wellKnown {
            if var result = format.read(text) {
                result.offsetSeconds = result.offsetSeconds ?? 0
                return result
            }
        }
        return nil
    }

    /// `2026-11-21`, `2026-11-21T10:15`, `…:30`, `….123`, with or without `Z`, `+01:00` or `+01:00[Europe/Berlin]`.
    package static func iso(_ text: String) -> ReadDateTime? {
        var rest = Substring(text)
        guard let year = number(&rest, 4...8, isSigned: true), take(&rest, "-"), let month = number(&rest, 2...2), take(&rest, "-"),
            let day = number(&rest, 2...2), (1...12).contains(month), (1...CivilTime.days(inMonth: month, ofYear: year)).contains(day)
        else { return nil }
        if rest.isEmpty { return ReadDateTime(local: LocalDateTime(year: year, month: month, day: day), hasTime: false) }
        guard take(&rest, "T") || take(&rest, "t"), let hour = number(&rest, 2...2), take(&rest, ":"), let minute = number(&rest, 2...2),
            hour < 24,
            minute < 60
        else { return nil }
        var second = 0
        var nanoseconds = 0
        if take(&rest, ":") {
            guard let value = number(&rest, 2...2), value < 60 else { return nil }
            second = value
            if take(&rest, ".") {
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                guard (1...9).contains(digits.count) else { return nil }
                rest = rest.dropFirst(digits.count)
                nanoseconds = Int(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
            }
        }
        let local = LocalDateTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second, nanoseconds: nanoseconds)
        if rest.isEmpty { return ReadDateTime(local: local) }
        let bracket = rest.firstIndex(of: "[") ?? rest.endIndex
        let written = rest[..<bracket] == "z" ? "Z" : rest[..<bracket]
        guard let (offset, length) = OffsetForm.iso.read(Array(written.utf8)[...]), length == written.utf8.count else { return nil }
        var zoneName: String?
        if bracket < rest.endIndex {
            guard rest.hasSuffix("]") else { return nil }
            zoneName = String(rest[rest.index(after: bracket)...].dropLast())
        }
        return ReadDateTime(local: local, offsetSeconds: offset, zoneName: zoneName)
    }

    /// `2026-11` or `2026`: the first moment of the month or year, without a zone. Nil for anything else.
    package static func monthOrYear(_ text: String) -> ReadDateTime? {
        var rest = Substring(text)
        guard let year = number(&rest, 4...4) else { return nil }
        var month = 1
        if take(&rest, "-") {
            guard let value = number(&rest, 2...2), (1...12).contains(value) else { return nil }
            month = value
        }
        return rest.isEmpty ? ReadDateTime(local: LocalDateTime(year: year, month: month, day: 1), hasTime: false) : nil
    }

    private static func take(_ rest: inout Substring, _ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    private static func number(_ rest: inout Substring, _ width: ClosedRange<Int>, isSigned: Bool = false) -> Int? {
        let isNegative = isSigned && rest.first == "-"
        if isSigned, rest.first == "-" || rest.first == "+" { rest.removeFirst() }
        let digits = rest.prefix(width.upperBound).prefix { $0.isASCII && $0.isNumber }
        guard width.contains(digits.count), let value = Int(digits) else { return nil }
        rest = rest.dropFirst(digits.count)
        return isNegative ? -value : value
    }
}
