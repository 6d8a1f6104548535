internal import HTTPMessage
internal import JavaText
internal import MockEngine

/// A pattern in the first line, a date after it. Dates are read in every form without a trap; those of HTTP are written and read as the
/// same, and a moment that is read is one that can be moved and rounded.
enum DateTarget: FuzzTarget {
    package static func run(_ bytes: [UInt8]) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let pattern = String(decoding: line, as: UTF8.self)
        let text = String(decoding: bytes[line.endIndex...].dropFirst(), as: UTF8.self)
        if let date = HTTPDate.parse(text) { precondition(HTTPDate.parse(date.text) == date, "what was written reads differently") }
        if let read = DateTimeReader.read(text) { check(read, DateTimeOffset(pattern)) }
        for dialect in [JavaDateFormat.Dialect.simpleDateFormat, .dateTimeFormatter] {
            if let read = try? JavaDateFormat(pattern, dialect).read(text) { check(read, nil) }
        }
        if let zone = Zone(text) { precondition(abs(zone.offset(atLocal: 0)) <= 18 * 3_600 + 3_599, "a zone that is a day away") }
        _ = Timestamp(iso: text)
    }

    private static func check(_ read: ReadDateTime, _ offset: DateTimeOffset?) {
        precondition((0..<1_000_000_000).contains(read.local.nanoseconds), "more nanoseconds than a second has")
        for truncation in DateTimeTruncation.allCases { _ = read.local.truncated(to: truncation) }
        if let offset { _ = read.local.adding(offset).fields }
    }
}
