package import Budget
internal import CPCRE2
internal import Synchronization

/// A compiled pattern.
///
/// Patterns are in Java's syntax (see `Dialect`), because stubs contain such. PCRE2 matches them, as an interpreter (no code is generated)
/// and within `MatchLimits`. Subjects are UTF-8; in invalid ones each malformed piece counts as one U+FFFD, as in Java.
///
/// A match for a request is charged to the request's `WorkBudget`. PCRE2 counts backtracking alone, and begins again with each start of a
/// search. So a search, and a match that takes more than a moment or is on a long text, runs the same pattern with a callout before each
/// item, which counts everything; it is compiled when it is first needed. A pattern of many thousand items has no room for callouts: each
/// such match of it is charged all steps that the pattern's own limits allow.
///
/// Thread-safe after compilation. A match normally does not allocate, except for subjects above a few kilobytes and for the returned
/// captures.
package final class RegularExpression: Sendable {
    /// Flags of a pattern.
    package struct Options: OptionSet, Sendable, Hashable {
        /// The flags as bits.
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Letters match in either case.
        package static let caseInsensitive = Options(rawValue: 1)
        /// `.` matches line ends too.
        package static let dotAll = Options(rawValue: 2)
        /// `^` and `$` match at line ends too.
        package static let multiline = Options(rawValue: 4)
    }

    /// The syntax of a pattern.
    package enum Dialect: Sendable, Hashable {
        /// `java.util.regex.Pattern`: stubs, templates, Jayway's JSONPath.
        case java
        /// ECMA-262 in Unicode mode: JSON Schema.
        case ecmaScript
        /// RFC 9485: `match` and `search` of JSONPath.
        case iRegexp
    }

    // The members that every match needs come first, to be near the object's head in memory.
    private let code: CompiledPattern
    private let metered = Mutex(Metered.unknown)
    /// The pattern as given, untranslated.
    package let pattern: String
    /// The flags as given; inline flags are not included.
    package let options: Options
    /// The syntax of `pattern`.
    package let dialect: Dialect
    /// The limits of each match.
    package let limits: MatchLimits
    /// What every match must contain; used to filter before the pattern runs.
    package let literals: PatternLiterals
    /// Names of capture groups with their numbers, in the order of numbers.
    package let groupNames: [(name: String, number: Int)]
    /// The number of capture groups, without the whole match.
    package let groupCount: Int

    /// - Parameter options: `.dotAll` by default, as in WireMock's `matches`; Java's `Pattern.compile` has `[]`.
    /// - Throws: when the pattern is malformed, or needs what PCRE2 does not have (a Unicode block, an unbounded look-behind).
    package init(
        _ pattern: String, options: Options = .dotAll, dialect: Dialect = .java, limits: MatchLimits = .standard
    ) throws(RegularExpressionError) {
        var translation = PatternTranslation(Array(pattern.utf8), dialect: dialect)
        do { try translation.run() } catch {
            throw RegularExpressionError(pattern: pattern, message: error.message, offset: error.offset)
        }
        do {
            code = try CompiledPattern(
                translation.output, options: options, dialect: dialect, unicodeClasses: translation.usesUnicodeClasses,
                limits: limits)
        } catch {
            throw RegularExpressionError(
                pattern: pattern, message: error.message, offset: translation.sourceOffset(of: error.offset))
        }
        self.pattern = pattern
        self.options = options
        self.dialect = dialect
        self.limits = limits
        groupNames = code.groupNames()
        groupCount = code.groupCount
        literals = options.contains(.caseInsensitive) ? .none : PatternLiterals(translation.output)
    }

    // MARK: Whole

    /// Whether the pattern matches the whole text, like `Matcher.matches` in Java.
    /// - Throws: when a limit stops the match.
    package func matchesWhole(_ text: String, within budget: WorkBudget? = nil) throws(MatchLimitError) -> Bool {
        try matchesWhole(text.utf8Span.span, isValid: true, budget)
    }

    /// Whether the pattern matches the whole of the bytes.
    /// - Throws: when a limit stops the match.
    package func matchesWhole(_ bytes: [UInt8], within budget: WorkBudget? = nil) throws(MatchLimitError) -> Bool {
        try matchesWhole(bytes.span, isValid: false, budget)
    }

    /// Whether the pattern matches the whole of the bytes.
    /// - Throws: when a limit stops the match.
    package func matchesWhole(_ bytes: ArraySlice<UInt8>, within budget: WorkBudget? = nil) throws(MatchLimitError) -> Bool {
        try matchesWhole(bytes.span, isValid: false, budget)
    }

    /// Whether the pattern matches the whole of the bytes, if that is known after a moment; else nil.
    package func matchesWholeQuickly(_ bytes: ArraySlice<UInt8>) throws(MatchLimitError) -> Bool? {
        guard bytes.count <= MatchMeter.quickBytes else { return nil }
        switch code.match(bytes.span, from: 0, whole: true, isValid: false, quickMeter) {
        case .match: return true
        case .none: return false
        case .limit(let limit): throw stopped(by: limit)
        case .malformed, .unknown: return nil
        }
    }

    private func matchesWhole(_ span: Span<UInt8>, isValid: Bool, _ budget: WorkBudget?) throws(MatchLimitError) -> Bool {
        var captures: [Range<Int>?] = []
        switch try attempt(span, from: 0, whole: true, isValid: isValid, budget, &captures) {
        case .match: return true
        case .malformed:
            let repaired = RepairedText(span)
            return try matchesWhole(repaired.bytes.span, isValid: true, budget)
        default: return false
        }
    }

    // MARK: Metering

    /// The pattern's own limits if they are lower.
    private var quickMeter: MatchMeter { limits.steps <= Int(MatchMeter.quickSteps) ? .none : .quick }

    private func stopped(by limit: MatchLimitError.Limit) -> MatchLimitError {
        MatchLimitError(pattern: pattern, limit: limit, limits: limits)
    }

    /// One match, charged to the budget.
    /// - Returns: `match`, `none` or `malformed`.
    private func attempt(
        _ span: Span<UInt8>, from offset: Int, whole: Bool, isValid: Bool, _ budget: WorkBudget?, _ captures: inout [Range<Int>?]
    ) throws(MatchLimitError) -> CompiledPattern.Outcome {
        var outcome = CompiledPattern.Outcome.unknown
        if budget == nil || whole && span.count <= MatchMeter.quickBytes {
            outcome = run(code, span, offset, whole, isValid, budget == nil ? .none : quickMeter, &captures)
            budget?.chargeSteps(MatchMeter.quickCost(span.count))
        }
        if case .unknown = outcome, let budget, budget.chargeSteps(50 + span.count / 32) {
            if let metered = meteredCode() {
                outcome = run(metered, span, offset, whole, isValid, .budget(budget), &captures)
            } else if budget.chargeSteps(limits.steps) {
                // What it takes is not known afterwards, so it is charged as if it took all that the pattern's own limits allow.
                outcome = run(code, span, offset, whole, isValid, .none, &captures)
            }
        }
        if let stop = budget?.stop { throw stopped(by: .request(stop)) }
        if case .limit(let limit) = outcome { throw stopped(by: limit) }
        return outcome
    }

    private func run(
        _ code: CompiledPattern, _ span: Span<UInt8>, _ offset: Int, _ whole: Bool, _ isValid: Bool, _ meter: MatchMeter,
        _ captures: inout [Range<Int>?]
    ) -> CompiledPattern.Outcome {
        whole
            ? code.match(span, from: offset, whole: true, isValid: isValid, meter)
            : code.match(span, from: offset, whole: false, isValid: isValid, meter, captures: &captures)
    }

    /// The pattern with callouts.
    private enum Metered: Sendable {
        case unknown
        case compiled(CompiledPattern)
        /// With callouts a long pattern is too large for PCRE2.
        case impossible
    }

    /// The pattern with callouts, compiled once; nil if it is too large with them.
    private func meteredCode() -> CompiledPattern? {
        metered.withLock { metered in
            switch metered {
            case .compiled(let code): return code
            case .impossible: return nil
            case .unknown: break
            }
            var translation = PatternTranslation(Array(pattern.utf8), dialect: dialect)
            try? translation.run()
            let made = try? CompiledPattern(
                translation.output, options: options, dialect: dialect, unicodeClasses: translation.usesUnicodeClasses, limits: limits,
                isMetered: true)
            metered = made.map { Metered.compiled($0) } ?? .impossible
            return made
        }
    }

    // MARK: Search

    /// The leftmost match at or after an offset.
    /// - Parameter offset: where to start, in UTF-8 bytes. Look-behinds and `\b` see what is before it.
    /// - Returns: nil when there is none. Offsets are counted from the beginning of the subject.
    /// - Throws: when a limit stops the match.
    package func firstMatch(in text: String, from offset: Int = 0, within budget: WorkBudget? = nil) throws(MatchLimitError) -> Match? {
        try firstMatch(in: text.utf8Span.span, from: offset, isValid: true, budget)
    }

    /// The leftmost match at or after an offset, as for a text.
    package func firstMatch(in bytes: [UInt8], from offset: Int = 0) throws(MatchLimitError) -> Match? {
        try firstMatch(in: bytes.span, from: offset, isValid: false, nil)
    }

    /// The leftmost match at or after an offset, as for a text; offsets are counted from the slice's beginning.
    package func firstMatch(in bytes: ArraySlice<UInt8>, from offset: Int = 0) throws(MatchLimitError) -> Match? {
        try firstMatch(in: bytes.span, from: offset, isValid: false, nil)
    }

    /// All matches from left to right without overlaps; after an empty match the search continues one character later.
    /// - Parameter limit: the most matches to return.
    /// - Throws: when a limit stops the match.
    package func allMatches(in text: String, limit: Int = .max, within budget: WorkBudget? = nil) throws(MatchLimitError) -> [Match] {
        try allMatches(in: text.utf8Span.span, limit: limit, isValid: true, budget)
    }

    /// All matches in the bytes, as for a text.
    package func allMatches(in bytes: [UInt8], limit: Int = .max) throws(MatchLimitError) -> [Match] {
        try allMatches(in: bytes.span, limit: limit, isValid: false, nil)
    }

    private func firstMatch(
        in span: Span<UInt8>, from offset: Int, isValid: Bool, _ budget: WorkBudget?
    ) throws(MatchLimitError) -> Match? {
        var captures: [Range<Int>?] = []
        switch try attempt(span, from: offset, whole: false, isValid: isValid, budget, &captures) {
        case .match: return Match(captures: captures, expression: self)
        case .malformed:
            let repaired = RepairedText(span)
            return try firstMatch(in: repaired.bytes.span, from: repaired.repairedOffset(of: offset), isValid: true, budget)?
                .mapped(repaired.originalRange)
        default: return nil
        }
    }

    private func allMatches(in span: Span<UInt8>, limit: Int, isValid: Bool, _ budget: WorkBudget?) throws(MatchLimitError) -> [Match] {
        guard isValid || (try? UTF8Span(validating: span)) != nil else {
            let repaired = RepairedText(span)
            return try allMatches(in: repaired.bytes.span, limit: limit, isValid: true, budget).map { $0.mapped(repaired.originalRange) }
        }
        var result: [Match] = []
        var offset = 0
        while result.count < limit, offset <= span.count, let match = try firstMatch(in: span, from: offset, isValid: true, budget) {
            result.append(match)
            offset = match.range.upperBound
            if match.range.isEmpty {
                offset += 1
                while offset < span.count, span[offset] & 0xC0 == 0x80 { offset += 1 }
            }
        }
        return result
    }
}
