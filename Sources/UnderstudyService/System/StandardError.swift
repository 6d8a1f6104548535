internal import Glibc
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
}

/// Prints one line on standard error, without time and level: the last words of a command. A name of a file in it may have line feeds.
package func printError(_ line: String) { StandardError.write(LogText.escaped(line) + "\n") }

/// The process's standard output.
package enum StandardOutput {
    /// Blocks until the text is written. Errors are ignored.
    package static func write(_ text: String) { SystemCalls.writeAll(Array(text.utf8).span, to: STDOUT_FILENO) }
}
