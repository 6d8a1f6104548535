internal import JSONDocument
internal import LinkModel
internal import Synchronization

/// The settings that a running server uses, after `understudy.json` has changed. Any thread.
final class LiveSettings: Sendable {
    /// The result of a change of the settings.
    struct Change {
        /// Mistakes; then nothing is applied.
        var problems: [Problem] = []
        /// The changed settings that are in use now, by their names in the file.
        var applied: [String] = []
        /// The changed ones that the next start will use.
        var forRestart: [String] = []
        /// The link that all traffic takes from now on; nil when it has not changed.
        var network: LinkProfile?

        /// For the log.
        var lines: [String] {
            func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
            var lines: [String] = []
            if !applied.isEmpty { lines.append("understudy.json changed: \(list(applied)) applied") }
            if !forRestart.isEmpty { lines.append("understudy.json changed: \(list(forRestart)) will apply after a restart") }
            return lines
        }
    }

    private let reread: (@Sendable () throws(StartFailure) -> Configuration)?
    /// The settings in use.
    private let current: Mutex<Configuration>

    init(_ configuration: Configuration) {
        reread = configuration.reread
        current = Mutex(configuration)
    }

    /// How long requests in flight may take when the server stops.
    var drainSeconds: Double { current.withLock { $0.drainSeconds } }

    /// Reads the settings again, and applies what can be applied here.
    func reload() -> Change {
        var change = Change()
        guard let reread else { return change }
        let new: Configuration
        do throws(StartFailure) { new = try reread() } catch {
            // The fixtures tell of a folder that is gone.
            if error.exit == .noMocks { return change }
            change.problems = error.problems
            return change
        }
        current.withLock { current in
            for setting in Setting.all where !setting.hasSameValue(in: new, and: current) {
                let path = setting.path ?? setting.name
                switch setting.name {
                case "network":
                    current.network = new.network
                    change.network = new.network
                case "drain-seconds": current.drainSeconds = new.drainSeconds
                default:
                    change.forRestart.append(path)
                    continue
                }
                change.applied.append(path)
            }
        }
        return change
    }
}
