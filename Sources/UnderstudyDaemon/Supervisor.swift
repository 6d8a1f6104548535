internal import Glibc
package import Logging
package import UnderstudyService

/// Runs a service until a signal, or the end of the command that it accompanies, ends it: readiness, reload, watchdog, graceful stop.
///
/// The calling thread becomes the one that takes signals; `Signals.block` must have been called before any other was started.
package struct Supervisor {
    private let service: Service
    private let endpoints: Endpoints
    private let manager: ServiceManager
    private let log: Logger
    private let readyFile: ReadyFile?

    package init(_ service: Service, _ endpoints: Endpoints, manager: ServiceManager = ServiceManager(), log: Logger) {
        self.service = service
        self.endpoints = endpoints
        self.manager = manager
        self.log = log
        readyFile = service.configuration.readyFile.map { ReadyFile(path: $0) }
    }

    /// Says that the server is ready: the line on standard output, the ready file, the service manager.
    /// - Parameter printsLine: false leaves standard output to the command.
    /// - Throws: `StartFailure` when the ready file cannot be written.
    package func announce(printsLine: Bool) throws(StartFailure) {
        do {
            try readyFile?.write(endpoints.readyLine + "\n")
        } catch {
            throw StartFailure(["\(error). Choose another place with --ready-file."], exit: .cannotCreate)
        }
        if printsLine {
            StandardOutput.write(endpoints.readyLine + "\n")
            if StandardError.isTerminal { for line in greeting { log.notice("\(line)") } }
        }
        manager.ready(serving)
    }

    /// What people see at the start, in a terminal.
    var greeting: [String] {
        [
            service.inventory,
            "HTTP \(endpoints.http)\(endpoints.s3.map { ", S3 \($0)" } ?? ""), admin API \(endpoints.http)/__admin/docs",
            "Ctrl-C stops",
        ]
    }

    /// Serves until SIGTERM, SIGINT, or a shutdown by the admin API; a second signal ends the process at once.
    package func serve() {
        // The first requests come right after the ready line, and go through the same pages.
        var hasSettled = false
        var watch: FixtureWatch?
        while true {
            // Told at each turn: signals may come so often that none of them ends in a time-out.
            manager.alive()
            let settling = min(manager.watchdogInterval ?? .milliseconds(200), .milliseconds(200))
            let limit = watch?.patience() ?? (hasSettled ? manager.watchdogInterval : settling)
            switch Signals.next(within: limit) {
            case .timeout:
                if !hasSettled { watch = service.watchFixtures() }
                reloadIfChanged(watch)
                if !hasSettled { StartUpPages.release() }
                hasSettled = true
            case .reload: reload()
            case .foldersChanged: hear(watch)
            case .childEnded, .other: continue
            case .stop:
                Signals.letStopSignalsKill()
                stop()
                return
            }
        }
    }

    /// Serves until the command has ended; signals are passed on to it, but for those of a terminal, which it gets anyway.
    /// A second SIGTERM or SIGINT kills it. Its fixtures are read again when they are saved.
    /// - Returns: the command's exit status.
    package func accompany(_ child: ChildProcess) -> Int32 {
        let (status, _) = follow(child, service.watchFixtures())
        stop()
        return status
    }

    /// Runs a command once for each order of its responses, until an order that fails is found and shrunk, or a signal comes. Then stops.
    /// - Returns: the status of the last run.
    /// - Throws: `StartFailure` as `startCommand`, or when no session can be opened.
    package func explore(_ exploration: CommandExploration, _ command: [String]) throws(StartFailure) -> Int32 {
        var last: Int32 = 0
        let watch = service.watchFixtures()
        while true {
            let next: CommandExploration.Run?
            do throws(StartFailure) {
                next = try exploration.next()
            } catch {
                stop()
                throw error
            }
            guard let run = next else { break }
            let (status, isStopped) = follow(try startCommand(command, run.environment), watch)
            exploration.finish(run, passed: status == 0)
            last = status
            if isStopped { break }
        }
        stop()
        return last
    }

    /// - Returns: the command's exit status, and whether a signal asked for the end.
    private func follow(_ child: ChildProcess, _ watch: FixtureWatch?) -> (status: Int32, isStopped: Bool) {
        var stopSignals = 0
        while true {
            if let status = child.exitStatus() { return (status, stopSignals > 0) }
            switch Signals.next(within: watch?.patience(), forCommand: true) {
            case .timeout: reloadIfChanged(watch)
            case .childEnded: continue
            case .reload(let delivery), .other(let delivery): child.pass(delivery)
            case .foldersChanged: hear(watch)
            case .stop(let delivery):
                stopSignals += 1
                if stopSignals > 1 { child.kill() } else { child.pass(delivery) }
            }
        }
    }

    /// Starts the command that the service accompanies; it finds the base URLs in its environment.
    /// - Throws: `StartFailure` with 127 when there is no such command, 126 when it cannot be executed, as shells have it.
    /// - Parameter own: variables that it gets besides, or in place of those.
    package func startCommand(_ command: [String], _ own: [String: String] = [:]) throws(StartFailure) -> ChildProcess {
        var environment = Environment.all
        environment["UNDERSTUDY_URL"] = endpoints.http
        if let s3 = endpoints.s3 { environment["UNDERSTUDY_S3_URL"] = s3 }
        environment.merge(own) { $1 }
        do {
            return try ChildProcess(command: command, environment: environment)
        } catch {
            stop()
            switch error.code {
            case ENOENT: throw StartFailure(["\(error). Give its path, or put its folder on PATH."], exit: .commandNotFound)
            case EACCES: throw StartFailure(["\(error). Is it a program, and executable (chmod +x)?"], exit: .commandNotExecutable)
            default: throw StartFailure(["\(error)"], exit: .failure)
            }
        }
    }

    /// Tells what has become of the run: to people on standard error, and to programs in a file.
    /// - Parameter file: JSON, or JUnit's XML when its name ends in `.xml`; nil for none.
    /// - Returns: whether every request was answered and every expectation met.
    /// - Throws: `StartFailure` when the file cannot be written.
    package func report(to file: String?) throws(StartFailure) -> Bool {
        guard let report = service.report else { return true }
        for line in report.lines { printError(line) }
        if let file {
            do {
                try ReadyFile(path: file, what: "the report").write(report.text(for: file))
            } catch {
                throw StartFailure(["\(error). Choose another place with --report."], exit: .cannotCreate)
            }
        }
        return report.isClean
    }

    /// Tells what an exploration has found: to people on standard error, and to programs in a file.
    /// - Parameter file: JSON; nil for none.
    /// - Throws: `StartFailure` when the file cannot be written.
    package func report(_ exploration: CommandExploration, _ command: [String], to file: String?) throws(StartFailure) {
        for line in exploration.lines(command) { printError(line) }
        guard let file else { return }
        do {
            try ReadyFile(path: file, what: "the report").write(String(decoding: exploration.json(command), as: UTF8.self) + "\n")
        } catch {
            throw StartFailure(["\(error). Choose another place with --report."], exit: .cannotCreate)
        }
    }

    private func hear(_ watch: FixtureWatch?) {
        guard let watch else { return }
        watch.hear()
        // Changes may come faster than they are taken, so that no time-out comes between them.
        if watch.patience() == .zero { reloadIfChanged(watch) }
    }

    private func reloadIfChanged(_ watch: FixtureWatch?) {
        do {
            if try watch?.settle() == true { reload() } else if watch != nil { noteSettings() }
        } catch {
            log.warning("not all changes of mappings will be noticed (SIGHUP reloads them): \(error)")
        }
    }

    private func noteSettings() {
        if service.takeSettingsChange() { log.notice("understudy.json changed; settings are read at the start only") }
    }

    private func reload() {
        noteSettings()
        manager.reloading()
        let problems = service.reload()
        for problem in problems { log.error("\(problem)") }
        if problems.isEmpty {
            log.notice("fixtures reloaded: \(service.summary)\(service.takeChangedFiles())")
        } else {
            log.error("the fixtures have problems (\(problems.count)); the last good ones stay in force")
        }
        manager.ready(problems.isEmpty ? serving : "\(serving), as before a reload that failed")
    }

    /// For `systemctl status`.
    private var serving: String {
        "Serving \(service.summary) of \(service.configuration.mocks ?? "no folder") on \(endpoints.http)"
            + (endpoints.s3.map { ", S3 on \($0)" } ?? "")
    }

    private func stop() {
        manager.stopping()
        readyFile?.remove()
        service.stop()
        log.notice("stopped\(service.account.map { "; \($0)" } ?? "")")
    }
}
