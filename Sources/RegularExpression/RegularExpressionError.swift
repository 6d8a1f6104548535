/// A pattern that cannot be compiled.
package struct RegularExpressionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The pattern, as it was given.
    package let pattern: String
    /// What is wrong, without a full stop.
    package let message: String
    /// The place of the mistake, in UTF-8 bytes from the pattern's beginning.
    package let offset: Int

    /// What was probably meant, as a whole sentence. The usual mistakes are a shell wildcard at the beginning and a brace. Nil for others.
    package var repair: String? {
        if pattern.hasPrefix("*") { return "Write \".*\" for any text." }
        return message == Self.illegalRepetition ? "Write \"\\{\" for the brace itself." : nil
    }

    static let illegalRepetition = "illegal repetition, \"{\" begins no count,"

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
