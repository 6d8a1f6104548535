package import Logging

/// Logs to standard error, one line for each event. Only the ready line goes to standard output.
///
/// Logging never blocks: `LogWriter` queues at most 1 MiB of lines, and writes them on its own thread. When standard error is not read,
/// further lines are dropped, and the log states their number as soon as it is read again. A repeated warning or error is replaced with a
/// count. Control characters, line ends and bidirectional marks are escaped (`LogText`).
///
/// `LogStyle` has the forms of lines. By default a line under the systemd journal (`JOURNAL_STREAM` names this standard error) begins with
/// its `<N>` priority and has no time, because the journal adds both; otherwise it begins with the time and the level, in colour if
/// standard error is a terminal and `NO_COLOR` is not set. Any thread.
package struct StandardErrorLogHandler: LogHandler {
    /// Marks, in a line's metadata, a request that nothing matched. It is not printed.
    static let missKey = "understudy.miss"

    /// The facts of a line of the access log, in a line's metadata.
    static let accessKey = "understudy.access"

    /// The lowest level that is written.
    package var logLevel: Logger.Level
    /// Metadata of every line; only the mark of a miss is used.
    package var metadata: Logger.Metadata = [:]
    private let writer: LogWriter

    /// - Parameter level: the lowest level that is written.
    /// - Parameter format: a form of `LogStyle`; `auto` chooses it.
    package init(level: Logger.Level, format: String) {
        LogWriter.standardError.use(.standardError(form: format))
        self.init(level: level, writer: .standardError)
    }

    init(level: Logger.Level, writer: LogWriter) {
        logLevel = level
        self.writer = writer
    }

    /// A value of the metadata; nil when it is not set.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Queues the event's line. Never blocks.
    package func log(event: LogEvent) {
        var fields = metadata
        if let own = event.metadata { fields.merge(own) { $1 } }
        let isMiss = fields.removeValue(forKey: Self.missKey) != nil
        let access = fields.removeValue(forKey: Self.accessKey)
        let shown = fields.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        var line = LogLine(level: event.level, text: LogText.escaped("\(event.message)\(shown)"), isMiss: isMiss)
        if case .stringConvertible(let value) = access, let facts = value as? AccessLogLine { line.fields = facts.fields }
        writer.log(line)
    }
}
