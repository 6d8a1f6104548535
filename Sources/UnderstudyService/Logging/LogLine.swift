internal import Logging

/// One line of the log, before it becomes bytes.
struct LogLine: Sendable, Hashable {
    var level: Logger.Level
    /// One line; escaped.
    var text: String
    /// A request that nothing matched: red in a terminal.
    var isMiss = false
    /// What it is about, for forms that programs read: `listener`, `status` and so on.
    var fields: [LogField] = []
}

extension LogLine {
    var colour: String? {
        switch level {
        case _ where isMiss: "\u{1B}[31m"
        case .warning: "\u{1B}[33m"
        case .error, .critical: "\u{1B}[1;31m"
        case .trace, .debug: "\u{1B}[2m"
        case .info, .notice: nil
        }
    }
}

extension Logger.Level {
    /// syslog's number, for `<N>` prefixes (sd-daemon(3)).
    var priority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    var name: String { self == .notice ? "note" : rawValue }
}
