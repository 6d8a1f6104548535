internal import Glibc
package import Logging
internal import SystemCalls
package import UnderstudyService

/// Runs a service until a signal or the end of its command: readiness, reload, watchdog, graceful stop.
///
/// The calling thread takes the signals. Call `Signals.block` before any other thread starts.
package struct Supervisor {
    private let service: Service
    private let endpoints: Endpoints
    private let manager: ServiceManager
    private let log: Logger
    private let readyFile: PublishedFile?
    private let notes: StatusNotes
    private let fixtures: FixtureThread

    /// When it gives back memory: the first requests use the same pages as the start.
    private static let settling = Duration.milliseconds(200)

    package init(_ service: Service, _ endpoints: Endpoints, manager: ServiceManager = ServiceManager(), log: Logger) {
        self.service = service
        self.endpoints = endpoints
        self.manager = manager
        self.log = log
        readyFile = service.configuration.readyFile.map { PublishedFile(path: $0, .readyFile) }
        let notes = StatusNotes(service, endpoints, manager)
        self.notes = notes
        fixtures = FixtureThread(service, notes, log: log)
        service.observeReloads(
            began: { manager.reloading() },
            ended: { reload in
                for problem in reload.problems { log.error("\(problem)") }
                if reload.hasNewMappings { log.notice("fixtures reloaded: \(service.fixtureSummary)\(service.takeChangedFiles())") }
                if let kept = reload.keptSentence { log.error("the fixtures have problems (\(reload.problems.count)); \(kept)") }
                notes.countObjects()
                manager.ready(notes.text)
            })
    }

    /// Announces that the server is ready: the line on standard output, the ready file, the service manager.
    /// - Parameter printsLine: false leaves standard output to the command.
    /// - Throws: `StartFailure` when the ready file cannot be written.
    package func announce(printsLine: Bool) throws(StartFailure) {
        do { try readyFile?.write(endpoints.readyLine + "\n") } catch { throw StartChecks.noReadyFile(error) }
        if printsLine {
            // Who waits for the line elsewhere, or asks for the server's health, can go on.
            do { try StandardOutput.write(endpoints.readyLine + "\n") } catch {
                for message in error.messages { log.warning("the ready line is not written. \(message)") }
            }
            if StandardError.isTerminal { for line in greeting { log.notice("\(line)") } }
        }
        manager.ready(notes.text)
    }

    /// The lines that a terminal shows at the start.
    var greeting: [String] {
        let listeners = [("HTTP", endpoints.http), ("HTTPS", endpoints.https), ("S3", endpoints.s3), ("S3 with TLS", endpoints.s3HTTPS)]
        let shown = listeners.compactMap { name, url in url.map { "\(name) \($0)" } } + ["admin API \(endpoints.http)/__admin/docs"]
        return [service.inventory, shown.joined(separator: ", "), "Ctrl-C stops"]
    }

    /// Serves until SIGTERM, SIGINT, or a shutdown by the admin API; a second signal ends the process at once,
    /// whatever is in flight.
    /// - Returns: the exit status.
    package func serve() -> Int32 {
        let start = ContinuousClock.now
        var hasSettled = false
        var stuck: [String] = []
        fixtures.start()
        while true {
            // Sent on each turn, because frequent signals may keep the wait from ever timing out.
            stuck = notifyWatchdog(stuck)
            let settling = hasSettled ? nil : max(.zero, Self.settling - (ContinuousClock.now - start))
            switch Signals.next(within: [settling, manager.watchdogInterval].compactMap { $0 }.min()) {
            case .timeout:
                notes.announceChange()
                guard !hasSettled, ContinuousClock.now - start >= Self.settling else { continue }
                settle()
                hasSettled = true
            case .reload: fixtures.reload()
            case .foldersChanged: fixtures.noteChanges()
            case .childEnded, .other: continue
            case .stop:
                stop(endsAtSignal: true)
                leaveIfReloading(status: statusOfRecording)
                return statusOfRecording
            }
        }
    }

    /// The exit status behind the stop: 73 when a recording could not be saved in the folder.
    package var statusOfRecording: Int32 { service.hasUnsavedRecording ? SystemExit.cannotCreate.rawValue : 0 }

    /// Ends the process at once if a reload is under way: an ordinary end would tear down what the reload uses. Call it last.
    /// - Parameter status: the exit status.
    package func leaveIfReloading(status: Int32) {
        if !fixtures.hasEnded(within: .zero) { StandardError.leave(status: status) }
    }

    /// Gives back the memory that only the start has needed, and from now on what large requests leave.
    private func settle() {
        StartUpPages.release()
        Heap.keepSmall()
        Heap.trim()
        service.whenQuiet { Heap.trim() }
    }

    /// Notifies the watchdog while all listeners make progress. Otherwise sets the status to those that do not, and systemd restarts the
    /// server when the watchdog expires.
    /// - Parameter before: the result of the last call.
    /// - Returns: the listeners that make no progress.
    private func notifyWatchdog(_ before: [String]) -> [String] {
        guard let interval = manager.watchdogInterval else { return [] }
        let stuck = service.stuckListeners(after: interval)
        if stuck.isEmpty {
            if !before.isEmpty { manager.setStatus(notes.text) }
            manager.notifyWatchdog()
        } else if stuck != before {
            let names = stuck.joined(separator: ", ")
            log.error("no progress (listener: \(names)); the watchdog is not notified")
            manager.setStatus("no progress: \(names)")
        }
        return stuck
    }

    /// Serves until the command has ended. Passes signals on to it, except those that a terminal sends it as well.
    /// A second SIGTERM or SIGINT kills the command. Fixtures are reloaded when they are saved.
    /// - Returns: the command's exit status.
    package func accompany(_ child: ChildProcess) -> Int32 {
        var followed = FollowedCommands([child])
        fixtures.start()
        while true {
            if let (_, status) = followed.takeEnded() {
                stop()
                return status
            }
            handleNextSignal(&followed)
        }
    }

    /// How many commands of an exploration run at the same time, unless it says so: half of the processors, so that clients and server
    /// have time to settle.
    package static var defaultJobs: Int { min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)) / 2), ExplorationRequest.maximumJobs) }

    /// Runs a command once for each order of its responses, until an order that fails is found and shrunk, or a signal comes. Then stops.
    /// - Parameter jobs: how many runs may be under way at the same time.
    /// - Returns: the status of the run that ended last; after a signal 128 and its number.
    /// - Throws: `StartFailure` as `startCommand`, or when no session can be opened; commands that run are killed then.
    package func explore(_ exploration: CommandExploration, _ command: [String], jobs: Int) throws(StartFailure) -> Int32 {
        var last: Int32 = 0
        var followed = FollowedCommands()
        var runs: [Int32: CommandExploration.Run] = [:]
        fixtures.start()
        while true {
            while runs.count < jobs, !followed.isStopped, let run = try next(of: exploration, followed) {
                let child = try startCommand(command, run.environment, beside: followed)
                followed.add(child)
                runs[child.identifier] = run
            }
            if runs.isEmpty { break }
            var ended = followed.takeEnded()
            while ended == nil {
                handleNextSignal(&followed)
                ended = followed.takeEnded()
            }
            while let (child, status) = ended {
                last = status
                if let run = runs.removeValue(forKey: child.identifier) {
                    if followed.isStopped { exploration.abandon(run) } else { exploration.finish(run, passed: status == 0) }
                }
                ended = followed.takeEnded()
            }
        }
        stop()
        return followed.stopStatus ?? last
    }

    /// - Throws: when no session can be opened: commands that run are killed, and the service has stopped.
    private func next(
        of exploration: CommandExploration, _ followed: FollowedCommands
    ) throws(StartFailure) -> CommandExploration.Run? {
        do throws(StartFailure) {
            return try exploration.next()
        } catch {
            followed.kill()
            stop()
            throw error
        }
    }

    /// Waits for one signal, and does what it is for.
    private func handleNextSignal(_ followed: inout FollowedCommands) {
        switch Signals.next(within: nil, forCommand: true) {
        case .timeout, .childEnded: break
        case .reload(let delivery), .other(let delivery): followed.pass(delivery)
        case .foldersChanged: fixtures.noteChanges()
        case .stop(let delivery): followed.stop(delivery)
        }
    }

    /// Starts the service's command with the base URLs in its environment. Stops the service when that fails.
    /// - Throws: `StartFailure` with 127 when there is no such command, 126 when it cannot be executed, as in a shell.
    package func startCommand(_ command: [String]) throws(StartFailure) -> ChildProcess {
        try startCommand(command, [:], beside: FollowedCommands())
    }

    /// - Parameters:
    ///   - own: further variables, which override the others.
    ///   - others: commands that run already. When the start fails they are killed first, because the stop waits for their requests.
    private func startCommand(
        _ command: [String], _ own: [String: String], beside others: FollowedCommands
    ) throws(StartFailure) -> ChildProcess {
        let environment = Environment.all.merging(endpoints.environment) { $1 }.merging(own) { $1 }
        do {
            return try ChildProcess(command: command, environment: environment)
        } catch {
            others.kill()
            stop()
            switch error.code {
            case ENOENT:
                let repair =
                    command.count == 1 && command[0].contains(" ")
                    ? "It is one word with spaces: write each word by itself, or sh -c '\(command[0])'."
                    : "Give its path, or put its folder on PATH."
                throw StartFailure(["\(error). \(repair)"], exit: .commandNotFound)
            case EACCES: throw StartFailure(["\(error). Is it a program, and executable (chmod +x)?"], exit: .commandNotExecutable)
            default: throw StartFailure(["\(error)"], exit: .failure)
            }
        }
    }

    /// Reports the run: for people on standard error, for programs in a file.
    /// - Parameter file: JSON, or JUnit's XML when its name ends in `.xml`; nil for none.
    /// - Returns: whether every request was answered and every expectation met.
    /// - Throws: `StartFailure` when the file cannot be written.
    package func report(to file: String?) throws(StartFailure) -> Bool {
        guard let report = service.makeReport() else { return true }
        for line in report.lines { StandardError.write(LogText.escaped(line) + "\n") }
        if let file { try ReportFile.write(report.text(for: file), to: file) }
        return report.isClean
    }

    /// Reports an exploration: for people on standard error, for programs in a file.
    /// - Parameter file: JSON; nil for none.
    /// - Throws: `StartFailure` when the file cannot be written.
    package func report(_ exploration: CommandExploration, _ command: [String], to file: String?) throws(StartFailure) {
        for line in exploration.lines(command) { StandardError.write(LogText.escaped(line) + "\n") }
        guard let file else { return }
        try ReportFile.write(String(decoding: exploration.json(command), as: UTF8.self) + "\n", to: file)
    }

    /// - Parameter endsAtSignal: whether a further SIGTERM or SIGINT cuts the stop short.
    private func stop(endsAtSignal: Bool = false) {
        service.ignoreReloads()
        manager.stopping()
        // The process ends itself first, however long requests in flight may take.
        manager.extendStop(by: service.longestStop + .seconds(5))
        readyFile?.remove()
        fixtures.end()
        let deadline = ContinuousClock.now + service.longestStop
        let log = log
        Signals.endAnyway(after: service.longestStop)
        service.stop(
            orElse: { cutOff in
                log.error("\(cutOff)")
                tellOfStop()
                StandardError.leave(status: statusOfRecording)
            },
            whenClosed: { cutShort in if endsAtSignal { Signals.onNextStop { cutShort("a second signal ended the stop") } } },
            whenFetching: { time in
                Signals.endAnyway(after: time)
                // The process ends itself first.
                manager.extendStop(by: time + .seconds(5))
            })
        // The report of a command shows the stubs as the reload leaves them, if it is in time.
        if !endsAtSignal { _ = fixtures.hasEnded(within: max(.zero, deadline - .now)) }
        tellOfStop()
    }

    private func tellOfStop() {
        if fixtures.isReloading { log.warning("the stop did not wait for a reload that was under way") }
        log.notice("stopped\(service.account.map { "; \($0)" } ?? "")")
    }
}
