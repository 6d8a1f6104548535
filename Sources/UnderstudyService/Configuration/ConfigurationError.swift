package import JSONDocument

/// Settings that are not valid.
package struct ConfigurationError: Error, Sendable {
    /// The mistakes with their places.
    package let mistakes: [Problem]
    /// 64 if a flag is wrong, otherwise 78.
    package let exit: SystemExit

    /// One line for each mistake: of a file in the form of all mistakes in files.
    package var problems: [String] { mistakes.map(Self.line) }

    static func line(_ mistake: Problem) -> String {
        mistake.position == nil ? "\(mistake.place): \(mistake.message)" : mistake.description
    }
}
