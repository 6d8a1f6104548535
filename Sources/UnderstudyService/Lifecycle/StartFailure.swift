/// Why the server did not start: the messages to print, and the exit code.
public struct StartFailure: Error, Sendable {
    /// Whole lines, to be printed one after the other.
    public let messages: [String]
    /// The exit code of the process.
    public let exit: SystemExit

    package init(_ messages: [String], exit: SystemExit) {
        self.messages = messages
        self.exit = exit
    }
}
