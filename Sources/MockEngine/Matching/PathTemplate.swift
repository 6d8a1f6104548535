internal import Budget
internal import HTTPMessage
internal import JSONDocument
internal import RegularExpression

/// A path with variables: `/things/{id}/parts/{part}`; each stands for one segment, or a part of one. `**` matches anything.
///
/// Literal parts are compared as written, without decoding.
final class PathTemplate: Sendable {
    /// Stands for a variable in `segments`; no path contains it.
    static let variableMark: UInt8 = 0

    /// The path with one `variableMark` for each variable; nil if variables share segments or there is a wildcard: then `expression`
    /// decides.
    let segments: [UInt8]?
    private let expression: RegularExpression?
    let text: String
    /// In order of appearance. A wildcard is named by its number among the wildcards: `0`, `1`, …
    let variables: [String]

    /// - Throws: if the resulting pattern would be too large.
    init(_ text: String, _ limits: MatchLimits = .standard) throws(RegularExpressionError) {
        let tokens = Self.tokens(Array(text.utf8))
        self.text = text
        variables = Self.names(tokens)
        segments = Self.segments(tokens)
        expression = segments == nil ? try RegularExpression(Self.pattern(tokens), limits: limits) : nil
    }

    /// The variables of a template in order of appearance, without its wildcards.
    static func variables(in text: String) -> [String] {
        tokens(Array(text.utf8)).compactMap { token in if case .variable(let name) = token { name } else { nil } }
    }

    /// What every matching path begins with.
    var literalPrefix: [UInt8] {
        if case .literal(let bytes) = Self.tokens(Array(text.utf8)).first { return bytes }
        return []
    }

    /// The template without variables and wildcards.
    var literals: [UInt8] {
        Self.tokens(Array(text.utf8)).flatMap { token -> [UInt8] in if case .literal(let bytes) = token { bytes } else { [] } }
    }

    /// The distance of the path from the template's literal parts, 0…1; 0 for a path that matches.
    func distance(_ path: ArraySlice<UInt8>, within budget: WorkBudget?) -> Double {
        if (try? matches(path, within: budget)) == true { return 0 }
        return TextDistance.normalized(String(decoding: literals, as: UTF8.self), String(decoding: path, as: UTF8.self), within: budget)
    }

    /// Whether a path fits the template.
    /// - Parameter path: not decoded.
    /// - Throws: if a limit stopped the comparison.
    func matches(_ path: ArraySlice<UInt8>, within budget: WorkBudget? = nil) throws(MatchLimitError) -> Bool {
        guard let segments else { return try expression?.matchesWhole(path, within: budget) ?? false }
        let path = path.span
        let template = segments.span
        var index = 0
        for place in template.indices {
            guard template[place] == Self.variableMark else {
                guard index < path.count, path[index] == template[place] else { return false }
                index += 1
                continue
            }
            let start = index
            while index < path.count, path[index] != UInt8(ascii: "/") { index += 1 }
            guard index > start else { return false }
        }
        return index == path.count
    }

    /// The variables' values as they are in the path, not decoded; nil if the path does not match. Of a variable that is there several
    /// times the last value counts.
    func values(_ path: ArraySlice<UInt8>) -> [(name: String, value: String)]? {
        var values: [ArraySlice<UInt8>] = []
        if let segments {
            guard (try? matches(path)) == true else { return nil }
            let slash = UInt8(ascii: "/")
            let pieces = path.split(separator: slash, omittingEmptySubsequences: false)
            for (piece, segment) in zip(pieces, segments.split(separator: slash, omittingEmptySubsequences: false))
            where segment.first == Self.variableMark { values.append(piece) }
        } else {
            guard let match = try? expression?.firstMatch(in: path), match.range.count == path.count else { return nil }
            for index in variables.indices { values.append(match.bytes(index + 1, in: path) ?? []) }
        }
        return zip(variables, values).enumerated().compactMap { index, variable in
            if variables[(index + 1)...].contains(where: { $0.isSame(as: variable.0) }) { return nil }
            return (variable.0, String(decoding: variable.1, as: UTF8.self))
        }
    }

    // MARK: Reading

    private enum Token {
        case literal([UInt8])
        case variable(String)
        case wildcard
    }

    private static func tokens(_ text: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        var literal: [UInt8] = []
        var rest = text[...]
        func flush() {
            if !literal.isEmpty { tokens.append(.literal(literal)) }
            literal = []
        }
        while let first = rest.first {
            if first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")), end > rest.startIndex + 1 {
                flush()
                tokens.append(.variable(name(rest[(rest.startIndex + 1)..<end])))
                rest = rest[(end + 1)...]
            } else if first == UInt8(ascii: "*"), rest.dropFirst().first == first {
                flush()
                tokens.append(.wildcard)
                rest = rest.dropFirst(2)
            } else {
                literal.append(first)
                rest = rest.dropFirst()
            }
        }
        flush()
        return tokens
    }

    /// A variable's name without the marks for its style: `{.ids}`, `{;ids*}`.
    private static func name(_ variable: ArraySlice<UInt8>) -> String {
        String(decoding: variable.filter { !".;*".utf8.contains($0) }, as: UTF8.self)
    }

    private static func names(_ tokens: [Token]) -> [String] {
        var wildcards = 0
        return tokens.compactMap { token in
            switch token {
            case .literal: return nil
            case .variable(let name): return name
            case .wildcard:
                defer { wildcards += 1 }
                return "\(wildcards)"
            }
        }
    }

    private static func segments(_ tokens: [Token]) -> [UInt8]? {
        let slash = UInt8(ascii: "/")
        var segments: [UInt8] = []
        for token in tokens {
            switch token {
            case .wildcard: return nil
            case .variable:
                if let last = segments.last, last != slash { return nil }
                segments.append(variableMark)
            case .literal(let bytes):
                if segments.last == variableMark, bytes.first != slash { return nil }
                if bytes.contains(variableMark) { return nil }
                segments += bytes
            }
        }
        return segments
    }

    private static func pattern(_ tokens: [Token]) -> String {
        "^"
            + tokens.map { token in
                switch token {
                case .literal(let bytes):
                    String(decoding: bytes, as: UTF8.self).map { $0.isLetter || $0.isNumber || !$0.isASCII ? "\($0)" : "\\\($0)" }.joined()
                case .variable: "([^/]+)"
                case .wildcard: "(.*?)"
                }
            }.joined() + "$"
    }
}
