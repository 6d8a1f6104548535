internal import HTTPMessage

/// A moment of civil time, in nanoseconds since 1970-01-01T00:00:00Z.
package struct Timestamp: Sendable, Hashable, Comparable {
    /// Since 1970-01-01T00:00:00Z; negative before.
    package var nanoseconds: Int64

    /// Seconds since 1970, with a fraction.
    package var seconds: Double { Double(nanoseconds) / 1e9 }

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
    package init(milliseconds: Int64) { nanoseconds = milliseconds * 1_000_000 }

    /// Since 1970-01-01T00:00:00Z, rounded down.
    package var milliseconds: Int64 { Self.floor(nanoseconds, 1_000_000) }

    /// Chronological order.
    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

    /// `2026-11-21T11:00:28Z`, whole seconds, as WireMock writes `loggedDateString`.
    package var isoText: String {
        let text = CivilTime(secondsSinceEpoch: Int(Self.floor(nanoseconds, 1_000_000_000))).iso8601Milliseconds
        return text.dropLast(5) + "Z"
    }

    /// `2026-11-21T11:00:28.972Z`, rounded down to milliseconds.
    package var isoTextWithMilliseconds: String {
        let text = CivilTime(secondsSinceEpoch: Int(Self.floor(nanoseconds, 1_000_000_000))).iso8601Milliseconds
        let fraction = milliseconds - Self.floor(nanoseconds, 1_000_000_000) * 1000
        return text.dropLast(4) + String(fraction + 1000).dropFirst() + "Z"
    }

    /// Reads ISO 8601 as WireMock's `since` does: `2026-11-21`, optionally with `T11:00:28`, a fraction, and `Z` or an offset (`+01:00`,
    /// `+0100`, `+01`). Without an offset it is UTC. A zone's name after it (`[UTC]`) is ignored. Moments outside the range are clamped to
    /// the first or last one. Nil for anything else.
    package init?(iso text: String) {
        let text = text.hasSuffix("]") ? text.prefix { $0 != "[" } : text[...]
        var scanner = Scanner(rest: Array(text.utf8)[...])
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
            let day = scanner.number(2)
        else { return nil }
        var time = CivilTime(year: year, month: month, day: day)
        var fraction: Int64 = 0
        var offsetMinutes = 0
        if !scanner.rest.isEmpty {
            guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), let hour = scanner.number(2), scanner.skip(":"),
                let minute = scanner.number(2)
            else { return nil }
            (time.hour, time.minute) = (hour, minute)
            if scanner.skip(":") {
                guard let second = scanner.number(2) else { return nil }
                time.second = second
            }
            if scanner.skip(".") || scanner.skip(",") {
                guard let value = scanner.fraction() else { return nil }
                fraction = value
            }
            guard let offset = scanner.offset() else { return nil }
            offsetMinutes = offset
        }
        guard time.isValid, scanner.rest.isEmpty else { return nil }
        let seconds = time.secondsSinceEpoch - offsetMinutes * 60
        // Nanoseconds cover the years 1678 to 2261; nothing is journalled outside them.
        let limit = Int(Int64.max / 1_000_000_000) - 1
        nanoseconds = Int64(min(max(seconds, -limit), limit)) * 1_000_000_000 + fraction
    }

    private static func floor(_ value: Int64, _ unit: Int64) -> Int64 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: unit)
        return remainder < 0 ? quotient - 1 : quotient
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>

        mutating func number(_ digits: Int) -> Int? {
            guard rest.count >= digits, rest.prefix(digits).allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
            defer { rest = rest.dropFirst(digits) }
            return rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest = rest.dropFirst()
            return true
        }

        /// The digits after the point, in nanoseconds; finer digits are dropped.
        mutating func fraction() -> Int64? {
            guard var value = number(1).map({ Int64($0) * 100_000_000 }) else { return nil }
            var unit: Int64 = 10_000_000
            while let digit = number(1) {
                value += Int64(digit) * unit
                unit /= 10
            }
            return value
        }

        /// Minutes east of UTC.
        mutating func offset() -> Int? {
            if rest.isEmpty || skip("Z") || skip("z") { return 0 }
            let sign = skip("-") ? -1 : 1
            guard sign < 0 || skip("+"), let hours = number(2), hours < 24 else { return nil }
            _ = skip(":")
            if rest.isEmpty { return sign * hours * 60 }
            guard let minutes = number(2), minutes < 60 else { return nil }
            return sign * (hours * 60 + minutes)
        }
    }
}
