internal import ArgumentParser
internal import UnderstudyService

/// The settings that apply to all responses.
struct ResponseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Seed of every random draw; the same seed and requests give the same run.", valueName: "number"))
    var seed: String?
    @Option(help: ArgumentHelp("Multiply every scripted delay. (default: 1)", valueName: "factor"))
    var latencyScale: String?
    @Option(
        help: ArgumentHelp(
            "Send all traffic over a link: 3G, LTE, \"Very Bad Network\" and others, or numbers as JSON.", valueName: "profile"),
        // The scripts put no quotes around names with spaces.
        completion: .list(Setting.networkNames.filter { !$0.contains(" ") }))
    var network: String?
    @Flag(help: "Render every response as a template, not only those with the transformer.")
    var globalResponseTemplating = false
    @Flag(help: "Render no response as a template.")
    var disableResponseTemplating = false
    @Option(help: ArgumentHelp("What systemValue may read in templates, as a pattern; may be repeated.", valueName: "pattern"))
    var permittedSystemKeys: [String] = []
    @Flag(help: "Send responses uncompressed, whatever the client accepts.")
    var disableGzip = false
    @Flag(help: "Let pages of any origin call the stubs, and answer their preflights.")
    var enableStubCors = false
    @Option(help: ArgumentHelp("A host name whose sub-domains are buckets; may be repeated.", valueName: "domain"))
    var s3BaseDomain: [String] = []
    @Option(
        help: ArgumentHelp("What is asked of S3 requests: off, expiry or strict. (default: expiry)", valueName: "mode"),
        completion: .list(["off", "expiry", "strict"]))
    var s3Auth: String?
    @Option(help: ArgumentHelp("A key pair of S3 as ACCESSKEY:SECRETKEY; may be repeated.", valueName: "pair"))
    var s3Key: [String] = []
    @Option(help: ArgumentHelp("A file with key pairs of S3, one in each line.", valueName: "file"), completion: .file())
    var s3KeysFile: String?
    @Option(
        help: ArgumentHelp("What a request without a key may do in strict mode: none, read or write. (default: read)", valueName: "access"),
        completion: .list(["none", "read", "write"]))
    var s3Anonymous: String?
    @Option(help: ArgumentHelp("A Host that clients sign in place of the one they reach; may be repeated.", valueName: "host"))
    var s3PublicHost: [String] = []
    @Flag(help: "Write what S3 clients write into the folder, so that it is there after a restart.")
    var s3Persist = false
    @Option(help: ArgumentHelp("The most bytes of the S3 objects of a session. (default: 4 GiB)", valueName: "bytes"))
    var s3MaxBytes: String?
    @Option(help: ArgumentHelp("The most unfinished S3 uploads in parts of a session. (default: 1000)", valueName: "number"))
    var s3MaxUploads: String?
    @Option(help: ArgumentHelp("An origin whose pages may use every S3 bucket, or *; may be repeated.", valueName: "origin"))
    var s3Cors: [String] = []
    @Option(
        help: ArgumentHelp("A picture for every key that a bucket lacks, such as poses=640x480.jpg; may be repeated.", valueName: "pair"))
    var s3Placeholder: [String] = []

    /// What was given, by the setting's name.
    var flags: [GivenFlag] {
        [
            GivenFlag("seed", seed),
            GivenFlag("latency-scale", latencyScale),
            GivenFlag("network", network),
            GivenFlag("global-response-templating", globalResponseTemplating),
            GivenFlag("disable-response-templating", disableResponseTemplating),
            GivenFlag("permitted-system-keys", permittedSystemKeys),
            GivenFlag("disable-gzip", disableGzip),
            GivenFlag("enable-stub-cors", enableStubCors),
            GivenFlag("s3-base-domain", s3BaseDomain),
            GivenFlag("s3-auth", s3Auth),
            GivenFlag("s3-key", s3Key),
            GivenFlag("s3-keys-file", s3KeysFile),
            GivenFlag("s3-anonymous", s3Anonymous),
            GivenFlag("s3-public-host", s3PublicHost),
            GivenFlag("s3-persist", s3Persist),
            GivenFlag("s3-max-bytes", s3MaxBytes),
            GivenFlag("s3-max-uploads", s3MaxUploads),
            GivenFlag("s3-cors", s3Cors),
            GivenFlag("s3-placeholder", s3Placeholder),
        ]
    }
}
