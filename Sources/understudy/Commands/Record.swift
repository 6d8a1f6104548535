internal import ArgumentParser
internal import UnderstudyDaemon
internal import UnderstudyService

struct Record: ServingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Pass requests on to a server, and save its responses as stubs.",
        discussion: """
            EXAMPLES:
              understudy record --from https://api.example.com
              understudy record --from https://api.example.com \\
                --s3-host images.example.com=pose-images mocks

            Use the app against http://127.0.0.1:8080, then stop with Ctrl-C: the mappings
            are saved then. With --s3-host, the URLs of that host in responses become
            {{s3.baseUrl}} and {{s3.presigned}}, and what is behind them becomes files
            below s3/BUCKET. The folder is made if there is none.
            """)

    @Option(help: ArgumentHelp("The base URL of the server to record.", valueName: "url"))
    var from: String
    @OptionGroup var options: ServeOptions
    @Argument(
        help: ArgumentHelp("The folder that is recorded into. (default: ./mocks)", valueName: "mocks"), completion: .directory)
    var mocks: String?

    func validate() throws {
        guard let other = options.proxying.proxyAll else { return }
        throw ValidationError(
            "record passes everything on to the URL of --from, \(from), so --proxy-all \(other) means nothing. Leave it out.")
    }

    func run() throws {
        let folder = mocks ?? "mocks"
        try reporting { () throws(StartFailure) in try RecordingFolder.make(folder) }
        var flags = options.layer
        flags.values["proxy-all"] = ([from], .flag("from"))
        flags.values["record-mappings"] = (["true"], .flag("from"))
        try Serve.serve(folder, flags)
    }
}
