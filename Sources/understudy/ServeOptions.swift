internal import ArgumentParser
internal import UnderstudyService

/// The settings as flags. Values are checked by the table of settings (`Setting.all`), which the environment and the settings file go
/// through as well.
struct ServeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Address to listen on; may be repeated. (default: localhost, which is 127.0.0.1 and ::1)", valueName: "address"))
    var host: [String] = []
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Port of the HTTP listener; 0 takes a free one. (default: 8080; run: 0)", valueName: "port"))
    var port: String?
    @Option(help: ArgumentHelp("Port of the S3 listener; 0 takes a free one. (default: 9000; run: 0)", valueName: "port"))
    var s3Port: String?
    @Option(help: ArgumentHelp("Write the ready line to this file as well, whole.", valueName: "file"))
    var readyFile: String?
    @Option(help: ArgumentHelp("Seed of every random draw; the same seed and requests give the same run.", valueName: "number"))
    var seed: String?
    @Option(help: ArgumentHelp("Multiply every scripted delay. (default: 1)", valueName: "factor"))
    var latencyScale: String?
    @Option(help: ArgumentHelp("Worker threads of each listener. (default: 2)", valueName: "number"))
    var threads: String?

    @Flag(help: "Render every response as a template, not only those that ask for it.")
    var globalResponseTemplating = false
    @Flag(help: "Render no response as a template.")
    var disableResponseTemplating = false

    @Option(
        name: [.customLong("allow-proxy-targets"), .customLong("allow-proxy-target")],
        help: ArgumentHelp(
            "What proxies, webhooks and recordings may ask: HOST[:PORT], *.DOMAIN, ADDRESS or CIDR; may be repeated. (default: nothing)",
            valueName: "rule"))
    var allowProxyTargets: [String] = []
    @Option(
        name: [.customLong("deny-proxy-targets"), .customLong("deny-proxy-target")],
        help: ArgumentHelp("What they may not ask, whatever is allowed; may be repeated.", valueName: "rule"))
    var denyProxyTargets: [String] = []
    @Option(help: ArgumentHelp("Pass on what no stub answers.", valueName: "url"))
    var proxyAll: String?
    @Flag(help: "Pass the client's Host field on, in place of the target's name.")
    var preserveHostHeader = false
    @Option(help: ArgumentHelp("How long a target may be silent. (default: 300000)", valueName: "milliseconds"))
    var proxyTimeout: String?
    @Flag(help: "Save what is proxied as stubs, when the server stops.")
    var recordMappings = false
    @Option(help: ArgumentHelp("Header fields that these stubs ask for, by commas.", valueName: "names"))
    var matchHeaders: [String] = []

    @Flag(help: "Send answers uncompressed, whatever the client accepts.")
    var disableGzip = false
    @Flag(help: "Let pages of any origin call the stubs; preflights are answered.")
    var enableStubCors = false
    @Option(help: ArgumentHelp("What systemValue may read in templates, as a pattern; may be repeated.", valueName: "pattern"))
    var permittedSystemKeys: [String] = []
    @Option(help: ArgumentHelp("Names of the files that mappings are saved to, as a template.", valueName: "template"))
    var filenameTemplate: String?

    @Option(help: ArgumentHelp("Largest request body; 413 beyond. (default: 1 GiB)", valueName: "bytes"))
    var maxBodyBytes: String?
    @Option(help: ArgumentHelp("Request bodies beyond it go to a temporary file. (default: 1 MiB)", valueName: "bytes"))
    var bodyMemoryBytes: String?
    @Option(help: ArgumentHelp("Largest request head; 431 beyond, 414 for the target. (default: 16 KiB)", valueName: "bytes"))
    var maxHeadBytes: String?
    @Option(help: ArgumentHelp("Connections at once. (default: by the limit on descriptors)", valueName: "number"))
    var maxConnections: String?
    @Option(help: ArgumentHelp("Memory for the bodies of files. (default: 64 MiB)", valueName: "bytes"))
    var fileCacheBytes: String?
    @Option(help: ArgumentHelp("How long requests in flight may take to finish at the end. (default: 5)", valueName: "seconds"))
    var drainSeconds: String?

    @OptionGroup var limits: LimitOptions

    @Flag(help: "Keep no journal of requests.")
    var noRequestJournal = false
    @Option(help: ArgumentHelp("Memory for the journal; the oldest entries go first. (default: 64 MiB)", valueName: "bytes"))
    var journalMaxBytes: String?
    @Option(help: ArgumentHelp("A longer body is kept as length and SHA-256. (default: 64 KiB)", valueName: "bytes"))
    var journalMaxBodyBytes: String?
    @Option(help: ArgumentHelp("Most entries in the journal. (default: by bytes only)", valueName: "number"))
    var maxRequestJournalEntries: String?

    @Option(help: ArgumentHelp("A further Host that the admin API answers to; may be repeated.", valueName: "name"))
    var allowedHost: [String] = []
    @Option(help: ArgumentHelp("An origin whose pages may call the admin API; may be repeated.", valueName: "origin"))
    var adminCors: [String] = []
    @Option(help: ArgumentHelp("File with the token that the admin API asks for beyond the loopback.", valueName: "file"))
    var adminTokenFile: String?
    @Option(help: ArgumentHelp("Ask this of every call of the admin API.", valueName: "user:password"))
    var adminApiBasicAuth: String?
    @Flag(help: "Let POST /__admin/shutdown end the server.")
    var adminShutdown = false
    @Option(help: ArgumentHelp("A host name whose sub-domains are buckets; may be repeated.", valueName: "domain"))
    var s3BaseDomain: [String] = []

    @Option(help: ArgumentHelp("debug, info, warning or error. (default: info)", valueName: "level"))
    var logLevel: String?
    @Flag(help: "Write a log line for each request.")
    var accessLog = false

    /// What was given, by the setting's name.
    var layer: SettingLayer {
        func one(_ name: String, _ text: String?) -> (String, [String]) { (name, text.map { [$0] } ?? []) }
        func flag(_ name: String, _ isOn: Bool) -> (String, [String]) { (name, isOn ? ["true"] : []) }
        return SettingLayer(
            flags: [
                ("host", host), one("port", port), one("s3-port", s3Port), one("ready-file", readyFile), one("seed", seed),
                one("latency-scale", latencyScale), one("threads", threads),
                flag("global-response-templating", globalResponseTemplating),
                flag("disable-response-templating", disableResponseTemplating),
                flag("disable-gzip", disableGzip), flag("enable-stub-cors", enableStubCors),
                ("permitted-system-keys", permittedSystemKeys), one("filename-template", filenameTemplate),
                ("allow-proxy-targets", allowProxyTargets), ("deny-proxy-targets", denyProxyTargets), one("proxy-all", proxyAll),
                flag("preserve-host-header", preserveHostHeader), one("proxy-timeout", proxyTimeout),
                flag("record-mappings", recordMappings), ("match-headers", matchHeaders),
                one("max-body-bytes", maxBodyBytes), one("body-memory-bytes", bodyMemoryBytes), one("max-head-bytes", maxHeadBytes),
                one("max-connections", maxConnections), one("file-cache-bytes", fileCacheBytes), one("drain-seconds", drainSeconds),
                flag("no-request-journal", noRequestJournal), one("journal-max-bytes", journalMaxBytes),
                one("journal-max-body-bytes", journalMaxBodyBytes), one("max-request-journal-entries", maxRequestJournalEntries),
                ("allowed-host", allowedHost), ("admin-cors", adminCors), one("admin-token-file", adminTokenFile),
                one("admin-api-basic-auth", adminApiBasicAuth), flag("admin-shutdown", adminShutdown), ("s3-base-domain", s3BaseDomain),
                one("log-level", logLevel), flag("access-log", accessLog),
            ] + limits.flags)
    }
}
