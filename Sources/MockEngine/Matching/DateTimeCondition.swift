internal import HTTPMessage
internal import JavaText
internal import JSONDocument
internal import StubModel

/// What the three date matchers share: the expected moment, and how the value is read.
///
/// - The moment: ISO 8601 (also a month or a year), RFC 1123, RFC 1036 or asctime; or `now`, `now +3 days`, `-2 months`, moved by
///   `expectedOffset` and `expectedOffsetUnit` when no offset is in the text, rounded by `truncateExpected`: first rounded, then moved,
///   or the other way round with `applyTruncationLast`. A written moment is neither moved nor rounded.
/// - The value: the same forms, or `actualFormat`: a pattern of Java's `DateTimeFormatter`, `unix` (seconds) or `epoch`
///   (milliseconds); rounded by `truncateActual` if it has a zone, as in WireMock.
///
/// A moment with a zone is compared as an instant, a value without one counting as UTC. A moment without a zone is compared with what the
/// value's clock shows, whatever its zone.
struct DateTimeCondition: Sendable {
    private enum Moment: Sendable {
        case written(ReadDateTime)
        case fromNow(DateTimeOffset?, DateTimeTruncation?, truncatesLast: Bool)
    }

    private enum Form: Sendable {
        case wellKnown
        case seconds
        case milliseconds
        case pattern(JavaDateFormat)
    }

    let text: String
    private let moment: Moment
    private let form: Form
    private let truncation: DateTimeTruncation?
    /// For zones by name in a value.
    private let zones: (any TimeZoneDatabase)?

    init?(_ fields: inout FieldReader, _ key: String, _ registry: MatcherRegistry) {
        let before = fields.report.problems.count
        let format = Self.form(&fields)
        let truncateExpected = fields.word("truncateExpected") { DateTimeTruncation($0) }
        truncation = fields.word("truncateActual") { DateTimeTruncation($0) }
        let truncatesLast = fields.flag("applyTruncationLast") ?? false
        let amount = fields.wholeNumber("expectedOffset", in: -100_000_000_000...100_000_000_000)
        let unit = fields.word("expectedOffsetUnit") { DateTimeUnit($0) }
        guard let text = fields.requiredText(key), let node = fields.take(key) else { return nil }
        if fields.report.problems.count == before, (amount == nil) != (unit == nil) {
            fields.warnOfIdle(["expectedOffset"], "without \"expectedOffsetUnit\"")
            fields.warnOfIdle(["expectedOffsetUnit"], "without \"expectedOffset\"")
        }
        let offset = amount.flatMap { amount in unit.map { DateTimeOffset(amount, $0) } }
        if let written = Self.fromNow(text) {
            moment = .fromNow(offset ?? written.offset, truncateExpected, truncatesLast: truncatesLast)
        } else if let read = Self.wellKnown(text, registry.timeZones) {
            moment = .written(read)
            fields.warnOfIdle(
                ["expectedOffset", "truncateExpected"], "beside a time that is written out", repair: "Write \"now\" for one that moves.")
        } else {
            fields.report.add(
                "\"\(text)\" is not a date and time", at: node,
                repair: "Write ISO 8601 (2026-11-21T10:15:30Z, 2026-11-21), \"now\" or \"now +3 days\".")
            return nil
        }
        guard fields.report.problems.count == before, let format else { return nil }
        self.text = text
        form = format
        zones = registry.timeZones
    }

    /// Nil for a text that is not relative to now; the offset is nil for now itself.
    private static func fromNow(_ text: String) -> (offset: DateTimeOffset?, Void)? {
        let lowered = text.lowercased()
        if lowered == "now" { return (nil, ()) }
        guard let offset = DateTimeOffset(lowered.hasPrefix("now ") ? String(text.dropFirst(4)) : text) else { return nil }
        return (offset, ())
    }

    /// Compares a value with the moment.
    /// - Returns: nil if the value is not a date; otherwise the value and the moment on one scale, and whether only the moment has a zone.
    func compare(_ subject: MatchSubject) -> (actual: LocalDateTime, expected: LocalDateTime, lacksZone: Bool)? {
        guard let text = subject.text, var actual = read(text) else { return nil }
        // WireMock rounds only values with a zone.
        if let truncation, actual.offsetSeconds != nil { actual.local = actual.local.truncated(to: truncation) }
        switch moment {
        case .written(let expected):
            if expected.offsetSeconds == nil { return (actual.local, expected.local, false) }
            return (Self.instant(actual), Self.instant(expected), actual.offsetSeconds == nil)
        case .fromNow(let offset, let truncation, let truncatesLast):
            guard let now = subject.context.now else { return nil }
            var expected = ZonedDateTime(epochMilliseconds: Int(now.milliseconds)).local
            expected.nanoseconds = Int(now.nanoseconds - now.milliseconds * 1_000_000) + expected.nanoseconds
            if let truncation, !truncatesLast { expected = expected.truncated(to: truncation) }
            if let offset { expected = expected.adding(offset) }
            if let truncation, truncatesLast { expected = expected.truncated(to: truncation) }
            return (Self.instant(actual), expected, actual.offsetSeconds == nil)
        }
    }

    /// The distance of a value that does not match, as in WireMock: the time between it and the moment, over the same and two years. It is
    /// 1 for a value without a zone where the moment has one.
    ///
    /// The moment itself has a tiny distance, where WireMock counts 0, so that no miss looks like a match.
    func distance(_ subject: MatchSubject) -> Double {
        guard let (actual, expected, lacksZone) = compare(subject), !lacksZone else { return 1 }
        let milliseconds = Double(actual.seconds - expected.seconds) * 1000 + Double(actual.nanoseconds - expected.nanoseconds) / 1e6
        let between = milliseconds.magnitude.rounded(.down)
        return max(between / (between + Self.twoYears), Self.least)
    }

    /// Less than that of a millisecond.
    private static let least = 1e-12
    private static let twoYears = 2 * 365 * 86_400_000.0

    private static func wellKnown(_ text: String, _ zones: (any TimeZoneDatabase)?) -> ReadDateTime? {
        DateTimeReader.read(text, zones: zones) ?? DateTimeReader.monthOrYear(text)
    }

    private func read(_ text: String) -> ReadDateTime? {
        switch form {
        case .wellKnown: Self.wellKnown(text, zones)
        case .pattern(let format): format.read(text, zones: zones)
        case .seconds:
            Int(text).flatMap { $0.magnitude < 1 << 43 ? ReadDateTime(local: LocalDateTime(seconds: $0), offsetSeconds: 0) : nil }
        case .milliseconds:
            Int(text).flatMap { milliseconds in
                guard milliseconds.magnitude < 1 << 53 else { return nil }
                return ReadDateTime(local: ZonedDateTime(epochMilliseconds: milliseconds).local, offsetSeconds: 0)
            }
        }
    }

    private static func instant(_ time: ReadDateTime) -> LocalDateTime {
        LocalDateTime(seconds: time.local.seconds - (time.offsetSeconds ?? 0), nanoseconds: time.local.nanoseconds)
    }

    /// Nil, with a problem reported, if `actualFormat` is not a pattern.
    private static func form(_ fields: inout FieldReader) -> Form? {
        guard let text = fields.string("actualFormat") else { return .wellKnown }
        switch text.lowercased() {
        case "unix": return .seconds
        case "epoch": return .milliseconds
        default:
            do {
                let format = try JavaDateFormat(text, .dateTimeFormatter)
                if let slip = JavaDateFormat.slip(in: text) {
                    fields.report.warn(
                        "in \"actualFormat\", \(slip.meaning)", at: fields.place(of: "actualFormat"), repair: "Write \"\(slip.meant)\".")
                }
                return .pattern(format)
            } catch {
                fields.report.add("\"actualFormat\" cannot be used: \(error)", at: fields.place(of: "actualFormat"))
                return nil
            }
        }
    }
}
