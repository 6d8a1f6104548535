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

            Prints every problem, and exits with 65 when there is one. With a problem of a
            mapping, the last good mappings stay in use; with one of understudy.json, the
            last good settings; with one of the certificate, the one in use. A problem of
            an object, of a file of __files or of one response, such as a missing body
            file, concerns only itself.

            Without --socket it calls the service whose socket is in
            UNDERSTUDY_ADMIN_SOCKET; if that is not set, the user's own, or else the
            machine's. A service has a socket if it was started with --admin-socket, as
            the units do. Exit codes: 69 when no service responds, 77 when it is another
            user's.
            """)

    @Option(help: ArgumentHelp("The service's admin socket.", valueName: "path"), completion: .file())
    var socket: String?

    func run() throws {
        let reload = try reporting { () throws(StartFailure) in try AdminSocket(path: socket).reload() }
        for problem in reload.problems + reload.objectProblems { printError(problem) }
        // Problems are told, and decide the exit code, whether or not the result can be written.
        let printing = Result { if reload.hasNewMappings { try printResult("reloaded: \(counted(reload.stubs, "stub mapping"))\n") } }
        guard reload.problems.isEmpty else {
            printError("\(counted(reload.problems.count, "problem")); \(reload.kept ?? "what has one stays as it was")")
            throw ExitCode(SystemExit.badFixtures.rawValue)
        }
        guard reload.objectProblems.isEmpty else {
            printError("\(counted(reload.objectProblems.count, "problem")) of responses, files and objects; each concerns only itself")
            throw ExitCode(SystemExit.badFixtures.rawValue)
        }
        try printing.get()
    }
}
