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

    /// What a `-` would mean at a place in a class.
    private enum RangeState {
        /// Itself: nothing or no single character precedes it, as after `\w` and after a range.
        case none
        /// A range from the character before.
        case begun
        /// The end of a range, whose `-` precedes it.
        case open

        /// After one more character.
        var afterCharacter: RangeState { self == .open ? .none : .begun }
    }

    /// The letters of escapes for several characters.
    private var classLetters: [UInt8] { Array((dialect == .java ? "dDwWsShHvVpP" : "dDwWsSpP").utf8) }

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
        var range = RangeState.none
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
                range = .none
            case UInt8(ascii: "&") where dialect == .java && peek(1) == UInt8(ascii: "&"):
                index += 2
                if !union.isEmpty { result.operands.append(union) }
                union = CharacterClass.Union()
                range = .none
            case UInt8(ascii: "\\"):
                range = classLetters.contains(peek(1) ?? 0) ? .none : range.afterCharacter
                union.items += try escape(inClass: true)
            case UInt8(ascii: "-"):
                // It is a range only between two characters.
                let next = peek(1)
                let isRange = range == .begun && next != UInt8(ascii: "]") && !(dialect == .java && next == UInt8(ascii: "["))
                union.items += Array((isRange ? "-" : "\\-").utf8)
                range = isRange ? .open : range.afterCharacter
                index += 1
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "="):
                union.items += [UInt8(ascii: "\\"), byte]
                range = range.afterCharacter
                index += 1
            default:
                union.items.append(byte)
                range = range.afterCharacter
                index += 1
            }
        }
        throw PatternFault(message: "the character class has no closing \"]\"", offset: start)
    }
}
