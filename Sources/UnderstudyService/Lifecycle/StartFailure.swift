/// Why the server did not start: what to print, and the exit code.
public struct StartFailure: Error, Sendable {
    public let messages: [String]
    public let exit: SystemExit

    package init(_ messages: [String], exit: SystemExit) {
        self.messages = messages
        self.exit = exit
    }
}
