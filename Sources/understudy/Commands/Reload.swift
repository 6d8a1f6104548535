internal import ArgumentParser
internal import UnderstudyDaemon
internal import UnderstudyService

struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let a running service read its fixtures again.",
        discussion: """
            EXAMPLES:
              sudo understudy reload
              understudy reload --socket /run/understudy-team/admin.sock

            Prints every problem, and exits with 65 when there is one; the last good set
            stays in force then. Without --socket it calls the service whose socket is in
            UNDERSTUDY_ADMIN_SOCKET; if that is not set, the user's own, or else the
            machine's. A service has a socket if it was started with --admin-socket, as
            the units do. Exit codes: 69 when no service responds, 77 when it is another
            user's.
            """)

    @Option(help: ArgumentHelp("The service's admin socket.", valueName: "path"), completion: .file())
    var socket: String?

    func run() throws {
        let (problems, stubs) = try reporting { () throws(StartFailure) in try AdminSocket(path: socket).reload() }
        for problem in problems { printError(problem) }
        guard problems.isEmpty else {
            printError("\(problems.count == 1 ? "1 problem" : "\(problems.count) problems"); the last good set stays in force")
            throw ExitCode(SystemExit.badFixtures.rawValue)
        }
        print("reloaded: \(stubs == 1 ? "1 stub mapping" : "\(stubs) stub mappings")")
    }
}
