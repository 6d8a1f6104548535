internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel
internal import Synchronization

/// Collects the report of `understudy run` from sessions that end while the server runs. Any thread.
final class ReportCollector: Sendable {
    /// A scripted delay of a request.
    struct Delay: Sendable {
        var method: String
        var url: String
        var milliseconds: Int
        /// The stub's name or place; nil for a file.
        var stub: String?
        var session: String?
    }

    /// What a session has used.
    private struct Use: Sendable {
        var fixtures: [UniqueID]
        /// The longest ones.
        var delays: [Delay]

        init(in session: Session) {
            let unused = Set(session.unusedStubs.map(\.id))
            fixtures = session.stubs.filter { $0.mapping.origin != .interface && !unused.contains($0.id) }.map(\.id)
            delays = ReportCollector.delays(in: session)
        }
    }

    private struct State: Sendable {
        var sessions: [SessionReport] = []
        var sessionCount = 0
        var requests = 0
        /// In all sessions, including those that are not kept.
        var unmatched = 0
        /// Responses that could not be made.
        var failures = 0
        var failedExpectations = 0
        /// The unmet expectations of stubs that resets have removed; the first of them when there are many.
        var expectationsOfRemovedStubs: [ExpectationVerdict] = []
        /// Requests to sessions that have ended or never existed.
        var lost = 0
        var usedFixtures: Set<UniqueID> = []
        var delays: [Delay] = []
        var explanations = 0

        /// Adds a session.
        mutating func add(_ report: SessionReport, _ use: Use) {
            sessionCount += 1
            requests += report.requests
            unmatched += report.unmatchedCount
            failures += report.failureCount
            failedExpectations += report.expectations.count { !$0.isMet }
            keep(report)
            add(use)
        }

        mutating func add(_ use: Use) {
            usedFixtures.formUnion(use.fixtures)
            delays = longest(delays + use.delays)
        }

        private mutating func keep(_ report: SessionReport) {
            var report = report
            for index in report.unmatched.indices where report.unmatched[index].explanation != nil {
                explanations += 1
                if explanations > keptExplanations { report.unmatched[index].explanation = nil }
            }
            if sessions.count < keptSessions {
                sessions.append(report)
            } else if report.hasProblems, let clean = sessions.lastIndex(where: { !$0.hasProblems }) {
                sessions[clean] = report
            }
        }
    }

    /// The most ended sessions that are listed, those with a problem first; further ones are only counted.
    private static let keptSessions = 1_000
    /// The most explanations of unmatched requests, which are long.
    private static let keptExplanations = 200
    private static let keptDelays = 10
    /// The most expectations of removed stubs that are listed; further ones are only counted.
    private static let keptExpectations = 1_000

    private let state = Mutex(State())

    /// Adds a session that has ended.
    func take(_ session: Session) {
        let (report, use) = (session.report(), Use(in: session))
        state.withLock { $0.add(report, use) }
    }

    /// Adds the fixtures that a session has used and the delays of its requests, before its journal is emptied.
    func takeUse(in session: Session) {
        let use = Use(in: session)
        state.withLock { $0.add(use) }
    }

    /// Adds the expectations of stubs that a reset of the server's own session removes.
    func takeExpectations(of session: Session) {
        guard session.number == 0 else { return }
        let failed = session.expectationsUntilReset.filter { !$0.isMet }
        state.withLock { state in
            state.failedExpectations += failed.count
            let room = Self.keptExpectations - state.expectationsOfRemovedStubs.count
            state.expectationsOfRemovedStubs += failed.prefix(max(0, room))
        }
    }

    /// Adds a request to a session that has ended or never existed.
    func takeLostRequest() { state.withLock { $0.lost += 1 } }

    /// Makes the report of a run, and changes nothing.
    /// - Parameters:
    ///   - own: the server's own session.
    ///   - others: sessions that are still open.
    ///   - folder: of mocks, as it was given.
    ///   - unusedFiles: body files in it that no stub names and no request has read.
    func report(own: Session, others: [Session], folder: String?, unusedFiles: [String]) -> RunReport {
        var state = state.withLock { $0 }
        for session in others { state.add(session.report(), Use(in: session)) }
        var report = own.report()
        // A session judges the fixtures that its tests used.
        report.expectations.removeAll { $0.count == 0 && $0.stub.map { state.usedFixtures.contains($0) } ?? false }
        report.expectations += state.expectationsOfRemovedStubs
        let reports = [report] + state.sessions
        return RunReport(
            requests: report.requests + state.requests, unmatchedCount: report.unmatchedCount + state.unmatched,
            failureCount: report.failureCount + state.failures,
            failedExpectationCount: report.expectations.count { !$0.isMet } - state.expectationsOfRemovedStubs.count
                + state.failedExpectations,
            lostRequests: state.lost,
            sessionCount: state.sessionCount, sessions: reports,
            unusedFixtures: report.unusedStubs.filter { $0.mapping.origin != .interface && !state.usedFixtures.contains($0.id) },
            unusedFiles: unusedFiles, delays: Self.longest(state.delays + Self.delays(in: own)), folder: folder)
    }

    private static func delays(in session: Session) -> [Delay] {
        longest(
            session.journal.snapshot().newestFirst.compactMap { entry in
                guard entry.addedDelay > .zero else { return nil }
                return Delay(
                    method: entry.request.method, url: entry.request.target, milliseconds: Int(entry.addedDelay / .milliseconds(1)),
                    stub: entry.stub.map { $0.mapping.name ?? $0.mapping.place ?? $0.mapping.requestLine ?? $0.id.description },
                    session: session.identity.name)
            })
    }

    private static func longest(_ delays: [Delay]) -> [Delay] {
        Array(delays.sorted { $0.milliseconds > $1.milliseconds }.prefix(keptDelays))
    }
}
