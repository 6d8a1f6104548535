internal import ArgumentParser
internal import UnderstudyDaemon
internal import UnderstudyService

struct Explore: ServingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a command once for each order in which responses can come.",
        discussion: """
            EXAMPLES:
              understudy explore -- swift test --filter FeedTests
              understudy explore --cover pairs mocks -- python3 test_feed.py
              understudy explore --schedule o1.3.3:2-1-3 -- python3 test_feed.py

            Each run gets a session of its own, whose base URLs are in UNDERSTUDY_URL and
            UNDERSTUDY_S3_URL, with TLS also in UNDERSTUDY_HTTPS_URL and
            UNDERSTUDY_S3_HTTPS_URL, its id in UNDERSTUDY_SESSION, and the run's number in
            UNDERSTUDY_RUN. A run fails if the command does not return 0. A failing order
            is made smaller, until two or three requests explain it; the report ends with
            the line that runs it again. Exit codes: 0 if the command passes in all orders,
            1 if not, or if nothing was tested: no request came, nothing matched any of
            them, or no order was changed; with --schedule the command's own, or 1 if it
            tested nothing or the run diverged. 65: mappings with problems; 73: the report
            cannot be written; 126: not a program; 127: no such command; 130 and 143: ended
            by SIGINT and SIGTERM.
            """)

    @Option(help: "Which orders: pairs, triples, quadruples or random.", completion: .list(ExplorationRequest.covers))
    var cover = "triples"
    @Option(help: ArgumentHelp("The most runs, 1 to 1024.", valueName: "number"))
    var runs = 64
    @Option(help: ArgumentHelp("Runs at the same time, 1 to 64. (default: half of the processors)", valueName: "number"))
    var jobs: Int?
    @Option(help: ArgumentHelp("Run once, in this order: arrival, reverse, o1...", valueName: "order"))
    var schedule: String?
    @Option(help: ArgumentHelp("A response goes out when no request has come for so long. (default: 15)", valueName: "ms"))
    var settle: Int?
    @Option(help: ArgumentHelp("A query parameter that differs from run to run. Repeatable.", valueName: "name"))
    var ignoreQuery: [String] = []
    @Option(help: ArgumentHelp("Write the report to this file, as JSON.", valueName: "file"), completion: .file())
    var report: String?
    @OptionGroup var options: ServeOptions
    @Argument(
        help: ArgumentHelp("The folder with mappings, __files and s3. (default: ./mocks)", valueName: "mocks"), completion: .directory)
    var mocks: String?
    @Argument(parsing: .postTerminator, help: "The command and its arguments, after --.")
    var command: [String] = []

    func validate() throws {
        if command.isEmpty { throw ValidationError("There is no command. Write it after --, as in: understudy explore -- swift test") }
    }

    func run() throws {
        Signals.block(forCommand: true)
        try reporting { () throws(StartFailure) in try ReportFile.check(report) }
        let launch = try Launch(mocks: mocks, flags: options.layer, forCommand: true)
        var request = ExplorationRequest()
        request.cover = cover
        request.runs = runs
        request.jobs = jobs ?? Supervisor.defaultJobs
        request.schedule = schedule
        request.mocks = mocks
        request.settleMilliseconds = settle
        request.ignoredQuery = ignoreQuery
        let (supervisor, exploration) = try launch.start(exploring: request)
        try supervisor.end(status: status(of: exploration, jobs: request.jobs, supervisor))
    }

    /// Runs the command, and reports.
    /// - Returns: the exit status.
    private func status(of exploration: CommandExploration, jobs: Int, _ supervisor: Supervisor) -> Int32 {
        do throws(StartFailure) {
            try supervisor.announce(printsLine: false)
            let last = try supervisor.explore(exploration, command, jobs: jobs)
            try supervisor.report(exploration, command, to: report)
            return exploration.status(last: last)
        } catch {
            return printMessages(of: error)
        }
    }
}
