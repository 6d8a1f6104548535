internal import Glibc

/// The process's standard streams, written whole lines at a time.
package enum StandardError {
    /// Waits until the text is written; for commands, not for a server at work. What the log holds is written before it.
    static func write(_ text: String) {
        LogWriter.standardError.finish()
        Descriptor.writeAll(text.utf8, to: STDERR_FILENO)
    }

    package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether the stream is the one that the journal gave us: `JOURNAL_STREAM` holds its device and inode (systemd.exec(5)).
    static func isJournal(_ environment: Environment) -> Bool {
        guard let stream = environment["JOURNAL_STREAM"] else { return false }
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}

/// Prints a line on standard error, without time and level: for what a command has to say before it ends.
package func printError(_ line: String) { StandardError.write(line + "\n") }

package enum StandardOutput {
    package static func write(_ text: String) { Descriptor.writeAll(text.utf8, to: STDOUT_FILENO) }
}

package enum Descriptor {
    /// Writes everything, or gives up; of a standard stream that is no matter, for there is nobody left to tell.
    /// - Returns: the system's reason when it gave up.
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
