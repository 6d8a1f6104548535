package import JSONDocument

/// Settings that are not valid.
package struct ConfigurationError: Error, Sendable {
    /// The mistakes with their places.
    package let mistakes: [Problem]
    /// 64 if a flag is wrong, otherwise 78.
    package let exit: SystemExit

    /// One sentence for each mistake.
    package var problems: [String] { mistakes.map { "\($0.place): \($0.message)" } }
}
