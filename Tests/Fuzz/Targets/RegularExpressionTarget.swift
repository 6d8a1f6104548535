internal import RegularExpression

/// A pattern in the first line, a subject after it, in all dialects. Whatever matches holds the pattern's literals; matches lie within the
/// subject, one after the other; text and bytes are matched alike.
enum RegularExpressionTarget: FuzzTarget {
    private static let limits = MatchLimits(steps: 20_000, depth: 2_000, memoryKiB: 1_024)

    package static func run(_ bytes: [UInt8]) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let pattern = String(decoding: line, as: UTF8.self)
        let subject = bytes[line.endIndex...].dropFirst()
        for dialect in [RegularExpression.Dialect.java, .ecmaScript, .iRegexp] {
            do {
                let expression = try RegularExpression(pattern, options: [], dialect: dialect, limits: limits)
                checkWhole(expression, String(decoding: subject, as: UTF8.self))
                checkMatches(expression, Array(subject))
            } catch {
                precondition((0...pattern.utf8.count).contains(error.offset) && !error.message.isEmpty, "a refusal without a place")
            }
        }
    }

    private static func checkWhole(_ expression: RegularExpression, _ subject: String) {
        guard let isMatch = try? expression.matchesWhole(subject) else { return }
        let literals = expression.literals
        if isMatch {
            precondition(subject.utf8.starts(with: literals.prefix), "a match that does not begin with the prefix")
            precondition(literals.required.isEmpty || subject.utf8.contains(literals.required), "a match without what is required")
        }
        if literals.isWhole { precondition(isMatch == subject.utf8.elementsEqual(literals.prefix), "the pattern is not its prefix") }
        precondition((try? expression.matchesWhole(Array(subject.utf8))) == isMatch, "bytes match otherwise")
    }

    private static func checkMatches(_ expression: RegularExpression, _ subject: [UInt8]) {
        guard let matches = try? expression.allMatches(in: subject, limit: 50) else { return }
        var reached = 0
        for match in matches {
            precondition(match.captures.count == expression.groupCount + 1, "another number of groups")
            precondition(match.range.lowerBound >= reached && match.range.upperBound <= subject.count, "a match out of order")
            precondition(match.captures.allSatisfy { ($0?.upperBound ?? 0) <= subject.count }, "a group beyond the end")
            reached = match.range.upperBound
        }
    }
}
