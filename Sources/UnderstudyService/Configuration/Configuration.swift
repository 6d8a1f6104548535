internal import JSONDocument
package import LinkModel
internal import Recorder

/// Everything that can be set. Made by `Configuration.resolve` from flags, environment, settings file and defaults, in this order of
/// precedence; `Setting.all` is the table of what can be set and how it is called in each of them.
public struct Configuration: Sendable {
    /// The folder with `mappings`, `__files` and `s3`; nil for none.
    public var mocks: String?
    /// What in the settings file is hardly meant, in whole lines; for whoever has a log.
    public var warnings: [String] = []

    // Listening
    /// Addresses to listen on; `localhost` is both loopbacks, `unix:PATH` a Unix socket. Empty: 127.0.0.1, and ::1 where it can be had.
    public var hosts: [String] = []
    /// 0 takes a free port.
    public var port = 8080
    public var s3Port = 9000
    /// Whether there is an S3 listener. It needs a folder.
    public var servesS3 = true
    public var threads = 2
    public var readyFile: String?
    /// Mappings that are saved on disk are read again.
    public var watchesMappings = true

    // Behaviour
    /// Of every random draw; nil draws one and prints it.
    public var seed: UInt64?
    public var latencyScale = 1.0
    /// The link that all traffic takes, the admin API's excepted.
    package var network = LinkProfile.off
    public var globalTemplating = false
    public var localTemplating = true
    /// Answers are compressed for clients that accept it.
    public var gzip = true
    /// Stubs answer preflights and allow any origin.
    public var stubCORS = false
    /// Patterns of the environment variables and properties that templates may read.
    public var permittedSystemKeys: [String] = []
    /// Names of the files that mappings are saved to; nil for WireMock's.
    public var filenameTemplate: String?

    // Sessions
    /// A request that names no session is refused.
    public var sessionsOnly = false
    public var maximumSessions = 10_000
    /// Of all sessions together; one with ports has one for each listener.
    public var maximumSessionPorts = 2_000

    // Proxying and recording
    /// `HOST[:PORT]` or `CIDR` that may be a target of a proxy, a webhook or a recording; with none, none may.
    public var allowedProxyTargets: [String] = []
    public var deniedProxyTargets: [String] = []
    /// Where everything goes that no stub answers.
    public var proxyAll: String?
    public var preserveHostHeader = false
    public var proxyTimeoutMilliseconds = 300_000
    /// What is proxied becomes stubs.
    public var recordMappings = false
    /// Names of header fields that these stubs ask for.
    public var matchedHeaders: [String] = []

    // Limits
    public var maximumBodyBytes = 1 << 30
    /// Request bodies beyond it go to a temporary file.
    public var bodyMemoryBytes = 1 << 20
    public var maximumHeadBytes = 16 << 10
    public var fileCacheBytes = 64 << 20
    /// Nil: what the limit on descriptors allows.
    public var maximumConnections: Int?
    public var drainSeconds = 5.0
    /// How long the fault `stall` is silent before the connection is closed.
    public var stallSeconds = 600.0
    public var work = WorkLimits()

    // Journal
    public var journal = true
    public var journalMaximumBytes = 64 << 20
    public var journalMaximumBodyBytes = 64 << 10
    public var journalMaximumEntries: Int?

    // Admin API
    public var allowedHosts: [String] = []
    public var adminOrigins: [String] = []
    public var adminTokenFile: String?
    /// `user:password`
    public var adminBasicAuthentication: String?
    public var adminShutdown = false

    // S3
    public var s3BaseDomains: [String] = []

    // Log
    public var logLevel = "info"
    public var accessLog = false

    public init() {}

    /// For a server inside a test process: a free port, on the loopback only.
    /// - Parameters:
    ///   - mocks: the folder of fixtures; nil for none.
    ///   - servesS3: whether the folder's buckets are served, on a free port of their own.
    public static func embedded(mocks: String? = nil, servesS3: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.mocks = mocks
        configuration.port = 0
        configuration.s3Port = 0
        configuration.servesS3 = servesS3
        return configuration
    }

    /// Whether every address is of the loopback; anything else opens the admin API only to those who know the token.
    public var isLoopbackOnly: Bool {
        hosts.allSatisfy { host in
            host == "localhost" || host.hasPrefix("unix:") || IPAddress(ListenAddress.literal(host))?.isLoopback == true
        }
    }
}
