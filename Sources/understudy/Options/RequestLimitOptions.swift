internal import ArgumentParser

/// The limits that are often needed; those on work are `LimitOptions`.
struct RequestLimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Largest request body; 413 beyond. (default: 1 GiB)", valueName: "bytes"))
    var maxBodyBytes: String?
    @Option(help: ArgumentHelp("Request bodies beyond it go to a temporary file. (default: 1 MiB)", valueName: "bytes"))
    var bodyMemoryBytes: String?
    @Option(help: ArgumentHelp("Largest request head; 431 beyond, 414 for the target. (default: 16 KiB)", valueName: "bytes"))
    var maxHeadBytes: String?
    @Option(help: ArgumentHelp("Connections at once. (default: by the limit on descriptors)", valueName: "number"))
    var maxConnections: String?
    @Option(help: ArgumentHelp("How long the fault \"stall\" is silent. (default: 600)", valueName: "seconds"))
    var stallSeconds: String?
    @Option(help: ArgumentHelp("Memory for the bodies of files. (default: 64 MiB)", valueName: "bytes"))
    var fileCacheBytes: String?

    /// What was given, by the setting's name.
    var flags: [GivenFlag] {
        [
            GivenFlag("max-body-bytes", maxBodyBytes),
            GivenFlag("body-memory-bytes", bodyMemoryBytes),
            GivenFlag("max-head-bytes", maxHeadBytes),
            GivenFlag("max-connections", maxConnections),
            GivenFlag("stall-seconds", stallSeconds),
            GivenFlag("file-cache-bytes", fileCacheBytes),
        ]
    }
}
