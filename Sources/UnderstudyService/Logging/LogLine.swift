internal import Logging

/// One line of the log, before it becomes bytes.
struct LogLine: Sendable, Hashable {
    var level: Logger.Level
    /// One line; escaped.
    var text: String
    /// A request that nothing matched: red in a terminal.
    var isMiss = false
}

/// The form of lines on one stream.
struct LogStyle: Sendable {
    /// Whether the systemd journal reads the stream. Then a line begins with its `<N>` priority and has no time, because the journal adds
    /// both.
    var isJournal = false
    var isColoured = false

    /// The line with time, level, colour, and a line feed at the end.
    /// - Parameter time: as it is printed.
    func bytes(_ line: LogLine, at time: String) -> [UInt8] {
        if isJournal { return Array("<\(line.level.priority)>\(line.text)\n".utf8) }
        let level = "\(line.level.name):"
        guard isColoured, let colour = line.colour else { return Array("\(time) \(level) \(line.text)\n".utf8) }
        // The whole line of a miss is red; of other lines only the level.
        let text = line.isMiss ? "\(colour)\(level) \(line.text)\u{1B}[0m" : "\(colour)\(level)\u{1B}[0m \(line.text)"
        return Array("\(time) \(text)\n".utf8)
    }
}

extension LogLine {
    fileprivate var colour: String? {
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
