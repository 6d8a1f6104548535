internal import FixtureStore
internal import HTTPMessage
internal import JSONDocument
internal import Logging
internal import Synchronization

/// What is done about the folder of fixtures on another thread, so that no start, reload or stop waits for it. Any thread.
final class FolderCare: Sendable {
    private struct State: Sendable {
        var isLooking = false
        /// Whether files may have changed since the look began.
        var isWanted = false
        var isOver = false
    }

    private let folder: FixtureFolder?
    private let work: any WorkQueue
    private let log: Logger
    private let state = Mutex(State())

    /// - Parameter folder: nil for none; then nothing is done.
    init(_ folder: FixtureFolder?, _ work: any WorkQueue, _ log: Logger) {
        self.folder = folder
        self.work = work
        self.log = log
    }

    /// Reads the files that have changed, and logs warnings about them. One look at a time; a later call lets another one follow.
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
            for warning in folder?.contentWarnings(unless: { state.withLock { $0.isOver } }) ?? [] { log.warning("\(warning)") }
        }
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
