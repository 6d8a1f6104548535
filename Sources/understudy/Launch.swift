internal import ArgumentParser
internal import Logging
internal import UnderstudyDaemon
internal import UnderstudyService

/// The first steps of every command that needs fixtures: settings, then fixtures, then the server.
struct Launch {
    let configuration: Configuration
    let log: Logger
    private let inherited: InheritedSockets
    /// Until the fixtures are loaded; nil for a check, which a signal ends as any other command.
    private let watch: StartWatch?

    /// - Parameter forCommand: whether a command runs with the server. Ports that are not set are then free ones, and a signal during the
    ///   start gives the status that it would give the command.
    init(mocks: String?, flags: SettingLayer, forCommand: Bool = false) throws {
        Signals.ignoreFailedWrites()
        // Clients at inherited sockets wait for the next start.
        let watch = StartWatch { StandardError.leave(status: forCommand ? 128 + $0 : 0) }
        let configuration = try reporting { () throws(StartFailure) in
            try Configuration.load(mocks: mocks, flags: flags, freePorts: forCommand)
        }
        self.init(configuration, watch)
        for warning in configuration.warnings { log.warning("\(warning)") }
    }

    private init(_ settings: Configuration, _ watch: StartWatch? = nil) {
        self.watch = watch
        inherited = FailedStart.sockets
        var configuration = settings
        configuration.inheritsOpenSockets = inherited.reachBeyondLoopback
        configuration.inheritsTLS = inherited.wantTLS
        configuration.opensHosts = inherited.leaveOpen(configuration)
        self.configuration = configuration
        var log = Logger(label: "understudy") { [configuration] _ in
            StandardErrorLogHandler(level: Logger.Level(rawValue: configuration.logLevel) ?? .info, format: configuration.logFormat)
        }
        log.logLevel = Logger.Level(rawValue: configuration.logLevel) ?? .info
        self.log = log
    }

    /// Reads and checks the fixtures strictly, also behind mistakes in settings. Nothing will be started: warnings about settings are printed
    /// like those about fixtures, and not logged, and what may be a credential is not missing.
    /// - Throws: `ExitCode` behind the messages: that of settings, or else that of fixtures.
    static func check(mocks: String?, flags: SettingLayer) throws -> (Configuration, Service) {
        Signals.ignoreFailedWrites()
        let (settings, failure) = try reporting { () throws(StartFailure) in try Configuration.loadForCheck(mocks: mocks, flags: flags) }
        var codes: [Int32] = []
        func tell(_ failure: StartFailure) {
            codes.append(printMessages(of: failure))
            guard failure.exit == .badConfiguration || failure.exit == .usage else { return }
            printError("\(counted(failure.messages.count, "problem")) in the settings; the fixtures are checked with defaults instead")
        }
        if let failure { tell(failure) }
        settings.printedWarnings.forEach(printError)
        let launch = Launch(settings)
        // Fixtures are read behind a mistake in a file that a setting names.
        for configuration in [launch.configuration, launch.configuration.forFixtures] {
            do throws(StartFailure) {
                let service = try Service(configuration, log: launch.log, strictly: true, shutDown: nil)
                if codes.isEmpty { return (configuration, service) }
                break
            } catch {
                tell(error)
                if error.exit != .badConfiguration { break }
            }
        }
        throw ExitCode(codes[0])
    }

    /// Reads and checks the fixtures.
    /// - Parameter keepsRecord: whether a report follows at the end.
    func load(keepsRecord: Bool = false) throws -> Service {
        defer { watch?.end() }
        // S3 and the listeners divide the descriptors among them.
        DescriptorLimit.raise()
        return try reporting { () throws(StartFailure) in
            try Service(configuration, log: log, keepsRecord: keepsRecord) { Signals.stopSelf() }
        }
    }

    /// Loads, opens the listeners, and prepares runs under many orders of responses.
    func start(exploring request: ExplorationRequest) throws -> (Supervisor, CommandExploration) {
        try refuseUnreadCredentials()
        let service = try load()
        let exploration = try reporting { () throws(StartFailure) in try service.explore(request) }
        return (try start(service), exploration)
    }

    /// Loads, and opens the listeners.
    func start(keepsRecord: Bool = false) throws -> Supervisor {
        try refuseUnreadCredentials()
        return try start(try load(keepsRecord: keepsRecord))
    }

    /// A server that does not see its token or its keys would be open. A check goes on.
    private func refuseUnreadCredentials() throws {
        try reporting { () throws(StartFailure) in
            if let flaw = configuration.credentialFlaw { throw StartFailure([flaw], exit: .badConfiguration) }
        }
    }

    private func start(_ service: Service) throws -> Supervisor {
        for warning in inherited.warnings(configuration) { log.warning("\(warning)") }
        let endpoints = try reporting { () throws(StartFailure) in
            try StartChecks.check(readyFile: configuration.readyFile)
            try StartChecks.checkTemporaryFolder()
            return try service.start(inherited: inherited)
        }
        FailedStart.isOver()
        return Supervisor(service, endpoints, log: log)
    }
}

/// Prints the messages of a failed start, and turns it into the exit code.
func reporting<T>(_ body: () throws(StartFailure) -> T) throws -> T {
    do {
        return try body()
    } catch {
        throw ExitCode(printMessages(of: error))
    }
}

/// Prints what a command was asked for on standard output.
/// - Throws: `ExitCode` behind the message when it cannot be written.
func printResult(_ text: String) throws {
    try reporting { () throws(StartFailure) in try StandardOutput.write(text) }
}

/// Prints the messages of a failed start.
/// - Returns: its exit code.
func printMessages(of failure: StartFailure) -> Int32 {
    for message in failure.messages { printError(message) }
    return failure.exit.rawValue
}

extension Supervisor {
    /// Ends the command with that status, behind its report. Call it last.
    /// - Throws: `ExitCode`.
    func end(status: Int32) throws {
        leaveIfReloading(status: status)
        throw ExitCode(status)
    }
}
