internal import FixtureStore
internal import HTTPMessage
internal import JSONDocument
internal import Logging
internal import MockEngine
internal import Synchronization

/// What is done about the folder of fixtures on another thread, so that no start, reload or stop waits for it. Any thread.
final class FolderCare: Sendable {
    private struct State: Sendable {
        var isLooking = false
        /// Whether files may have changed since the look began.
        var isWanted = false
        var isOver = false
        /// What the last look found wrong with objects.
        var objectProblems: Set<Problem> = []
    }

    private let folder: FixtureFolder?
    private let work: any WorkQueue
    private let health: FixtureHealth
    private let log: Logger
    private let state = Mutex(State())

    /// - Parameters:
    ///   - folder: nil for none; then nothing is done.
    ///   - health: is told what is wrong with objects.
    init(_ folder: FixtureFolder?, _ health: FixtureHealth, _ work: any WorkQueue, _ log: Logger) {
        self.folder = folder
        self.health = health
        self.work = work
        self.log = log
    }

    /// Checks the objects and reads the files that have changed, and logs warnings about them. One look at a time; a later call lets another one follow.
    func look() {
        guard folder != nil else { return }
        let begins = state.withLock { state in
            state.isWanted = true
            defer { state.isLooking = true }
            return !state.isLooking && !state.isOver
        }
        guard begins else { return }
        if !work.submit({ [self] in lookWhileWanted() }) { state.withLock { $0.isLooking = false } }
    }

    private func lookWhileWanted() {
        while takeWish() {
            checkObjects()
            for warning in folder?.contentWarnings(unless: { isOver }) ?? [] { log.warning("\(warning)") }
        }
    }

    private var isOver: Bool { state.withLock { $0.isOver } }

    /// Logs what is wrong with objects and was not at the last look.
    private func checkObjects() {
        guard let found = folder?.objectProblems(unless: { isOver }), !isOver else { return }
        let all = found.problems + found.warnings
        health.noteObjects(all)
        let known = state.withLock { state in
            defer { state.objectProblems = Set(all) }
            return state.objectProblems
        }
        for problem in all where !known.contains(problem) { log.warning("\(problem)") }
    }

    private func takeWish() -> Bool {
        state.withLock { state in
            state.isLooking = state.isWanted && !state.isOver
            state.isWanted = false
            return state.isLooking
        }
    }

    /// Deletes files that killed servers were writing.
    func deleteAbandonedFiles() {
        guard let folder else { return }
        let log = log
        _ = work.submit {
            let count = folder.deleteAbandonedFiles()
            if count > 0 { log.notice("deleted \(count == 1 ? "a file" : "\(count) files") that a killed server left half written") }
        }
    }

    /// Ends a look that is under way; no other begins.
    func stop() { state.withLock { $0.isOver = true } }
}
