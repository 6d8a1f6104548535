internal import CPCRE2

/// A compiled pattern.
///
/// Patterns are written as Java writes them (see `Dialect`), because that is what stubs hold; PCRE2 does the work, as an
/// interpreter (no code is made at run time) and under `MatchLimits`. A subject is matched as UTF-8. One that is not valid is
/// matched as Java would see it, each malformed piece being one U+FFFD.
///
/// Compiled once, then used by any number of threads at once. A match allocates nothing in the steady state, except for
/// subjects above a few kilobytes and for the captures that are handed back.
package final class RegularExpression: Sendable {
    package struct Options: OptionSet, Sendable, Hashable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Letters match in either case.
        package static let caseInsensitive = Options(rawValue: 1)
        /// `.` matches line ends too.
        package static let dotAll = Options(rawValue: 2)
        /// `^` and `$` match at line ends too.
        package static let multiline = Options(rawValue: 4)
    }

    /// Whose syntax a pattern is written in.
    package enum Dialect: Sendable, Hashable {
        /// `java.util.regex.Pattern`: stubs, templates, Jayway's JSONPath.
        case java
        /// ECMA-262 in Unicode mode: JSON Schema.
        case ecmaScript
        /// RFC 9485: `match` and `search` of JSONPath.
        case iRegexp
    }

    // What every match needs comes first, to lie beside the object's head in memory.
    private let code: CompiledPattern
    /// As it was given.
    package let pattern: String
    package let options: Options
    package let dialect: Dialect
    package let limits: MatchLimits
    /// What every match must contain; for narrowing before any pattern runs.
    package let literals: PatternLiterals
    /// Names of capture groups, with their numbers, in order of number.
    package let groupNames: [(name: String, number: Int)]
    /// How many capture groups there are, the whole match not counted.
    package let groupCount: Int

    /// - Parameter options: WireMock's `matches` is `.dotAll`, so that is the default; `Pattern.compile` alone is `[]`.
    /// - Throws: when the pattern is malformed, or uses what PCRE2 cannot do (a Unicode block, an unbounded look-behind).
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

    /// Whether the pattern matches the whole text, as `Matcher.matches` of Java does.
    /// - Throws: when a limit stopped the attempt before it could be told.
    package func matchesWhole(_ text: String) throws(MatchLimitError) -> Bool {
        try matchesWhole(text.utf8Span.span, isValid: true)
    }

    package func matchesWhole(_ bytes: [UInt8]) throws(MatchLimitError) -> Bool {
        try matchesWhole(bytes.span, isValid: false)
    }

    package func matchesWhole(_ bytes: ArraySlice<UInt8>) throws(MatchLimitError) -> Bool {
        try matchesWhole(bytes.span, isValid: false)
    }

    private func matchesWhole(_ span: Span<UInt8>, isValid: Bool) throws(MatchLimitError) -> Bool {
        switch code.match(span, from: 0, whole: true, isValid: isValid) {
        case .match: return true
        case .none: return false
        case .limit(let limit): throw MatchLimitError(pattern: pattern, limit: limit, limits: limits)
        case .malformed:
            let repaired = RepairedText(span)
            return try matchesWhole(repaired.bytes.span, isValid: true)
        }
    }

    // MARK: Search

    /// The leftmost match at or after an offset.
    /// - Parameter offset: where to begin, in UTF-8 bytes; what lies before is still seen by look-behinds and by `\b`.
    /// - Returns: nil when there is none. Offsets count UTF-8 bytes from the subject's beginning.
    /// - Throws: when a limit stopped the attempt before it could be told.
    package func firstMatch(in text: String, from offset: Int = 0) throws(MatchLimitError) -> Match? {
        try firstMatch(in: text.utf8Span.span, from: offset, isValid: true)
    }

    package func firstMatch(in bytes: [UInt8], from offset: Int = 0) throws(MatchLimitError) -> Match? {
        try firstMatch(in: bytes.span, from: offset, isValid: false)
    }

    package func firstMatch(in bytes: ArraySlice<UInt8>, from offset: Int = 0) throws(MatchLimitError) -> Match? {
        try firstMatch(in: bytes.span, from: offset, isValid: false)
    }

    /// All matches from left to right, none overlapping another; an empty match moves on by one character.
    package func allMatches(in text: String, limit: Int = .max) throws(MatchLimitError) -> [Match] {
        try allMatches(in: text.utf8Span.span, limit: limit, isValid: true)
    }

    package func allMatches(in bytes: [UInt8], limit: Int = .max) throws(MatchLimitError) -> [Match] {
        try allMatches(in: bytes.span, limit: limit, isValid: false)
    }

    private func firstMatch(in span: Span<UInt8>, from offset: Int, isValid: Bool) throws(MatchLimitError) -> Match? {
        var captures: [Range<Int>?] = []
        switch code.match(span, from: offset, whole: false, isValid: isValid, captures: &captures) {
        case .match: return Match(captures: captures, expression: self)
        case .none: return nil
        case .limit(let limit): throw MatchLimitError(pattern: pattern, limit: limit, limits: limits)
        case .malformed:
            let repaired = RepairedText(span)
            return try firstMatch(in: repaired.bytes.span, from: repaired.repairedOffset(of: offset), isValid: true)?
                .mapped(repaired.originalRange)
        }
    }

    private func allMatches(in span: Span<UInt8>, limit: Int, isValid: Bool) throws(MatchLimitError) -> [Match] {
        guard isValid || (try? UTF8Span(validating: span)) != nil else {
            let repaired = RepairedText(span)
            return try allMatches(in: repaired.bytes.span, limit: limit, isValid: true).map { $0.mapped(repaired.originalRange) }
        }
        var result: [Match] = []
        var offset = 0
        while result.count < limit, offset <= span.count, let match = try firstMatch(in: span, from: offset, isValid: true) {
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
