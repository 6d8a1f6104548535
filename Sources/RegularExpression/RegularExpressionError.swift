/// A pattern that cannot be compiled.
package struct RegularExpressionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The pattern, as it was given.
    package let pattern: String
    /// What is wrong, without a full stop.
    package let message: String
    /// The place of the mistake, in UTF-8 bytes from the pattern's beginning.
    package let offset: Int

    /// What was probably meant, as a whole sentence. The usual mistakes are a shell wildcard at the beginning, a brace
    /// and a look-behind without a limit. Nil for others.
    package var repair: String? {
        if pattern.hasPrefix("*") { return "Write \".*\" for any text." }
        return switch message {
        case Self.illegalRepetition: "Write \"\\{\" for the brace itself."
        case Self.tooManyLengths: "Give what repeats in it a lower limit."
        case _ where message.contains("lookbehind"):
            "Give what repeats in it a low limit, as in {1,20}, and leave out references, \\R, flags such as (?i), groups in look-aheads, and "
                + "possessive or atomic parts."
        default: nil
        }
    }

    static let illegalRepetition = "illegal repetition, \"{\" begins no count,"
    static let tooManyLengths = "the look-behind has more than \(LookBehindForms.mostLengths) lengths, or is too long with them,"

    /// `pattern "a(b": missing closing parenthesis at character 3`
    package var description: String {
        let before = pattern.utf8.prefix(offset)
        return "pattern \"\(pattern)\": \(message) at character \(String(decoding: before, as: UTF8.self).unicodeScalars.count)"
    }
}

/// A mistake that is found while a pattern is compiled; its text does not have the pattern yet.
struct PatternFault: Error {
    var message: String
    var offset: Int
}
