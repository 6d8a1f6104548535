internal import HTTPMessage
package import JSONDocument
internal import S3Dialect
package import StubModel
internal import Synchronization

/// The engine turns requests into wire plans. It uses no socket, no file, and no clock of its own.
///
/// It compiles stubs, and holds the sessions and the fixtures that they share. `Session` processes requests.
///
/// Every method may be called from any thread, at the same time.
package final class MockEngine: Sendable {
    /// What all sessions share.
    package let environment: EngineEnvironment
    let layer = Mutex(FixtureLayer.empty)
    let sessions: SessionRegistry
    /// The memory of all journals.
    package let budget: JournalBudget
    let sweeping = Mutex(false)
    /// Held while stubs are changed together with their files.
    let files = Mutex(())
    let explorations = ExplorationRegistry()

    /// - Parameter options: options of the server's own session.
    package init(_ environment: EngineEnvironment, _ options: Session.Options) {
        var environment = environment
        environment.rendering.includedFiles = IncludedFiles(environment.rendering)
        self.environment = environment
        budget = JournalBudget(maximumBytes: environment.journal.maximumBytes)
        sessions = SessionRegistry(
            own: Session(number: 0, SessionIdentity(), options, environment, layer: .empty, settings: EngineSettings(), budget: budget))
    }

    /// The server is about to stop: held responses become 503s, and delays of webhooks end, in every session.
    package func stopping() {
        for session in sessions.all {
            session.endWaiting("The server stops.", isStop: true)
            session.delayedWebhooks.endDelays()
        }
    }

    /// How many webhooks of all sessions are due and not over.
    package var dueWebhooks: Int { environment.webhooks.count }

    /// Calls back once, on any thread, when no webhook is due; before this returns if none is. A later call replaces an earlier one.
    package func whenNoWebhookIsDue(_ body: @escaping @Sendable () -> Void) { environment.webhooks.whenEmpty(body) }

    // MARK: Fixtures

    /// The number of stubs from files, whatever sessions have changed of them.
    package var fixtureCount: Int { layer.withLock { $0.routes.count } }

    /// Replaces the stubs from files, atomically for each session. Sessions keep their own changes. Read the files within `changingFiles`,
    /// so that they have every saved stub.
    /// - Parameters:
    ///   - fixtures: oldest first.
    ///   - keepingOthers: false also drops the changes of the server's own session.
    package func loadFixtures(_ fixtures: [CompiledStub], keepingOthers: Bool = true) {
        let new = FixtureLayer(fixtures)
        changeLayer(isRead: true, keepingOthers: keepingOthers) { _ in new }
    }

    /// Drops stubs from files, because their files are deleted. A session keeps what it has put in the place of one.
    package func dropFixtures(_ ids: [UniqueID]) { changeLayer(isRead: false) { $0.without(ids) } }

    /// Runs a change of stubs and of their files, or reads the files. One comes after the other, so that no file gets an earlier state than
    /// its stub has, and no load brings one back.
    /// - Parameter waits: false for a process that ends, which waits for no other change.
    /// - Throws: what the body throws.
    package func changingFiles<Result: Sendable, Failure: Error>(
        waits: Bool = true, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if waits { return try files.withLock { _ throws(Failure) in try body() } }
        if let result = try files.withLockIfAvailable({ _ throws(Failure) in try body() }) { return result }
        return try body()
    }

    private func changeLayer(isRead: Bool, keepingOthers: Bool = true, _ change: (FixtureLayer) -> FixtureLayer) {
        // The earlier one is freed without the lock.
        _ = layer.withLock { layer in
            let earlier = layer
            layer = change(earlier)
            for session in sessions.all {
                session.rebase(onto: layer, isRead: isRead, keepingChanges: keepingOthers || session.number != 0)
            }
            return earlier
        }
    }

    // MARK: Compiling

    /// Compiles a mapping; the stub is not added yet.
    /// - Parameter report: the report that the mapping was read with; gets mistakes in its patterns and templates as well.
    /// - Returns: nil if the report has any problem.
    package func compile(_ mapping: consuming StubMapping, _ report: ProblemReport) -> CompiledStub? {
        let matcher = RequestMatcher(mapping.request, environment.matchers, report)
        var identity: HeaderFields = [("Matched-Stub-Id", mapping.id.description)]
        if let name = mapping.name { identity.append(name: "Matched-Stub-Name", value: Self.fieldText(ofName: name)) }
        let responses = mapping.responses.responses.map {
            CompiledResponse($0, identity: $0.proxy == nil ? identity : [], environment: environment.rendering, report: report)
        }
        let webhooks = mapping.serveEventListeners.filter { $0.name == CompiledWebhook.name }
            .compactMap { listener in
                var webhook = CompiledWebhook(listener, environment.rendering, report)
                webhook?.operatorTargets = mapping.operatorTargets
                return webhook
            }
        for listener in mapping.serveEventListeners where listener.name != CompiledWebhook.name {
            report.warn(
                "there is no listener \"\(listener.name)\"; it is ignored", at: listener.node,
                repair: WireMockExtension(rawValue: listener.name)?.repair ?? "The built-in one is \"\(CompiledWebhook.name)\".")
        }
        if mapping.origin == .interface { lookForBodyFiles(of: mapping, report) }
        warnOfRefusedTargets(of: mapping, report)
        PathVariables.warn(of: mapping, report)
        mapping.warnOfIdleBehavior(report) { S3OperationName(rawValue: $0)?.method }
        if let matcher { EventWarnings.warn(of: mapping, on: matcher.listener, report) }
        guard let matcher, report.problems.isEmpty else { return nil }
        return CompiledStub(mapping: mapping.shown(by: report), matcher: matcher, responses: responses, webhooks: webhooks)
    }

    /// A stub's name as WireMock sends it, with a question mark for each non-ASCII character.
    private static func fieldText(ofName name: String) -> String {
        FieldText.oneLine(String(decoding: TextCharset.ascii.encode(name), as: UTF8.self))
    }

    /// Compiles a request pattern, to find, count and await requests.
    /// - Returns: nil if the pattern is invalid; everything wrong with it is then in the report.
    package func compile(_ pattern: RequestPattern, _ report: ProblemReport) -> RequestMatcher? {
        RequestMatcher(pattern, environment.matchers, report)
    }
}
