package import JSONDocument
internal import Synchronization

/// Whether the fixtures in use are the saved ones, and how the reloads went: for health, metrics, and a field of responses. Any thread.
package final class FixtureHealth: Sendable {
    /// The state at one moment.
    package struct Report: Sendable {
        /// Why the saved fixtures are not in use; empty when they are.
        package var problems: [Problem] = []
        /// Since when they are not; nil when they are.
        package var staleSince: Timestamp?
        /// How often fixtures were read, at the start and later.
        package var loads = 0
        /// How many of these changed nothing, because of problems.
        package var failedLoads = 0
        /// When the fixtures in use were read; nil before the first.
        package var loadedAt: Timestamp?
        /// What is wrong with objects of the folder; each concerns its object only.
        package var objectProblems: [Problem] = []
        /// The settings whose changes in `understudy.json` need a restart, by their names in that file.
        package var settingsForRestart: [String] = []
    }

    private let stale = Atomic(false)
    private let state = Mutex(Report())

    package init() {}

    /// Whether the saved fixtures have problems, so that earlier ones are in use.
    package var isStale: Bool { stale.load(ordering: .relaxed) }

    /// The current state.
    package var report: Report { state.withLock { $0 } }

    /// Fixtures were read.
    /// - Parameter problems: why they are not in use; empty when they are.
    package func noteLoad(_ problems: [Problem], at now: Timestamp) {
        state.withLock { report in
            report.loads += 1
            report.problems = problems
            if problems.isEmpty {
                report.staleSince = nil
                report.loadedAt = now
            } else {
                report.failedLoads += 1
                report.staleSince = report.staleSince ?? now
            }
            stale.store(!problems.isEmpty, ordering: .relaxed)
        }
    }

    /// Objects were checked.
    /// - Parameter problems: everything that is wrong with them now.
    package func noteObjects(_ problems: [Problem]) { state.withLock { $0.objectProblems = problems } }

    /// Settings were read again, and these need a restart.
    package func noteSettings(forRestart paths: [String]) { state.withLock { $0.settingsForRestart = paths } }
}
