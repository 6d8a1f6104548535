package import Logging

/// Log lines on standard error, one an event: everything but the ready line goes there.
///
/// Whoever logs never waits: lines are queued and written by a thread of their own (`LogWriter`), at most 1 MiB of them; when standard
/// error is not read, further lines are dropped, and their number is in the log as soon as it flows again. A warning or an error that
/// repeats is replaced by a count. Control characters, line ends and bidirectional marks are escaped (`LogText`).
///
/// Under the systemd journal (`JOURNAL_STREAM` names our standard error) a line begins with its `<N>` priority and carries no
/// time, because the journal adds both; elsewhere it begins with the time and the level, in colour when standard error is a terminal
/// and `NO_COLOR` is not set. Any thread.
package struct StandardErrorLogHandler: LogHandler {
    /// A line with this key in its metadata tells of a request that nothing answered. The key itself is not printed.
    static let missKey = "understudy.miss"

    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]
    private let writer: LogWriter

    /// - Parameter level: lines of lower levels are left out.
    package init(level: Logger.Level) { self.init(level: level, writer: .standardError) }

    init(level: Logger.Level, writer: LogWriter) {
        logLevel = level
        self.writer = writer
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var fields = metadata
        if let own = event.metadata { fields.merge(own) { $1 } }
        let isMiss = fields.removeValue(forKey: Self.missKey) != nil
        let shown = fields.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        writer.log(LogLine(level: event.level, text: LogText.escaped("\(event.message)\(shown)"), isMiss: isMiss))
    }
}
