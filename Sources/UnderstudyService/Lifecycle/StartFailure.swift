package import JSONDocument

/// Why the server did not start: the messages to print, and the exit code.
public struct StartFailure: Error, Sendable {
    /// Whole lines, to be printed one after the other.
    public let messages: [String]
    /// The exit code of the process.
    public let exit: SystemExit

    /// The same as mistakes in files, with their places as far as they are known.
    package let problems: [Problem]

    package init(_ messages: [String], exit: SystemExit, problems: [Problem] = []) {
        self.messages = messages
        self.exit = exit
        self.problems = problems.isEmpty ? messages.map { Problem(source: "understudy.json", message: $0) } : problems
    }
}
