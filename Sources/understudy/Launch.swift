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

    /// - Parameters:
    ///   - forCommand: whether a command runs with the server. Ports that are not set are then free ones, and a signal during the start gives
    ///     the status that it would give the command.
    ///   - isCheck: whether nothing will be started. Warnings about settings are printed like those about fixtures, and not logged, and
    ///     what may be a credential is not missing.
    init(mocks: String?, flags: SettingLayer, forCommand: Bool = false, isCheck: Bool = false) throws {
        if isCheck { Signals.ignoreClosedPipes() } else { Signals.block() }
        // Clients at inherited sockets wait for the next start.
        watch = isCheck ? nil : StartWatch { StandardError.leave(status: forCommand ? 128 + $0 : 0) }
        inherited = FailedStart.sockets
        var configuration = try reporting { () throws(StartFailure) in
            try Configuration.load(mocks: mocks, flags: flags, freePorts: forCommand)
        }
        configuration.inheritsOpenSockets = inherited.reachBeyondLoopback
        configuration.inheritsTLS = inherited.wantTLS
        configuration.opensHosts = inherited.leaveOpen(configuration)
        configuration.mayMissCredentials = isCheck && Environment.process.hidesCredentials
        self.configuration = configuration
        var log = Logger(label: "understudy") { [configuration] _ in
            StandardErrorLogHandler(level: Logger.Level(rawValue: configuration.logLevel) ?? .info, format: configuration.logFormat)
        }
        log.logLevel = Logger.Level(rawValue: configuration.logLevel) ?? .info
        self.log = log
        if isCheck {
            configuration.printedWarnings.forEach(printError)
        } else {
            for warning in configuration.warnings { log.warning("\(warning)") }
        }
    }

    /// Reads and checks the fixtures.
    /// - Parameter strictly: a missing body file is a mistake as well.
    /// - Parameter keepsRecord: whether a report follows at the end.
    func load(strictly: Bool = false, keepsRecord: Bool = false) throws -> Service {
        defer { watch?.end() }
        return try reporting { () throws(StartFailure) in
            try Service(configuration, log: log, strictly: strictly, keepsRecord: keepsRecord) { Signals.stopSelf() }
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
        DescriptorLimit.raise()
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
