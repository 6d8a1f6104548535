import Logging
import Synchronization

/// A logger whose lines are kept: level and text.
final class RecordedLog: Sendable {
    private struct Handler: LogHandler {
        let log: RecordedLog
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { log.kept.withLock { $0.append("\(event.level): \(event.message)") } }
    }

    private let kept = Mutex<[String]>([])

    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }
    var lines: [String] { kept.withLock { $0 } }
}
