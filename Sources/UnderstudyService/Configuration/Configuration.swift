internal import JSONDocument
package import LinkModel
internal import Upstream

/// All settings of a server. `Configuration.resolve` makes it from flags, environment, settings file and defaults, in this order of
/// precedence. `Setting.all` is the table of all settings and their names.
public struct Configuration: Sendable {
    /// The folder with `mappings`, `__files` and `s3`; nil for none.
    public var mocks: String?
    /// Warnings about the settings file, one line each, for the log.
    public var warnings: [String] = []
    /// The same warnings as a command prints them: a line about a file begins with its place.
    package var printedWarnings: [String] = []
    /// Reads all settings again as `load` did; nil for settings that a program made.
    package var reread: (@Sendable () throws(StartFailure) -> Configuration)?

    // Listening
    /// Addresses to listen on. `localhost` is both loopbacks, `unix:PATH` a Unix socket. Empty: 127.0.0.1, and ::1 where the machine has
    /// it.
    public var hosts: [String] = []
    /// The port of the HTTP listener. 0 takes a free port. Default: 8080.
    public var port = 8080
    /// The port of the S3 listener. 0 takes a free port. Default: 9000.
    public var s3Port = 9000
    /// Whether there is an S3 listener, which needs a folder. Default: true.
    public var servesS3 = true
    /// The port on which the HTTP listener speaks TLS as well; 0 takes a free one. Nil: none.
    public var httpsPort: Int?
    /// The port on which the S3 listener speaks TLS as well; 0 takes a free one. Nil: none.
    public var s3HTTPSPort: Int?
    /// The file of the server's certificate and those of its issuers, in PEM. Nil: one of an authority that the server makes.
    public var httpsCertificate: String?
    /// The file of its key, in PEM.
    public var httpsKey: String?
    /// A file of certificates in PEM: clients must have one that these have issued. Nil: clients need none.
    public var httpsClientCA: String?
    /// Worker threads of each listener. Default: 2.
    public var threads = 2
    /// A file that gets the ready line; nil for none.
    public var readyFile: String?
    /// Whether mappings are read again when their files are saved. Default: true.
    public var watchesMappings = true
    /// How changes of mapping files are noticed: `auto` (by events, or by polling the files where the system reports none) or `poll`.
    /// Default: `auto`.
    public var watch = "auto"

    /// The seed of all random draws; nil draws one and logs it.
    public var seed: UInt64?
    /// The factor for every scripted delay; 0 removes them. Default: 1.
    public var latencyScale = 1.0
    /// The link that all traffic takes, except the admin API's. Default: off.
    package var network = LinkProfile.off
    /// Whether every response is a template. Default: false.
    public var globalTemplating = false
    /// Whether responses with the transformer `response-template` are templates. Default: true.
    public var localTemplating = true
    /// Whether responses are compressed for clients that accept it. Default: true.
    public var gzip = true
    /// Whether stubs respond to preflights and allow any origin. Default: false.
    public var stubCORS = false
    /// Patterns for the names of environment variables and properties that templates may read, in either case of letters. Empty: none.
    public var permittedSystemKeys: [String] = []
    /// A template for the names of files that mappings are saved to; nil uses WireMock's names.
    public var filenameTemplate: String?

    // Sessions
    /// Whether a request that names no session gets a 404. Default: false.
    public var sessionsOnly = false
    /// The most sessions at once. Default: 10,000.
    public var maximumSessions = 10_000
    /// The most ports of all sessions together; a session with ports has one for each listener. Default: 2,000.
    public var maximumSessionPorts = 2_000

    // Proxying and recording
    /// What proxies, webhooks and recordings may call: `HOST[:PORT]`, also with `*`, an address or a CIDR range. Empty: only what
    /// `proxyAll` and mapping files name.
    public var allowedProxyTargets: [String] = []
    /// What they may not call, even if it is allowed.
    public var deniedProxyTargets: [String] = []
    /// The base URL that gets every request that no stub matches; nil for none.
    public var proxyAll: String?
    /// What names it, for messages: `--from` with `record`.
    package var proxyAllSource = "--proxy-all"
    /// Sentences about settings that have no effect beside another one of the same source.
    package var contradictions: [String] = []
    /// Whether a proxied request keeps the client's `Host`. Default: false.
    public var preserveHostHeader = false
    /// The longest time without a byte from a target, in milliseconds. Default: 300,000.
    public var proxyTimeoutMilliseconds = 300_000
    /// Whether proxied requests become stubs, which are saved at the stop. Default: false.
    public var recordMappings = false
    /// Hosts whose URLs in recorded responses are objects of S3, each as `HOST[:PORT]=BUCKET`: the URLs become templates, and the objects
    /// files.
    public var recordedS3Hosts: [String] = []
    /// The names of header fields that these stubs match.
    public var matchedHeaders: [String] = []

    // Limits
    /// The largest request body, in bytes; a longer one is a 413. Default: 1 GiB.
    public var maximumBodyBytes = 1 << 30
    /// Longer request bodies go to a temporary file, in bytes. Default: 1 MiB.
    public var bodyMemoryBytes = 1 << 20
    /// The largest request head, in bytes; a longer one is a 431, or a 414 for the target. Default: 16 KiB.
    public var maximumHeadBytes = 16 << 10
    /// Memory for the bodies of files, in bytes. Default: 64 MiB.
    public var fileCacheBytes = 64 << 20
    /// The most connections at once; nil takes what the limit on descriptors allows.
    public var maximumConnections: Int?
    /// How long requests in flight may take when the server stops, in seconds. Default: 5.
    public var drainSeconds = 5.0
    /// How long the fault `stall` is silent before the connection is closed, in seconds. Default: 600.
    public var stallSeconds = 600.0
    /// Limits on the work for one file, match or response.
    public var work = WorkLimits()

    // Journal
    /// Whether there is a journal of requests. Default: true.
    public var journal = true
    /// The journal's memory, in bytes; the oldest entries are dropped first. Default: 64 MiB.
    public var journalMaximumBytes = 64 << 20
    /// A longer request body is kept as its length and SHA-256, in bytes. Default: 64 KiB.
    public var journalMaximumBodyBytes = 64 << 10
    /// Entries show a response body up to this many bytes; nil shows all that the journal keeps.
    public var journalShownResponseBytes: Int?
    /// The most entries of the journal; nil limits only the bytes.
    public var journalMaximumEntries: Int?

    // Admin API
    /// Further host names under which the admin API may be called.
    public var allowedHosts: [String] = []
    /// Origins whose pages may call the admin API; `*` allows all.
    public var adminOrigins: [String] = []
    /// A file whose first line is the token of the admin API; nil makes a token where one is required.
    public var adminTokenFile: String?
    /// `user:password`, required for every call of the admin API but health; nil requires neither.
    public var adminBasicAuthentication: String?
    /// The path of a Unix socket on which only the admin API is served, to processes of the same user; nil for none.
    public var adminSocket: String?
    /// Whether `POST /__admin/shutdown` stops the server. Default: false.
    public var adminShutdown = false

    // S3
    /// Host names whose subdomains are buckets.
    public var s3BaseDomains: [String] = []
    /// What is checked of S3 requests: `off` (nothing), `expiry` (links must not have expired; all requests are allowed) or `strict`
    /// (signatures are verified). Default: `expiry`.
    public var s3Auth = "expiry"
    /// The key pairs that sign S3 requests, each as `ACCESSKEY:SECRETKEY`. `strict` needs one.
    public var s3Keys: [String] = []
    /// A file with further key pairs, one in each line; nil for none.
    public var s3KeysFile: String?
    /// What a request without a key may do with the folder's objects when signatures are verified: `none`, `read` or `write`.
    /// Default: `read`.
    public var s3Anonymous = "read"
    /// Further Hosts that clients sign, with or without a port: a link for `minio:9000` that a phone uses at another address.
    public var s3PublicHosts: [String] = []
    /// Whether what S3 clients write outside of sessions is written into the folder. Default: false.
    public var s3Persist = false
    /// The most bytes that the S3 objects of a session have together. Default: 4 GiB.
    public var s3MaximumBytes = 4 << 30
    /// The most S3 uploads in parts that a session has begun and not finished. Default: 1,000.
    public var s3MaximumUploads = 1_000
    /// Origins of web pages that may use every S3 bucket; `*` allows all.
    public var s3CORS: [String] = []
    /// Pictures for the keys that buckets lack, each as `BUCKET=640x480.jpg`, with `.png` or `.jpg`. Such a bucket needs no folder.
    public var s3Placeholders: [String] = []

    /// Names the cache folder; nil uses none.
    var cacheEnvironment: Environment?

    // Log
    /// The lowest level that is logged: `debug`, `info`, `warning` or `error`. Default: `info`.
    public var logLevel = "info"
    /// The form of the log: `auto`, `text`, `journald`, `logfmt` or `json`. Default: `auto`, which is `journald` under the systemd journal
    /// and otherwise `text`. `understudy` uses it; an embedded server has its own log.
    public var logFormat = "auto"
    /// Whether each request has a line in the log. Default: false; `understudy serve` sets it in a terminal.
    public var accessLog = false

    /// Every setting at its default.
    public init() {}

    /// For a server inside a test process: a free port on the loopback.
    /// - Parameters:
    ///   - mocks: the folder of fixtures; nil for none.
    ///   - servesS3: whether the folder's buckets are served, on another free port.
    public static func embedded(mocks: String? = nil, servesS3: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.mocks = mocks
        configuration.port = 0
        configuration.s3Port = 0
        configuration.servesS3 = servesS3
        return configuration
    }

    /// Why credentials of the service manager cannot be read; nil when they can, or there are none.
    package var credentialFlaw: String?
    /// Whether a setting that is missing may be one that has a mistake, or a credential that this process does not see. A check goes on
    /// without it; a server must not.
    package var mayMissCredentials = false
    /// Where the settings of `certificateSettings` were given, by name; those that were not are missing.
    var certificateOrigins: [String: SettingOrigin] = [:]
    /// Where the settings of `addressSettings` were given, by name; those with their defaults are missing.
    var addressOrigins: [String: SettingOrigin] = [:]
    /// Whether it is probably a unit of systemd's that the server runs in (`Environment.isOfUnit`).
    var isInUnit = false
    /// Whether the service manager passes a socket that other machines reach.
    package var inheritsOpenSockets = false
    /// Whether a listener with the admin API opens on `hosts`. False when the service manager passes the sockets of all of them.
    package var opensHosts = true
    /// Whether the service manager passes a socket for clients that speak TLS.
    package var inheritsTLS = false
    /// Whether a listener speaks TLS.
    var speaksTLS: Bool { httpsPort != nil || s3HTTPSPort != nil || inheritsTLS }
    /// What is set for TLS although no listener speaks it, and where.
    var uselessTLSSettings: [String] {
        if speaksTLS { return [] }
        let given = [("https-certificate", httpsCertificate), ("https-key", httpsKey), ("https-client-ca", httpsClientCA)]
        return given.compactMap { name, value in
            if value == nil { return nil }
            switch certificateOrigins[name] {
            case nil: return "--\(name)"
            case .file(let path, let position)?: return "\(name) in \(position.place(in: path))"
            case let origin?: return "\(origin)"
            }
        }
    }

    /// Whether every address is on the loopback. Otherwise the admin API requires a token.
    public var isLoopbackOnly: Bool {
        if inheritsOpenSockets { return false }
        return !opensHosts
            || hosts.allSatisfy { host in
                host == "localhost" || host.hasPrefix("unix:") || IPAddress(ListenAddress.literal(host))?.isLoopback == true
            }
    }
}
