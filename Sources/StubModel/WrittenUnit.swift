/// Numbers that are written with a unit where a number alone is wanted, for messages: `500ms`, `64MB`.
package enum WrittenUnit {
    /// The time in milliseconds; nil for a text without a unit of time.
    package static func milliseconds(in text: String) -> Int? {
        number(in: text, ["ms": 1, "s": 1_000, "sec": 1_000, "m": 60_000, "min": 60_000, "h": 3_600_000])
    }

    /// The time in whole seconds; nil for a text without a unit of time, and for a part of a second.
    package static func seconds(in text: String) -> Int? {
        milliseconds(in: text).flatMap { $0.isMultiple(of: 1_000) ? $0 / 1_000 : nil }
    }

    /// The size in bytes, where a kilobyte has 1,024; nil for a text without a unit of size.
    package static func bytes(in text: String) -> Int? {
        number(
            in: text,
            [
                "b": 1, "k": 1 << 10, "kb": 1 << 10, "kib": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "mib": 1 << 20, "g": 1 << 30,
                "gb": 1 << 30,
                "gib": 1 << 30,
            ])
    }

    private static func number(in text: String, _ units: [String: Int]) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text[digits.endIndex...].drop { $0 == " " }.lowercased()
        guard let count = Int(digits), let factor = units[unit] else { return nil }
        let (product, overflows) = count.multipliedReportingOverflow(by: factor)
        return overflows ? nil : product
    }
}
