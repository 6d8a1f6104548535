internal import ArgumentParser
internal import UnderstudyDaemon
internal import UnderstudyService

struct Serve: ServingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve a folder of fixtures.",
        discussion: """
            EXAMPLES:
              understudy serve
              understudy serve mocks --port 0 --s3-port 0 --ready-file /tmp/ready

            Prints one line on standard output when it is ready; everything else goes
            to standard error. Mappings and understudy.json are read again when they are
            saved, and on SIGHUP. What has a problem (settings, mappings, certificate)
            stays as it was; the others are used. Options are also variables, as
            UNDERSTUDY_PORT, and settings in understudy.json; further limits are shown by
            --help-hidden.
            """)

    @Argument(help: "The folder with mappings, __files and s3. (default: ./mocks)", completion: .directory)
    var mocks: String?
    @OptionGroup var options: ServeOptions

    func run() throws { try Self.serve(mocks, options.layer) }

    static func serve(_ mocks: String?, _ flags: SettingLayer) throws {
        let launch = try Launch(mocks: mocks, flags: flags)
        let supervisor = try launch.start()
        try reporting { () throws(StartFailure) in try supervisor.announce(printsLine: true) }
        let status = supervisor.serve()
        if status != 0 { throw ExitCode(status) }
    }
}
