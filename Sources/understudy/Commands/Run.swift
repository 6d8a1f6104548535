internal import ArgumentParser
internal import UnderstudyDaemon
internal import UnderstudyService

struct Run: ServingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve while a command runs, and return its status.",
        discussion: """
            EXAMPLES:
              understudy run -- swift test
              understudy run mocks --strict -- sh -c 'curl -s $UNDERSTUDY_URL/a'

            The command gets the base URLs in UNDERSTUDY_URL and UNDERSTUDY_S3_URL, with
            TLS also in UNDERSTUDY_HTTPS_URL and UNDERSTUDY_S3_HTTPS_URL. Ports are free
            ones unless given. Signals are passed on to it. With --strict a request that
            nothing matched, or an expectation that is not met, turns success into 1. At
            the end a report says what was unmatched and which fixtures were not used.
            Exit codes 127: no such command; 126: not a program.
            """)

    @Flag(help: "Fail if a request is unmatched or an expectation is not met.")
    var strict = false
    @Option(
        help: ArgumentHelp("Write the report to this file: JSON, or JUnit if it ends in .xml.", valueName: "file"), completion: .file())
    var report: String?
    @OptionGroup var options: ServeOptions
    @Argument(
        help: ArgumentHelp("The folder with mappings, __files and s3. (default: ./mocks)", valueName: "mocks"), completion: .directory)
    var mocks: String?
    @Argument(parsing: .postTerminator, help: "The command and its arguments, after --.")
    var command: [String] = []

    func validate() throws {
        if command.isEmpty { throw ValidationError("There is no command. Write it after --, as in: understudy run -- swift test") }
    }

    func run() throws {
        Signals.block(forCommand: true)
        try reporting { () throws(StartFailure) in try ReportFile.check(report) }
        let launch = try Launch(mocks: mocks, flags: options.layer, forCommand: true)
        let supervisor = try launch.start(keepsRecord: true)
        try reporting { () throws(StartFailure) in try supervisor.announce(printsLine: false) }
        let child = try reporting { () throws(StartFailure) in try supervisor.startCommand(command) }
        let status = supervisor.accompany(child)
        let reported = statusOfReport(supervisor)
        // A failure of the command itself takes precedence.
        try supervisor.end(status: [status, reported].first { $0 != 0 } ?? supervisor.statusOfRecording)
    }

    /// Reports the run.
    /// - Returns: the exit status if the command has succeeded.
    private func statusOfReport(_ supervisor: Supervisor) -> Int32 {
        do throws(StartFailure) {
            let isClean = try supervisor.report(to: report)
            return strict && !isClean ? SystemExit.failure.rawValue : 0
        } catch {
            return printMessages(of: error)
        }
    }
}
