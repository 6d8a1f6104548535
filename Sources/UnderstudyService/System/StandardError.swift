internal import Glibc

/// The process's standard streams, written whole lines at a time.
package enum StandardError {
    /// Blocks until the text is written; for commands, not for a running server. Waiting log lines are written first.
    static func write(_ text: String) {
        LogWriter.standardError.finish()
        Descriptor.writeAll(text.utf8, to: STDERR_FILENO)
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

/// Prints a line on standard error, without time and level: the last words of a command.
package func printError(_ line: String) { StandardError.write(line + "\n") }

/// The process's standard output.
package enum StandardOutput {
    /// Blocks until the text is written. Errors are ignored.
    package static func write(_ text: String) { Descriptor.writeAll(text.utf8, to: STDOUT_FILENO) }
}

/// Writing to descriptors.
package enum Descriptor {
    /// Writes everything, or gives up. For a standard stream the failure can be ignored, because it cannot be reported anywhere.
    /// - Returns: `errno` when it gave up, otherwise nil.
    @discardableResult
    package static func writeAll(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Int32? {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = rest.dropFirst(written)
        }
        return nil
    }
}
