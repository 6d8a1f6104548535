internal import Glibc
internal import Logging
internal import SystemCalls

/// The process's standard streams, written whole lines at a time.
package enum StandardError {
    /// Blocks until the text is written; for commands, not for a running server. Waiting log lines are written first.
    package static func write(_ text: String) {
        LogWriter.standardError.finish()
        SystemCalls.writeAll(Array(text.utf8).span, to: STDERR_FILENO)
    }

    /// Ends the process at once, after the log's waiting lines, whatever its other threads are doing.
    package static func leave(status: Int32) -> Never {
        LogWriter.standardError.finish()
        _exit(status)
    }

    /// Whether standard error is a terminal.
    package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether the stream belongs to the systemd journal: `JOURNAL_STREAM` holds its device and inode (systemd.exec(5)).
    static func isJournal(_ environment: Environment) -> Bool {
        guard let stream = environment["JOURNAL_STREAM"] else { return false }
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    /// The last words of a command as the reader of the stream takes them: an error, or else a warning or a note that says so.
    /// - Parameter isForJournal: whether the line begins with its priority, as the systemd journal takes it.
    static func lastWords(_ text: String, isForJournal: Bool) -> String {
        (isForJournal ? "<\(level(of: text).priority)>" : "") + LogText.escaped(text) + "\n"
    }

    /// A warning about a file has its label behind the place. Behind a quote it is not a label.
    private static func level(of text: String) -> Logger.Level {
        if text.hasPrefix("note: ") { return .notice }
        return text.hasPrefix("warning: ") || text.prefix { $0 != "\"" }.contains(": warning: ") ? .warning : .error
    }
}

/// Prints one line on standard error, without a time: the last words of a command. A name of a file in it may have line feeds. In the systemd
/// journal it has its priority.
package func printError(_ line: String) {
    StandardError.write(StandardError.lastWords(line, isForJournal: StandardError.isJournal(.process)))
}

/// The process's standard output.
package enum StandardOutput {
    /// Blocks until the text is written. A reader that has closed its pipe wants no more of it.
    /// - Throws: `StartFailure` with 74 when it cannot be written.
    package static func write(_ text: String) throws(StartFailure) {
        guard let code = SystemCalls.writeAll(Array(text.utf8).span, to: STDOUT_FILENO), code != EPIPE else { return }
        throw StartFailure(["Writing to standard output: \(SystemCalls.reason(code))."], exit: .inputOutput)
    }
}
