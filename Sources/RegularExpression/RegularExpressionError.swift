/// A pattern that cannot be compiled.
package struct RegularExpressionError: Error, Sendable, Hashable, CustomStringConvertible {
    package let pattern: String
    /// What is wrong, without a full stop.
    package let message: String
    /// Where it shows, in UTF-8 bytes from the pattern's beginning.
    package let offset: Int

    /// What was probably meant, as a whole sentence: a shell's wildcard at the beginning is the usual slip.
    package var repair: String? { pattern.hasPrefix("*") ? "Write \".*\" for any text." : nil }

    /// `pattern "a(b": missing closing parenthesis at character 3`
    package var description: String {
        let before = pattern.utf8.prefix(offset)
        return "pattern \"\(pattern)\": \(message) at character \(String(decoding: before, as: UTF8.self).unicodeScalars.count)"
    }
}

/// A problem on the way to a compiled pattern, before it is told with the pattern around it.
struct PatternFault: Error {
    var message: String
    var offset: Int
}
