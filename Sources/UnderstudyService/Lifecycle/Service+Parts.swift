internal import AdminAPI
internal import FileStore
internal import FixtureStore
internal import Logging
internal import MockEngine
internal import Placeholders
internal import S3Service
internal import WorkPool

/// What the initializer makes of the configuration.
extension Service {
    /// The folder of mocks; nil when the configuration has none.
    static func folder(_ configuration: Configuration) throws(StartFailure) -> FixtureFolder? {
        guard let path = configuration.mocks else { return nil }
        do throws(FileError) {
            return try FixtureFolder(
                path, cacheBytes: configuration.fileCacheBytes, limits: configuration.work.fixtures,
                templating: !configuration.localTemplating ? .none : configuration.globalTemplating ? .all : .named,
                s3Port: configuration.s3Port > 0 ? configuration.s3Port : nil)
        } catch {
            let repair = error.code == .noFolder ? " \(ConfigurationSources.folderRepair)" : ""
            throw StartFailure(["\(error)\(repair)"], exit: .noMocks)
        }
    }

    /// What is wrong with settings and with the folder of the cache, without keeping the server from starting.
    static func warnings(about tls: TLSSetup?, _ configuration: Configuration) -> [String] {
        let useless = configuration.uselessTLSSettings.joined(separator: ", ")
        let unit = configuration.isInUnit ? " In a unit, enable understudy-https.socket or set UNDERSTUDY_HTTPS_PORT." : ""
        let uselessness =
            useless.isEmpty ? nil : "\(useless): no effect, because no listener speaks TLS. Add --https-port N.\(unit)"
        let cache = configuration.servesS3 ? configuration.cacheEnvironment.flatMap(CacheFolder.flaw) : nil
        return [tls?.notice, uselessness, cache].compactMap(\.self) + configuration.contradictions
    }

    /// What responds to requests that no stub matches.
    static func contents(of folder: FixtureFolder?, _ objects: S3Service?, _ pictures: PictureMaker, _ work: WorkPool) -> Contents {
        Contents(
            files: PlaceholderContents(
                pictures, work, otherwise: folder.map { FileContents(files: StaticFiles($0), work: work) }),
            objects: objects.map { ObjectContents(service: $0) })
    }

    /// What the admin API gets that does not depend on the engine.
    static func services(_ tls: TLSSetup?, _ log: Logger) -> AdminServices {
        var services = AdminServices()
        services.version = Version.number
        services.warn = { log.warning("\($0)") }
        for schema in SchemaName.allCases { services.schemas[schema.rawValue] = { schema.text } }
        services.authority = tls?.authorityPEM
        if let tls { services.certificate = { tls.report } }
        return services
    }
}
