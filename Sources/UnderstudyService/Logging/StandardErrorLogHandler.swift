internal import Glibc
public import Logging

/// Log lines on standard error, one an event: everything that is not the ready line goes there.
///
/// Under the systemd journal (`JOURNAL_STREAM` names our standard error) a line begins with its `<N>` priority and carries no
/// time, because the journal adds both; elsewhere it begins with the time and the level.
public struct StandardErrorLogHandler: LogHandler {
    public var logLevel: Logger.Level
    public var metadata: Logger.Metadata = [:]
    private let isJournal: Bool

    public init(level: Logger.Level, environment: Environment = .process) {
        logLevel = level
        isJournal = StandardError.isJournal(environment)
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let fields = self.metadata.merging(event.metadata ?? [:]) { $1 }
            .sorted { $0.key < $1.key }
            .map { " \($0.key)=\($0.value)" }.joined()
        let start = isJournal ? "<\(event.level.priority)>" : "\(WallClock.localTime()) \(event.level.name): "
        // The journal takes each line for an event of its own.
        let lines = "\(event.message)".split(separator: "\n", omittingEmptySubsequences: false)
        StandardError.write(lines.map { "\(start)\($0)\(fields)\n" }.joined())
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
