internal import HTTPMessage

/// RFC 3339.
extension JSONSchemaFormat {
    static let times = [
        JSONSchemaFormat("date-time") { text in
            let bytes = Array(text.utf8)
            guard bytes.count > 11, bytes[10] | 0x20 == UInt8(ascii: "t") else { return false }
            return isDate(bytes[..<10]) && isTime(bytes[11...])
        },
        JSONSchemaFormat("date") { isDate(Array($0.utf8)[...]) },
        JSONSchemaFormat("time") { isTime(Array($0.utf8)[...]) },
        JSONSchemaFormat("duration") { isDuration(Array($0.utf8)) },
    ]

    /// Exactly this many digits.
    private static func number(_ bytes: ArraySlice<UInt8>, _ count: Int) -> Int? {
        guard bytes.count == count, bytes.allSatisfy(\.isASCIIDigit) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 3, let year = number(parts[0], 4), let month = number(parts[1], 2), let day = number(parts[2], 2) else {
            return false
        }
        return CivilTime(year: year, month: month, day: day).isValid
    }

    private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let zone = bytes.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "z") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") })
        else { return false }
        var offset = 0
        if bytes[zone] | 0x20 == UInt8(ascii: "z") {
            guard zone == bytes.endIndex - 1 else { return false }
        } else {
            let parts = bytes[(zone + 1)...].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard parts.count == 2, let hour = number(parts[0], 2), let minute = number(parts[1], 2), hour < 24, minute < 60 else {
                return false
            }
            offset = (hour * 60 + minute) * (bytes[zone] == UInt8(ascii: "-") ? -1 : 1)
        }
        let parts = bytes[..<zone].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], 2), let minute = number(parts[1], 2), hour < 24, minute < 60 else {
            return false
        }
        let seconds = parts[2].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let second = number(seconds[0], 2), second <= 60 else { return false }
        if seconds.count == 2 { guard !seconds[1].isEmpty, number(seconds[1], seconds[1].count) != nil else { return false } }
        // A leap second is only valid at the end of a day in UTC.
        return second < 60 || ((hour * 60 + minute - offset) % 1440 + 1440) % 1440 == 1439
    }

    /// Appendix A: weeks, or units in order without a gap.
    private static func isDuration(_ bytes: [UInt8]) -> Bool {
        guard bytes.first == UInt8(ascii: "P") else { return false }
        let parts = bytes.dropFirst().split(separator: UInt8(ascii: "T"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let date = units(parts[0]) else { return false }
        if parts.count == 1 { return date == "W" || (!date.isEmpty && "YMD".contains(date)) }
        guard let time = units(parts[1]), !time.isEmpty else { return false }
        return "YMD".contains(date) && "HMS".contains(time)
    }

    /// The letters in a sequence of digits and letters.
    private static func units(_ bytes: ArraySlice<UInt8>) -> String? {
        var units = ""
        var hasDigits = false
        for byte in bytes {
            if byte.isASCIIDigit {
                hasDigits = true
            } else {
                guard hasDigits, byte < 0x80 else { return nil }
                units.unicodeScalars.append(Unicode.Scalar(byte))
                hasDigits = false
            }
        }
        return hasDigits ? nil : units
    }
}
