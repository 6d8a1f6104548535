internal import FixtureStore
internal import HTTPMessage
internal import Logging
internal import MicroHTTPD
internal import MockEngine

/// What each room is told of the settings.
extension Configuration {
    func engineEnvironment(
        seed: UInt64, folder: FixtureFolder, s3BaseURL: @escaping @Sendable (Request) -> String?
    ) -> EngineEnvironment {
        var environment = EngineEnvironment(clock: SystemClock(), seed: seed)
        environment.journal = JournalSettings(
            isEnabled: journal, maximumBytes: journalMaximumBytes, maximumEntries: journalMaximumEntries,
            maximumBodyBytes: journalMaximumBodyBytes)
        environment.s3BaseURL = s3BaseURL
        environment.rendering.bodyFiles = folder
        environment.rendering.templating = !localTemplating ? .none : globalTemplating ? .all : .named
        return environment
    }

    /// - Parameter room: as many connections as the limit on descriptors allows.
    func daemonOptions(_ listener: ListenerName, room: Int, _ log: Logger) -> DaemonOptions {
        var options = DaemonOptions()
        options.listener = listener
        options.threads = threads
        options.connectionMemory = maximumHeadBytes
        options.connectionLimit = min(maximumConnections ?? 100_000, room)
        options.maximumBodyBytes = maximumBodyBytes
        options.bodyBytesInMemory = bodyMemoryBytes
        // WireMock's answers carry no Date; S3's do.
        options.suppressesDate = listener != .s3
        options.log = { level, line in
            switch level {
            case .debug: log.debug("\(line)")
            case .warning: log.warning("\(line)")
            case .error: log.error("\(line)")
            }
        }
        return options
    }
}
