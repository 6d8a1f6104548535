internal import HTTPMessage

/// Reads dates in the forms that WireMock accepts by default, each as exactly as Java does; zones in some more forms.
package enum DateTimeReader {
    private static let rfc1123 = formats("[EEE, ]d MMM uuuu HH:mm[:ss] 'GMT'", "[EEE, ]d MMM uuuu HH:mm[:ss] Z")
    private static let rfc1036AndASCTime = formats(
        "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM dd HH:mm:ss yyyy", "EEE MMM  d HH:mm:ss yyyy")

    private static func formats(_ patterns: String...) -> [JavaDateFormat] {
        patterns.compactMap { try? JavaDateFormat($0, .dateTimeFormatter) }
    }

    /// ISO 8601, RFC 1123 (in any case), RFC 1036 or asctime.
    /// - Parameter zones: the database of named zones; without it RFC 1036 has only UTC and offsets, and brackets may have any name.
    /// - Returns: nil for anything else.
    package static func read(_ text: String, zones: (any TimeZoneDatabase)? = nil) -> ReadDateTime? {
        if let result = iso(text, zones) { return result }
        var result: ReadDateTime?
        for format in rfc1123 where result == nil { result = format.read(text, isLenient: true) }
        for format in rfc1036AndASCTime where result == nil { result = format.read(text, zones: zones) }
        guard var found = result else { return nil }
        found.offsetSeconds = found.offsetSeconds ?? 0
        return found
    }

    /// `2026-11-21`, `2026-11-21T10:15`, `…:30`, `….123`, with or without `Z`, `+01:00` or `+01:00[Europe/Berlin]`.
    private static func iso(_ text: String, _ zones: (any TimeZoneDatabase)?) -> ReadDateTime? {
        var rest = Array(text.utf8)[...]
        guard let year = number(&rest, .isoYear), take(&rest, "-"), let month = number(&rest), take(&rest, "-"), let day = number(&rest),
            (1...12).contains(month), (1...CivilTime.days(inMonth: month, ofYear: year)).contains(day)
        else { return nil }
        var local = LocalDateTime(year: year, month: month, day: day)
        if rest.isEmpty { return ReadDateTime(local: local, hasTime: false) }
        guard take(&rest, "T") || take(&rest, "t"), let hour = number(&rest), take(&rest, ":"), let minute = number(&rest), hour < 24,
            minute < 60
        else { return nil }
        local.seconds += hour * 3_600 + minute * 60
        if take(&rest, ":") {
            guard let second = number(&rest), second < 60 else { return nil }
            local.seconds += second
            if take(&rest, ".") {
                let digits = rest.prefix(9).prefix { $0 &- UInt8(ascii: "0") < 10 }
                rest = rest.dropFirst(digits.count)
                local.nanoseconds = Int(String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: 9 - digits.count)) ?? 0
            }
        }
        if rest.isEmpty { return ReadDateTime(local: local) }
        var offset = 0
        if !take(&rest, "z") {
            guard let (seconds, length) = OffsetForm.iso.read(rest) else { return nil }
            offset = seconds
            rest = rest.dropFirst(length)
        }
        if take(&rest, "[") {
            let name = String(decoding: rest.dropLast(), as: UTF8.self)
            guard rest.last == UInt8(ascii: "]"), !name.isEmpty, zones == nil || Zone(name, database: zones) != nil else { return nil }
            rest = []
        }
        return rest.isEmpty ? ReadDateTime(local: local, offsetSeconds: offset) : nil
    }

    /// `2026-11` or `2026`: the first moment of the month or year, without a zone. Nil for anything else.
    package static func monthOrYear(_ text: String) -> ReadDateTime? {
        var rest = Array(text.utf8)[...]
        guard let year = number(&rest, .isoYear) else { return nil }
        var month = 1
        if take(&rest, "-") {
            guard let value = number(&rest), (1...12).contains(value) else { return nil }
            month = value
        }
        return rest.isEmpty ? ReadDateTime(local: LocalDateTime(year: year, month: month, day: 1), hasTime: false) : nil
    }

    private static func take(_ rest: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, _ form: NumberForm = .twoDigits) -> Int? {
        guard let (value, length) = form.read(rest) else { return nil }
        rest = rest.dropFirst(length)
        return value
    }
}

extension NumberForm {
    fileprivate static let twoDigits = NumberForm(2...2)
    fileprivate static let isoYear = NumberForm(4...8, .plusIfLonger)
}
