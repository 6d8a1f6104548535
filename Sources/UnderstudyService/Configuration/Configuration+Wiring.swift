internal import FileStore
internal import FixtureStore
internal import Handlebars
internal import HTTPMessage
internal import Logging
internal import MicroHTTPD
internal import MockEngine
internal import Placeholders
internal import S3Dialect
internal import S3Service
internal import WorkPool

/// The settings of each room.
extension Configuration {
    func engineEnvironment(
        folder: FixtureFolder?, s3BaseURL: @escaping @Sendable (Request) -> String?
    ) -> EngineEnvironment {
        var environment = EngineEnvironment()
        environment.journal = JournalSettings(
            isEnabled: journal, maximumBytes: journalMaximumBytes, maximumEntries: journalMaximumEntries,
            maximumBodyBytes: journalMaximumBodyBytes)
        environment.journal.shownResponseBytes = journalShownResponseBytes
        environment.s3BaseURL = s3BaseURL
        environment.s3BaseDomains = s3BaseDomains
        environment.maximumSessions = maximumSessions
        environment.requiresSession = sessionsOnly
        environment.matchers.limits = work.matching
        environment.rendering.limits = work.templates
        if let folder {
            environment.folder = folder.root.display(.root)
            environment.rendering.bodyFiles = folder
        }
        environment.rendering.system = templateSystem()
        environment.timeZones = ZoneInfo()
        environment.rendering.templating = !localTemplating ? .none : globalTemplating ? .all : .named
        environment.filters = ResponseFilters(compresses: gzip, allowsOrigins: stubCORS)
        return environment
    }

    /// What templates may read of this machine.
    private func templateSystem() -> TemplateSystem {
        var system = TemplateSystem()
        let name = Self.machineName ?? "localhost"
        system.hostname = { name }
        system.environmentVariable = { Environment.process[$0] }
        system.permit(permittedSystemKeys)
        return system
    }

    /// The template of `--filename-template`.
    /// - Throws: `StartFailure` with 78 when it does not compile.
    func savedFileName() throws(StartFailure) -> FileNameTemplate? {
        guard let filenameTemplate else { return nil }
        do {
            return try FileNameTemplate(filenameTemplate)
        } catch {
            throw StartFailure(
                ["--filename-template: the template \"\(filenameTemplate)\" does not compile: \(error)"], exit: .badConfiguration)
        }
    }

    /// - Throws: `StartFailure` with 78 when S3 is to be served without a folder.
    /// - Parameter pictures: makes placeholders.
    func s3Service(_ folder: FixtureFolder?, _ work: WorkPool, _ pictures: PictureMaker) throws(StartFailure) -> S3Service? {
        guard servesS3 else { return nil }
        guard let folder else {
            throw StartFailure(
                ["S3 needs a folder of mocks. Name one, or do not serve S3."], exit: .badConfiguration)
        }
        let keys = try keyPairs()
        try checkKeys(keys)
        var settings = S3Settings(
            baseDomains: s3BaseDomains, maximumBytes: s3MaximumBytes, maximumUploads: s3MaximumUploads,
            // Both are known texts (`checkTexts`).
            auth: AuthenticationMode(rawValue: s3Auth) ?? .strict, keys: keys,
            anonymous: AnonymousAccess(rawValue: s3Anonymous) ?? .none, publicHosts: s3PublicHosts)
        settings.corsOrigins = s3CORS
        settings.persists = s3Persist
        settings.cacheDirectory = cacheEnvironment.flatMap(CacheFolder.find)
        if let folder = temporaryDirectory { settings.temporaryDirectory = folder }
        settings.descriptorLimit = DescriptorLimit.current / 8 * 7
        let placeholders = s3Placeholders.compactMap(PlaceholderPairs.split)
        settings.placeholders = Dictionary(placeholders.map { ($0.bucket, $0.form) }, uniquingKeysWith: { $1 })
        settings.pictures = pictures
        return S3Service(folder.store, settings: settings, work: work)
    }

    /// The folder that the process's environment names; nil for the usual one.
    private var temporaryDirectory: String? { Environment.process["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } }

    /// The fewest bytes of an upload that a client must send in each time-out. One that sends a byte a second is refused.
    private static let leastUploadBytes = 1 << 10

    /// - Parameter room: how many descriptors there are for connections.
    func daemonOptions(_ listener: ListenerName, room: Int, _ work: WorkPool, _ log: Logger) -> DaemonOptions {
        var options = DaemonOptions()
        options.work = work
        options.listener = listener
        options.threads = threads
        options.connectionMemory = maximumHeadBytes
        var room = room
        if listener == .http {
            options.isUrgent = FrontDoor.isForAdmin(target:)
            let descriptors = speaksTLS ? DaemonOptions.descriptorsWithTLS : 1
            let few = min(64, max(2, room / descriptors / 64))
            options.waiting = DaemonOptions.WaitingLimits(ready: min(1_024, room / descriptors / 16), silent: few, urgent: few)
            room -= options.waiting.count * descriptors
        }
        options.connectionLimit = min(maximumConnections ?? 100_000, room)
        options.descriptorLimit = room
        options.maximumBodyBytes = maximumBodyBytes
        options.bodyBytesInMemory = bodyMemoryBytes
        if let folder = temporaryDirectory { options.temporaryDirectory = folder }
        if listener == .s3 {
            options.refusalResponse = S3Service.response
            options.leastBodyBytes = Self.leastUploadBytes
        }
        options.stallTimeout = .seconds(1).scaled(by: stallSeconds)
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
