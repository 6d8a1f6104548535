internal import AdminAPI
internal import ResponseOrders
internal import FileStore
internal import FixtureStore
internal import HTTPMessage
internal import JSONDocument
public import Logging
internal import LinkModel
internal import MicroHTTPD
internal import MockEngine
internal import Placeholders
internal import Recorder
internal import S3Service
internal import StubModel
internal import Synchronization
internal import TLS
internal import WorkPool

/// A whole server: fixtures, engine and listeners. A test process embeds it:
///
///     let service = try Service(.embedded(mocks: "mocks"), log: log)
///     let endpoints = try service.start()
///     defer { service.stop() }
///
/// The initializer reads and checks every mapping. `start` opens the listeners; then objects and the contents of files are checked. A
/// service handles no signals and changes no state of the process. It needs a folder only for S3. A process can run several at once. Any
/// thread.
public final class Service: Sendable {
    /// The settings that it was made with.
    public let configuration: Configuration
    let log: Logger
    /// Nil when all stubs come from the admin API.
    let folder: FixtureFolder?
    let engine: MockEngine
    private let frontDoor: FrontDoor
    private let objects: S3Service?
    private let addresses: OwnAddresses
    private let upstreams: Upstreams
    let recorder: StubRecorder
    let accessLog: AccessLog
    /// Runs work that would block the wire's workers.
    let work = WorkPool()
    private let adminWork = AdminWork()
    /// A token that the service made because none was given.
    private let madeToken: MadeToken?
    let care: FolderCare
    private let timer = SystemTimer()
    private let ports: SessionPorts
    private let record: ReportCollector?
    let metrics: Metrics
    /// The number of warnings of the first load.
    package let warningCount: Int
    private let state = Mutex(State.fresh)
    private let fixtures: FixtureSource
    private let settings: LiveSettings
    private let tls: TLSSetup?
    /// Locked for a whole reload, so that what was read first is not applied last.
    private let reloading = Mutex<Void>(())
    private let reloadObserver = Mutex<ReloadObserver?>(nil)

    private struct ReloadObserver: Sendable {
        let began: @Sendable () -> Void
        let ended: @Sendable (ReloadResult) -> Void
    }

    /// Where a service is in its life.
    private enum State: Sendable {
        /// Not started, or a start has failed.
        case fresh
        case starting
        case running(Running)
        case stopped

        var running: Running? { if case .running(let running) = self { running } else { nil } }
    }

    private struct Running: Sendable {
        var reactor: Reactor
        var daemons: [Daemon]
        var relay: TLSRelay?
    }

    /// - Parameter shutDown: begins an orderly end of the process; `POST /__admin/shutdown` calls it on a worker thread. Without it, that
    ///   route responds with an error.
    /// - Throws: `StartFailure`: 66 when there is no such folder, 65 with every mistake in every fixture, 78 for invalid settings.
    public convenience init(_ configuration: Configuration, log: Logger, shutDown: (@Sendable () -> Void)? = nil) throws(StartFailure) {
        try self.init(configuration, log: log, strictly: false, keepsRecord: false, shutDown: shutDown)
    }

    /// - Parameter strictly: as for `check`: a missing body file is a mistake, not a warning, and warnings are printed in the same form as
    ///   mistakes. In `serve` only a request for the file fails. The service cannot be started: it makes no certificate, and writes
    ///   nothing.
    /// - Parameter keepsRecord: whether `report` will be called.
    package init(
        _ configuration: Configuration, log: Logger, strictly: Bool = false, keepsRecord: Bool = false, shutDown: (@Sendable () -> Void)?
    ) throws(StartFailure) {
        try configuration.checkTexts()
        self.configuration = configuration
        self.log = log
        settings = LiveSettings(configuration)
        if strictly { try TLSSetup.check(configuration) }
        // Empty work makes the pool call `whenQuiet` a second later.
        tls = strictly ? nil : try TLSSetup.make(configuration) { [work] in _ = work.submit {} }
        for warning in Self.warnings(about: tls, configuration) { log.warning("\(warning)") }
        folder = try Self.folder(configuration)
        let seed = configuration.seed ?? UInt64.random(in: 0..<(1 << 32))
        let addresses = OwnAddresses(baseDomains: configuration.s3BaseDomains)
        self.addresses = addresses
        upstreams = try Upstreams(configuration)
        if let warning = upstreams.warning { log.warning("\(warning)") }
        var environment = configuration.engineEnvironment(folder: folder) { addresses.s3BaseURL($0) }
        upstreams.join(&environment)
        environment.rendering.s3Port = configuration.s3Port > 0 ? configuration.s3Port : nil
        record = keepsRecord ? ReportCollector() : nil
        if keepsRecord { folder?.store.noteReads() }
        accessLog = AccessLog(log: log, isOn: configuration.accessLog, record: record)
        environment.observer = accessLog
        environment.work = work
        let pictures = PictureMaker()
        let objects = try configuration.s3Service(folder, work, pictures)
        self.objects = objects
        environment.contents = Self.contents(of: folder, objects, pictures, work)
        if let objects { environment.links = ObjectLinks(try configuration.linkMaker()) { objects.hasFolder(ofBucket: $0) } }
        var options = Session.Options(seed: seed, clock: SystemClock(), timer: timer)
        options.latencyScale = configuration.latencyScale
        options.network = configuration.network
        options.proxyObserver = upstreams.log
        engine = MockEngine(environment, options)
        let fixtures = try FixtureSource(folder, into: engine, upstreams, configuration, log)
        self.fixtures = fixtures
        care = FolderCare(folder, environment.fixtures, work, log) { fixtures.newBodyProblems(unless: $0) }
        var services = Self.services(tls, log)
        let reloader = Reloader()
        services.reload = { reloader.reload() }
        metrics = Metrics(engine, accessLog.counts, certificate: services.certificate)
        services.metrics = { [metrics] in metrics.text() }
        let fileName = try configuration.savedFileName()
        if let folder {
            services.files = AdminBodyFolder(folder: folder)
            services.mappings = AdminMappingFolder(folder: folder, fileName: fileName) { fixtures.load(keepingOthers: false).problems }
        }
        recorder = upstreams.recorder(
            engine, mappings: services.mappings, files: services.files, objects: objects.map { AdminObjectFolder(service: $0) },
            timer: timer
        ) { log.warning("\(LogText.withoutSecrets(inText: $0))") }
        services.recorder = recorder
        services.shutDown = shutDown
        ports = SessionPorts(maximumPorts: configuration.maximumSessionPorts)
        services.ports = ports
        services.startedAt = engine.session.clock.uptime
        services.work = adminWork.calls
        services.fetchWork = adminWork.fetches
        let (access, madeToken) = try configuration.adminAccess(makesToken: !strictly)
        self.madeToken = madeToken
        frontDoor = FrontDoor(
            engine: engine, admin: AdminAPI(engine: engine, access: access, services: services),
            observer: accessLog.wantsExchanges ? accessLog : nil)
        warningCount = try Self.warningCount(of: fixtures.load(strictly: strictly), strictly: strictly, log.logLevel)
        reloader.join(self)
        if configuration.recordMappings { try Upstreams.begin(recorder, configuration) }
    }

    /// The problem of the certificate in use or of the saved one; nil if there is none, and without TLS.
    package var certificateProblem: String? { tls?.report.problem?.description }

    /// Whether `understudy.json` has changed since the start or the last call.
    private func takeSettingsChange() -> Bool { folder?.takeSettingsChange() ?? false }

    /// Makes the report of all requests so far; nil unless the service keeps a record.
    package func makeReport() -> RunReport? {
        record?.report(
            own: engine.session, others: engine.openSessions, folder: configuration.mocks, unusedFiles: folder?.unusedFiles() ?? [])
    }

    /// Runs of one test under many orders, each in its own session. The service must have started.
    /// - Throws: `StartFailure` with 64 for an invalid request.
    package func explore(_ request: ExplorationRequest) throws(StartFailure) -> CommandExploration {
        let (settings, schedule) = try request.read(seed: engine.session.options.seed)
        return CommandExploration(engine: engine, ports: ports, request, settings, schedule)
    }

    /// Opens the listeners, and serves from then on. A service starts once; after a failure it may be tried again.
    /// - Throws: `StartFailure` with 69 when a port is taken, 70 for a service that has been started or stopped.
    public func start() throws(StartFailure) -> Endpoints { try start(inherited: .init()) }

    /// - Parameter inherited: sockets from the service manager; a listener without one opens its own.
    /// - Throws: `StartFailure` with 69 when a port is taken, 78 for an inherited socket that belongs to no listener.
    package func start(inherited: InheritedSockets) throws(StartFailure) -> Endpoints {
        try beginToStart()
        do throws(StartFailure) { return try open(inherited) } catch {
            state.withLock { $0 = .fresh }
            throw error
        }
    }

    private func beginToStart() throws(StartFailure) {
        let refusal: String? = state.withLock { state in
            switch state {
            case .fresh:
                state = .starting
                return nil
            case .starting, .running: return "The service has been started already. Make another one for a second server."
            case .stopped: return "The service has been stopped, and cannot start again. Make another one."
            }
        }
        if let refusal { throw StartFailure([refusal], exit: .software) }
    }

    private func open(_ inherited: InheritedSockets) throws(StartFailure) -> Endpoints {
        // Each listener may use three quarters of the descriptors, less what the rest of the process needs. Both are rarely full at once,
        // and the acceptor waits when no descriptor is left.
        let room = max(16, DescriptorLimit.current * 3 / 4 - 64)
        try inherited.refuseUnknownNames()
        let sockets = try ServerSockets(configuration, tls, inherited: inherited)
        // Locks the folder, so it comes behind what fails when a port is taken.
        do throws(S3SaveError) {
            for problem in try objects?.start() ?? [] { log.warning("\(problem)") }
        } catch {
            throw StartFailure([error.sentence], exit: .badConfiguration)
        }
        let (http, https, s3, s3HTTPS, admin) = (sockets[.http], sockets[.https], sockets[.s3], sockets[.s3HTTPS], sockets[.admin])
        let endpoints = Endpoints(
            http: http[0].url, s3: s3.first?.url, admin: admin.first?.url, https: https.first?.secureURL,
            s3HTTPS: s3HTTPS.first?.secureURL)
        if let first = s3.first {
            addresses.open(s3Port: first.address.port, s3URL: first.url, securePort: s3HTTPS.first?.address.port)
        }
        var reactor: Reactor?
        var daemons: [Daemon] = []
        do {
            let shared = try Reactor()
            reactor = shared
            timer.open(shared)
            let listeners = [(ListenerName.http, http), (.s3, s3), (.admin, admin)].filter { !$0.1.isEmpty }
            for (name, sockets) in listeners {
                let options = configuration.daemonOptions(name, room: room, work, log)
                let all = sockets + (name == .http ? https : name == .s3 ? s3HTTPS : [])
                daemons.append(try Daemon.start(options, on: all, responder: frontDoor, reactor: shared))
            }
            state.withLock { [daemons] in $0 = .running(Running(reactor: shared, daemons: daemons, relay: tls?.relay)) }
            tls?.renew(by: timer, log)
            metrics.read(from: zip(listeners, daemons).map { (name: $0.0, daemon: $1) })
            ports.open(
                [(SocketName.http, http), (.https, https), (.s3, s3), (.s3HTTPS, s3HTTPS)].compactMap { name, sockets in
                    let hosts = SessionPorts.hosts(of: sockets)
                    guard !hosts.isEmpty, let index = listeners.firstIndex(where: { $0.0 == name.listener }) else { return nil }
                    return .init(name: name, hosts: hosts, daemon: daemons[index], relay: name.isSecure ? tls?.relay : nil)
                })
            // Whoever starts the server waits for the first response, not for what is said of the folder.
            _ = timer.schedule(after: .milliseconds(50)) { [care] in
                care.look()
                care.deleteAbandonedFiles()
            }
            let seed = engine.session.options.seed
            log.info("seed \(seed); --seed \(seed) repeats this run's random draws")
            let network = engine.session.network
            if !network.isTransparent { log.notice("all traffic takes a slow network (\(network.name ?? "by numbers")); see --network") }
            if let madeToken { log.notice("\(madeToken.notice)") }
        } catch {
            // The next try has its own.
            for daemon in daemons { daemon.stop(.abort, within: .zero) }
            timer.reset()
            reactor?.stop()
            objects?.stop()
            throw StartFailure(["\(error)"], exit: .software)
        }
        return endpoints
    }

    /// Calls these closures at the beginning and the end of each reload, on the thread that reloads, until `ignoreReloads`.
    package func observeReloads(began: @escaping @Sendable () -> Void, ended: @escaping @Sendable (ReloadResult) -> Void) {
        reloadObserver.withLock { $0 = ReloadObserver(began: began, ended: ended) }
    }

    /// Calls the closures of `observeReloads` no more. A call that has begun goes on.
    package func ignoreReloads() { reloadObserver.withLock { $0 = nil } }

    /// Reads the settings, the mappings and the certificate again. If one of these has a problem, it stays as it was, and the others are
    /// used. Stubs that the admin API has added stay.
    @discardableResult
    package func reload() -> ReloadResult { reloading.withLock { _ in reloadAlone() } }

    private func reloadAlone() -> ReloadResult {
        reloadObserver.withLock { $0 }?.began()
        _ = folder?.takeChanges()
        let change = settings.reload()
        for line in change.lines { log.notice("\(line)") }
        if let network = change.network { engine.session.network = network }
        engine.environment.fixtures.noteSettings(change.problems, forRestart: change.forRestart, at: SystemClock().now)
        let load = fixtures.load()
        let result = ReloadResult(
            settings: change.problems, mappings: load.problems, lateProblems: load.lateProblems, certificate: tls?.reload())
        reloadObserver.withLock { $0 }?.ended(result)
        care.look()
        return result
    }

    /// Sets what is called, on one of its threads, when a work pool, of requests or of admin calls, has worked and then has had nothing to
    /// do for a second, when one has been busy for ten seconds, and after many connections over TLS have ended.
    package func whenQuiet(_ body: @escaping @Sendable () -> Void) {
        work.whenQuiet(body)
        adminWork.whenQuiet(body)
    }

    /// Begins to watch the mapping files. Nil when watching is off. The kernel reports changes by SIGIO, so the caller must take its
    /// signals one by one.
    package func watchFixtures() -> FixtureWatch? {
        guard configuration.watchesMappings, let folder else { return nil }
        let watch = FixtureWatch(folder, polls: configuration.watch == "poll", watchesObjects: !configuration.s3Persist)
        note(watch)
        return watch
    }

    /// Checks for changes of mapping files and settings after a moment without changes.
    /// - Returns: whether the fixtures must be read again.
    package func settle(_ watch: FixtureWatch) -> Bool {
        defer { note(watch) }
        let isChange = watch.settle()
        care.look(at: watch.takeLooks())
        return takeSettingsChange() || isChange
    }

    private func note(_ watch: FixtureWatch) {
        guard let notice = watch.takeNotice() else { return }
        log.notice("polling the mapping files several times a second, as with --watch poll, because \(notice)")
    }

    /// The listeners that make no progress: a request has occupied a worker since a call that is at least that long ago, or no connection is
    /// accepted since then. TLS counts as one more.
    package func stuckListeners(after patience: Duration) -> [String] {
        guard let running = state.withLock({ $0.running }) else { return [] }
        let acceptsNone = running.reactor.isStuck(after: patience)
        let names = running.daemons.filter { $0.stuckWorkers(after: patience) > 0 || acceptsNone }.map(\.name)
        return running.relay?.isStuck(after: patience) == true ? names + ["TLS"] : names
    }

    /// Stops in an orderly way: takes no new connections, closes idle ones at once, and lets requests in flight finish within the
    /// configured time. Blocks until then, and until every worker is free. A second call does nothing.
    public func stop() { stop(orElse: nil) }

    /// Stops as `stop()` does, for a process that must end in time.
    /// - Parameters:
    ///   - giveUp: called on another thread when the stop takes longer than `longestStop`, because a worker does not become free, or when
    ///     it is cut short; with what is cut off, for the log.
    ///   - whenClosed: called when nothing listens any more, with what cuts the stop short, on any thread; its argument is the reason.
    ///   - whenFetching: called when all workers are free and the objects of a recording are fetched next, with the longest time for that.
    package func stop(
        orElse giveUp: (@Sendable (String) -> Void)?, whenClosed: ((@escaping @Sendable (String) -> Void) -> Void)? = nil,
        whenFetching: ((Duration) -> Void)? = nil
    ) {
        let running: Running? = state.withLock { state in
            guard let running = state.running else { return nil }
            state = .stopped
            return running
        }
        guard let was = running else { return }
        let time = StopTime(seconds: settings.drainSeconds)
        let deadline = ContinuousClock.now + time.forRequests
        let cutShort: @Sendable (String) -> Void = { [self] reason in
            let left = UnfinishedWork(
                was.daemons.map(\.unfinished), adminCalls: adminWork.unfinishedCount, webhooks: engine.dueWebhooks,
                computations: work.unfinishedCount)
            finishRecording(fetchingUntil: nil)
            giveUp?("\(reason), and cut off \(left)")
        }
        let last = giveUp.map { _ in
            was.reactor.schedule(after: time.whole) { cutShort("the stop took longer than \(time.named)") }
        }
        care.stop()
        ports.close()
        metrics.read(from: [])
        for daemon in was.daemons { daemon.beginStopping(.hasten) }
        whenClosed?(cutShort)
        for daemon in was.daemons where !daemon.stop(.hasten, within: max(.zero, deadline - .now)) {
            log.warning("the stop did not wait longer than \(time.named), and cut off \(daemon.cutOff)")
        }
        was.relay?.stop(within: StopTime.closing / 2)
        work.stop()
        awaitWebhooks(until: deadline, of: time)
        // The replies to calls that fetch objects have no connections any more.
        recorder.endFetches()
        adminWork.stop()
        // All workers are free. Fetching the objects of a recording has its own time limits, for which the timer goes on.
        last?.cancel()
        finishRecording(within: max(.zero, deadline - .now) + StopTime.closing, was.reactor, whenFetching)
        objects?.stop()
        timer.close()
        upstreams.stop()
        was.reactor.stop()
    }

    /// How long `stop` may take when it gives up in time.
    package var longestStop: Duration { StopTime(seconds: settings.drainSeconds).whole }

    deinit { stop() }
}
