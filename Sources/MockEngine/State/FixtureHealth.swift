package import JSONDocument
internal import Synchronization

/// Whether the fixtures in use are the saved ones, and how the reloads went: for health, metrics, and a field of responses. Any thread.
package final class FixtureHealth: Sendable {
    /// The state at one moment.
    package struct Report: Sendable {
        /// The mistakes in `understudy.json`; if there are any, no setting in it is used, and the earlier ones are.
        package var settingsProblems: [Problem] = []
        /// The mistakes in mappings; if there are any, the earlier mappings are in use.
        package var mappingProblems: [Problem] = []
        /// Since when something of the saved set is not in use; nil when all of it is.
        package var staleSince: Timestamp?
        /// How often mappings were read, at the start and later.
        package var loads = 0
        /// How many of these changed no mapping, because of problems.
        package var failedLoads = 0
        /// When the mappings in use were read; nil before the first time.
        package var loadedAt: Timestamp?
        /// What is wrong with objects of the folder; each concerns its object only.
        package var objectProblems: [Problem] = []
        /// What cannot be served of `__files`; each concerns its file only.
        package var fileProblems: [Problem] = []
        /// The settings whose changes in `understudy.json` need a restart, by their names in that file.
        package var settingsForRestart: [String] = []

        /// Why not all of the saved set is in use; empty when it is.
        package var problems: [Problem] { settingsProblems + mappingProblems }

        /// What is in use as it was before.
        package var kept: [FixturePart] {
            (settingsProblems.isEmpty ? [] : [.settings]) + (mappingProblems.isEmpty ? [] : [.mappings])
        }
    }

    private let stale = Atomic(false)
    private let state = Mutex(Report())

    package init() {}

    /// Whether the saved settings or mappings have problems, so that earlier ones are in use.
    package var isStale: Bool { stale.load(ordering: .relaxed) }

    /// The current state.
    package var report: Report { state.withLock { $0 } }

    /// Mappings were read.
    /// - Parameter problems: why they are not in use; empty when they are.
    package func noteLoad(_ problems: [Problem], at now: Timestamp) {
        state.withLock { report in
            report.loads += 1
            report.mappingProblems = problems
            if problems.isEmpty { report.loadedAt = now } else { report.failedLoads += 1 }
            settle(&report, at: now)
        }
    }

    /// Objects were checked.
    /// - Parameter problems: everything that is wrong with them now.
    package func noteObjects(_ problems: [Problem]) { state.withLock { $0.objectProblems = problems } }

    /// Settings were read again; the mappings are next.
    /// - Parameters:
    ///   - problems: their mistakes; if there are any, no setting was applied.
    ///   - paths: the changed ones that need a restart.
    package func noteSettings(_ problems: [Problem], forRestart paths: [String], at now: Timestamp) {
        state.withLock { report in
            (report.settingsProblems, report.settingsForRestart) = (problems, paths)
            settle(&report, at: now)
        }
    }

    /// The files of `__files` were checked.
    /// - Parameter problems: everything that cannot be served now.
    package func noteFiles(_ problems: [Problem]) { state.withLock { $0.fileProblems = problems } }

    /// Derives the time and the flag from the problems, so that they agree at every moment.
    private func settle(_ report: inout Report, at now: Timestamp) {
        let isStale = !report.problems.isEmpty
        report.staleSince = isStale ? report.staleSince ?? now : nil
        stale.store(isStale, ordering: .relaxed)
    }
}
