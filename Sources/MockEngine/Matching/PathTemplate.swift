internal import HTTPMessage
public import RegularExpression

/// A path with variables: `/things/{id}/parts/{part}`; each stands for one segment, or a part of one. `**` stands for anything.
///
/// Literal parts are compared as they are written, not decoded.
public struct PathTemplate: Sendable {
    /// One stretch between slashes.
    enum Segment: Sendable, Equatable {
        case literal([UInt8])
        case variable
    }

    public let text: String
    /// In order of appearance.
    public let variables: [String]
    /// Segment by segment; nil when variables share segments, or there is a wildcard: then `expression` decides.
    let segments: [Segment]?
    private let expression: RegularExpression?

    /// - Throws: when the template is too large for the pattern that it would become.
    public init(_ text: String) throws(RegularExpressionError) {
        self.text = text
        let tokens = Self.tokens(text)
        variables = tokens.compactMap { if case .variable(let name) = $0 { name } else { nil } }
        segments = Self.segments(text)
        expression = segments == nil ? try RegularExpression(Self.pattern(tokens)) : nil
    }

    /// What every path of this shape begins with.
    var literalPrefix: [UInt8] {
        if case .literal(let bytes) = Self.tokens(text).first { return bytes }
        return []
    }

    /// - Parameter path: not decoded.
    public func matches(_ path: ArraySlice<UInt8>) -> Bool {
        guard let segments else { return (try? expression?.matchesWhole(path)) ?? false }
        var index = path.startIndex
        for (number, segment) in segments.enumerated() {
            if number > 0 {
                guard index < path.endIndex else { return false }
                index += 1
            }
            let start = index
            while index < path.endIndex, path[index] != UInt8(ascii: "/") { index += 1 }
            switch segment {
            case .literal(let bytes): guard path[start..<index].elementsEqual(bytes) else { return false }
            case .variable: guard index > start else { return false }
            }
        }
        return index == path.endIndex
    }

    /// The variables' values, percent escapes decoded; nil when the path has another shape.
    public func values(_ path: ArraySlice<UInt8>) -> [(name: String, value: String)]? {
        var values: [ArraySlice<UInt8>] = []
        if let segments {
            guard matches(path) else { return nil }
            let pieces = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            for (piece, segment) in zip(pieces, segments) where segment == .variable { values.append(piece) }
        } else {
            guard let match = try? expression?.firstMatch(in: path), match.range.count == path.count else { return nil }
            for index in variables.indices { values.append(match.bytes(index + 1, in: path) ?? []) }
        }
        return zip(variables, values).map { ($0, PercentCoding.decodePath($1)) }
    }

    // MARK: Reading

    private enum Token {
        case literal([UInt8])
        case variable(String)
        case wildcard
    }

    private static func tokens(_ text: String) -> [Token] {
        var tokens: [Token] = []
        var literal: [UInt8] = []
        var rest = Substring(text)
        func flush() {
            if !literal.isEmpty { tokens.append(.literal(literal)) }
            literal = []
        }
        while let first = rest.first {
            if first == "{", let end = rest.firstIndex(of: "}"), rest.index(after: rest.startIndex) < end {
                flush()
                tokens.append(.variable(String(rest[..<end].dropFirst())))
                rest = rest[rest.index(after: end)...]
            } else if rest.hasPrefix("**") {
                flush()
                tokens.append(.wildcard)
                rest = rest.dropFirst(2)
            } else {
                literal += Array(String(first).utf8)
                rest = rest.dropFirst()
            }
        }
        flush()
        return tokens
    }

    private static func segments(_ text: String) -> [Segment]? {
        var segments: [Segment] = []
        for piece in text.split(separator: "/", omittingEmptySubsequences: false) {
            let tokens = tokens(String(piece))
            switch (tokens.count, tokens.first) {
            case (0, _): segments.append(.literal([]))
            case (1, .literal(let bytes)): segments.append(.literal(bytes))
            case (1, .variable): segments.append(.variable)
            default: return nil
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
                case .wildcard: ".*?"
                }
            }.joined() + "$"
    }
}
