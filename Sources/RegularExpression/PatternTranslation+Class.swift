extension PatternTranslation {
    /// A character class of Java: an intersection of unions, which may contain classes.
    private struct CharacterClass {
        struct Union {
            /// Plain members, as PCRE2 writes them between brackets.
            var items: [UInt8] = []
            var nested: [CharacterClass] = []
            var isEmpty: Bool { items.isEmpty && nested.isEmpty }
        }

        var isNegated = false
        var operands: [Union] = []

        /// Whether it consists only of members between brackets.
        var isPlain: Bool { operands.count == 1 && operands[0].nested.isEmpty }

        /// In PCRE2's syntax: brackets where possible, else look-aheads before one character.
        var rendered: [UInt8] {
            if isPlain { return Array((isNegated ? "[^" : "[").utf8) + operands[0].items + Array("]".utf8) }
            var result: [UInt8] = Array("(?:".utf8)
            for (position, operand) in operands.enumerated() {
                let alternatives =
                    (operand.items.isEmpty ? [] : [Array("[".utf8) + operand.items + Array("]".utf8)]) + operand.nested.map(\.rendered)
                let isLast = position == operands.count - 1
                result += Array((isLast ? "(?:" : "(?=").utf8) + alternatives.joined(separator: "|".utf8) + Array(")".utf8)
            }
            result += Array(")".utf8)
            return isNegated ? Array("(?:(?!".utf8) + result + Array(")(?s:.))".utf8) : result
        }
    }

    /// What stands before a place in a class. A `-` is a range only behind one character; in Java it stands for itself behind a class such as
    /// `\w`, and behind a range.
    private enum Member {
        case none, character, rangeSign, set

        /// The next one, if it is one character.
        var thenCharacter: Member { self == .rangeSign ? .set : .character }
    }

    private static let signsOfSets = Array("dDwWsShHvVpPRX".utf8)

    /// Reads a class with its brackets.
    /// - Returns: the class in PCRE2's syntax.
    mutating func characterClass() throws(PatternFault) -> [UInt8] {
        if dialect != .java {
            // ECMAScript's classes that match everything and nothing.
            if looking(at: "[^]") {
                index += 3
                return Array("(?s:.)".utf8)
            }
            if looking(at: "[]") {
                index += 2
                return Array("(?!)".utf8)
            }
        }
        return try parseClass(depth: 0).rendered
    }

    private mutating func parseClass(depth: Int) throws(PatternFault) -> CharacterClass {
        let start = index
        guard depth < 64 else { throw PatternFault(message: "character classes are nested more than 64 deep", offset: start) }
        var result = CharacterClass()
        var union = CharacterClass.Union()
        var last = Member.none
        index += 1
        if peek() == UInt8(ascii: "^") {
            result.isNegated = true
            index += 1
        }
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "]") where !(union.isEmpty && result.operands.isEmpty):
                index += 1
                if !union.isEmpty { result.operands.append(union) }
                return result
            case UInt8(ascii: "[") where dialect == .java:
                let nested = try parseClass(depth: depth + 1)
                if nested.isPlain && !nested.isNegated {
                    union.items += nested.operands[0].items
                } else {
                    union.nested.append(nested)
                }
                last = .set
            case UInt8(ascii: "&") where dialect == .java && peek(1) == UInt8(ascii: "&"):
                index += 2
                if !union.isEmpty { result.operands.append(union) }
                union = CharacterClass.Union()
                last = .none
            case UInt8(ascii: "\\"):
                let isSet = peek(1).map(Self.signsOfSets.contains) ?? false
                union.items += try escape(inClass: true)
                last = isSet ? .set : last.thenCharacter
            case UInt8(ascii: "-"):
                let next = peek(1)
                let isRange = last == .character && next != UInt8(ascii: "]") && !(dialect == .java && next == UInt8(ascii: "["))
                union.items += Array((isRange ? "-" : "\\-").utf8)
                last = isRange ? .rangeSign : last.thenCharacter
                index += 1
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "="):
                union.items += [UInt8(ascii: "\\"), byte]
                last = last.thenCharacter
                index += 1
            default:
                union.items.append(byte)
                last = last.thenCharacter
                index += 1
            }
        }
        throw PatternFault(message: "the character class has no closing \"]\"", offset: start)
    }
}
