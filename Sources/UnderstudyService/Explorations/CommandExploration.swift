internal import AdminAPI
internal import ResponseOrders
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Runs a command under many orders of its responses, each run in a session with its own ports; several may run at the same time. One
/// thread.
package final class CommandExploration {
    /// One run of the command.
    package struct Run {
        /// The run's number, from 0.
        package let number: Int
        /// The base URLs of the run's session.
        package let environment: [String: String]
    }

    private let engine: MockEngine
    private let opener: SessionOpener
    private let exploration: LiveExploration
    /// The only order to run under; nil when many orders are explored.
    private let only: ReleasePlan?
    private let order: OrderDefinition
    /// Of the runs that are under way, by their numbers.
    private var sessions: [Int: Session] = [:]
    private var hasRun = false
    /// Why the only run did not show its order, in a sentence.
    private var departure: String?
    /// What happened in the only run, and whether it passed; nil until it has ended.
    private var onlyRun: (record: RunRecord, passed: Bool)?
    /// Whether a signal ended it before all runs had their results.
    private var isCutShort = false
    private let options: [String]
    /// The report on the runs until now, once it was asked for.
    private var madeReport: ExplorationReport?
    /// The requests of all runs that have ended.
    private var requestCount = 0
    /// Those of them that nothing matched.
    private var unmatchedCount = 0
    /// The first of these, as method and URL, each once: one more than are listed.
    private var unmatched: [String] = []
    private static let listedUnmatched = 3

    init(
        engine: MockEngine, ports: any PortLeasing, _ request: ExplorationRequest, _ settings: Exploration.Settings, _ schedule: Schedule?
    ) {
        self.engine = engine
        opener = SessionOpener(engine: engine, ports: ports)
        only = schedule.map { ReleasePlan($0) }
        options =
            (request.settleMilliseconds.map { ["--settle", String($0)] } ?? [])
            + request.ignoredQuery.flatMap { ["--ignore-query", $0] } + (request.mocks.map { [$0] } ?? [])
        var release = ReleaseSettings()
        if let window = request.settleMilliseconds { release.settle = .milliseconds(window) }
        order = OrderDefinition(only ?? .arrival, settings: release, ignoringQuery: Set(request.ignoredQuery))
        var definition = SessionDefinition()
        definition.wantsPorts = true
        // A run takes as long as the command does.
        definition.timeToLive = .seconds(365 * 86_400)
        exploration = LiveExploration(
            id: "command", settings, order: order, session: definition, stubs: [], clock: engine.session.options.clock)
    }

    /// Begins the next run; nil when no run is left, or when the next one has to wait for a run that has not ended.
    /// - Throws: `StartFailure` when no port is left.
    package func next() throws(StartFailure) -> Run? {
        if only != nil {
            if hasRun { return nil }
            hasRun = true
            return try begin(0, order, "")
        }
        madeReport = nil
        guard case .run(let run) = exploration.next() else { return nil }
        return try begin(run.number, exploration.order(of: run), run.schedule)
    }

    private func begin(_ number: Int, _ order: OrderDefinition, _ schedule: String) throws(StartFailure) -> Run {
        let opened: (session: Session, lease: PortLease?)
        do {
            opened = try opener.open(exploration.session, stubs: [], order: order)
        } catch let error as PortLeaseError {
            throw StartFailure(["\(error.title). \(error.repair)"], exit: .software)
        } catch {
            throw StartFailure(["\(error)"], exit: .software)
        }
        sessions[number] = opened.session
        if only == nil { _ = exploration.began(number, in: opened.session) }
        var environment = ["UNDERSTUDY_SESSION": opened.session.identity.id, "UNDERSTUDY_RUN": String(number)]
        if let lease = opened.lease { environment.merge(Endpoints(lease.listeners).environment) { $1 } }
        return Run(number: number, environment: environment)
    }

    /// Ends a run with the result of its command.
    package func finish(_ run: Run, passed: Bool) {
        guard let session = sessions.removeValue(forKey: run.number) else { return }
        madeReport = nil
        if only == nil { _ = try? exploration.finish(run.number, passed: passed) }
        if let only {
            let record = session.runRecord
            onlyRun = (record, passed)
            if case .replay(let order) = only { departure = record.departure(from: order) }
        }
        count(session)
        engine.close(session)
    }

    /// Ends a run whose command got a signal to stop: it has no result, and the report is of the runs before.
    package func abandon(_ run: Run) {
        isCutShort = true
        guard let session = sessions.removeValue(forKey: run.number) else { return }
        madeReport = nil
        if only == nil { exploration.lose(run.number) }
        count(session)
        engine.close(session)
    }

    private func count(_ session: Session) {
        let report = session.report()
        // Those before a reset, too, as of the misses.
        requestCount += session.runRecord.requests
        unmatchedCount += report.unmatchedCount
        for request in report.unmatched {
            let name = "\(request.method) \(LogText.shortened(request.url, to: 120))"
            if unmatched.count <= Self.listedUnmatched, !unmatched.contains(name) { unmatched.append(name) }
        }
    }

    /// Whether no request came, or nothing matched any of them, so that no response was tested.
    private var isVain: Bool { departure == nil && unmatchedCount == requestCount }

    /// Whether no two requests of the only run were in flight together, so that it had no order.
    private var lacksOrder: Bool { onlyRun.map { !$0.record.overlaps } ?? false }

    /// Nil after one run under a given schedule.
    private var report: ExplorationReport? {
        if only == nil, madeReport == nil { madeReport = ExplorationReport(exploration.exploration) }
        return madeReport
    }

    /// The exit status: 0 if the command passed in all orders that were to be tested, 1 if it failed in one, or if nothing was tested.
    /// After one run under a given schedule the command's own, or 1 if it is 0 and the order was not shown, or nothing was tested.
    /// - Parameter last: the command's own, of the run that ended last; after a signal that of the signal.
    package func status(last: Int32) -> Int32 {
        if isCutShort { return last }
        guard let report else {
            return last == 0 && (departure != nil || isVain || lacksOrder) ? SystemExit.failure.rawValue : last
        }
        return report.failed || !report.tested || isVain ? SystemExit.failure.rawValue : 0
    }

    /// The findings, for people. After one run under a given schedule: what differed from it, if anything did.
    /// - Parameter command: for the line that replays a failure.
    package func lines(_ command: [String]) -> [String] {
        if isCutShort { return report?.lines(command: line(command)) ?? [] }
        if let departure { return [departure, "So the command's result is not that of this order, and this counts as a failure."] }
        return (report?.lines(command: line(command)) ?? []) + hints
    }

    /// What to do when nothing was tested, when something was not matched, or when requests differ from run to run.
    private var hints: [String] {
        if requestCount == 0 { return [Self.hintAtSilence] }
        let matches = isVain ? [hintAtMisses] : unmatchedCount == 0 ? [] : [misses]
        return matches + (isVain ? [] : report.map(Self.hints) ?? hintsOfOnlyRun)
    }

    /// A failure under the given order needs no hint: it may be one in the order of arrival.
    private var hintsOfOnlyRun: [String] {
        guard lacksOrder, onlyRun?.passed == true else { return [] }
        return ["No two requests were ever in flight together: there was no order to choose.", Self.hintAtOverlap]
    }

    private var misses: String { "Nothing matched \(unmatchedCount) of \(requestCount) requests: \(unmatchedList)." }

    private var unmatchedList: String {
        let others = unmatched.count > Self.listedUnmatched ? " and others" : ""
        return unmatched.prefix(Self.listedUnmatched).joined(separator: ", ") + others
    }

    private static func hints(_ report: ExplorationReport) -> [String] {
        let names = report.differingQuery.map { "--ignore-query \($0)" }.joined(separator: " ")
        let repair = names.isEmpty ? [] : ["If such a parameter identifies no request, leave it out: \(names)"]
        if report.failed || report.tested { return repair }
        return report.overlapped ? [hintAtChange] + repair : [hintAtOverlap]
    }

    private static let hintAtOverlap =
        "So nothing was tested, and this counts as a failure: two requests must be in flight together. Send them without waiting for the "
        + "responses; a client that takes long between them needs a longer --settle."
    private static let hintAtSilence =
        "The command sent no request, so nothing was tested, and this counts as a failure: it must send its requests to the URL in "
        + "UNDERSTUDY_URL, or UNDERSTUDY_S3_URL."
    private var hintAtMisses: String {
        "Nothing matched any of the requests (\(unmatchedList)), so nothing was tested, and this counts as a failure: add a stub or a file "
            + "for them, or name another folder of mocks."
    }
    private static let hintAtChange = "So this counts as a failure: there must be several runs, and each must send the same requests."

    /// The same as JSON.
    package func json(_ command: [String]) -> [UInt8] {
        var object = report?.json(command: line(command)).object ?? departure.map { ["diverged": .string($0)] } ?? [:]
        if let onlyRun { object["tested"] = JSONValue(departure == nil && onlyRun.record.overlaps) }
        if isVain || only != nil && isCutShort { object["tested"] = false }
        object["requests"] = JSONValue(requestCount)
        object["unmatched"] = JSONValue(unmatchedCount)
        return JSONValue.object(object).bytes(.pretty)
    }

    /// The options that must follow the schedule on the command line to make it the same test.
    private func line(_ command: [String]) -> String { (options + ["--"] + command).joined(separator: " ") }
}
