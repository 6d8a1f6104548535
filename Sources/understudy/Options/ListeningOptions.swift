internal import ArgumentParser

/// Where the server listens, and how it runs.
struct ListeningOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Address to listen on; may be repeated. (default: localhost, which is 127.0.0.1 and ::1)", valueName: "address"))
    var host: [String] = []
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Port of the HTTP listener; 0 takes a free one. (default: 8080; run and explore: 0)", valueName: "port"))
    var port: String?
    @Option(help: ArgumentHelp("Port of the S3 listener; 0 takes a free one. (default: 9000; run and explore: 0)", valueName: "port"))
    var s3Port: String?
    @Option(help: ArgumentHelp("Write the ready line to this file as well, whole.", valueName: "file"), completion: .file())
    var readyFile: String?
    @Flag(help: "Do not read mappings again when their files are saved.")
    var noWatch = false
    @Option(
        help: ArgumentHelp(
            "How saved mappings are noticed: by events where the system has them (auto), or by looking (poll). (default: auto)",
            valueName: "mode"), completion: .list(["auto", "poll"]))
    var watch: String?
    @Option(help: ArgumentHelp("Worker threads of each listener. (default: 2)", valueName: "number"))
    var threads: String?
    @Option(help: ArgumentHelp("How long requests in flight may take when the server stops. (default: 5)", valueName: "seconds"))
    var drainSeconds: String?

    /// What was given, by the setting's name.
    var flags: [GivenFlag] {
        [
            GivenFlag("host", host),
            GivenFlag("port", port),
            GivenFlag("s3-port", s3Port),
            GivenFlag("ready-file", readyFile),
            GivenFlag("no-watch", noWatch),
            GivenFlag("watch", watch),
            GivenFlag("threads", threads),
            GivenFlag("drain-seconds", drainSeconds),
        ]
    }
}
