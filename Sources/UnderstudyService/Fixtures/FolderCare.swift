internal import FixtureStore
internal import HTTPMessage
internal import JSONDocument
internal import Logging
internal import MockEngine
internal import S3Service
internal import Synchronization

/// What is done about the folder of fixtures on another thread, so that no start, reload or stop waits for it. Any thread.
final class FolderCare: Sendable {
    /// What is looked at.
    struct Scope: OptionSet, Sendable {
        let rawValue: Int

        /// The files of `__files`.
        static let bodies = Scope(rawValue: 1)
        /// Files in places where they are not read.
        static let strays = Scope(rawValue: 2)
        /// The objects.
        static let objects = Scope(rawValue: 4)
        /// What files and objects contain, which a load does not look at.
        static let contents: Scope = [.bodies, .objects]
    }

    private struct State: Sendable {
        var isLooking = false
        /// What may have changed since the look began.
        var wanted: Scope = []
        var isOver = false
        /// How often a look at the objects was wanted.
        var wishes = 0
    }

    /// A check of the objects.
    private struct ObjectCheck: Sendable {
        /// How many of the wishes for it came before it began.
        var wishes = -1
        var problems: [Problem] = []
        var warnings: [Problem] = []
    }

    private let folder: FixtureFolder?
    private let work: any WorkQueue
    private let health: FixtureHealth
    private let log: Logger
    private let newBodyProblems: @Sendable (_ isCancelled: @Sendable () -> Bool) -> [Problem]
    private let state = Mutex(State())
    /// The last one. Locked while one is under way.
    private let objectCheck = Mutex(ObjectCheck())
    /// Locked while the files are checked, so that what was found first is not noted last.
    private let fileCheck = Mutex(())

    /// - Parameters:
    ///   - folder: nil for none; then nothing is done.
    ///   - health: is told what is wrong with objects and files.
    ///   - newBodyProblems: what is wrong with mappings since their body files have changed, and was not before. Ends early when it is cancelled.
    init(
        _ folder: FixtureFolder?, _ health: FixtureHealth, _ work: any WorkQueue, _ log: Logger,
        newBodyProblems: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) -> [Problem] = { _ in [] }
    ) {
        self.folder = folder
        self.health = health
        self.work = work
        self.log = log
        self.newBodyProblems = newBodyProblems
    }

    /// Checks the objects and reads the files that have changed, and logs warnings about them. One look at a time; a later call lets
    /// another one follow.
    func look(at scope: Scope = .contents) {
        guard folder != nil, !scope.isEmpty else { return }
        let begins = state.withLock { state in
            state.wanted.formUnion(scope)
            if scope.contains(.objects) { state.wishes += 1 }
            defer { state.isLooking = true }
            return !state.isLooking && !state.isOver
        }
        guard begins else { return }
        if !work.submit({ [self] in lookWhileWanted() }) { state.withLock { $0.isLooking = false } }
    }

    private func lookWhileWanted() {
        while let scope = takeWish() {
            if scope.contains(.strays) { for problem in folder?.newStrays() ?? [] { log.warning("\(problem)") } }
            if scope.contains(.objects) { checkObjects() }
            if scope.isDisjoint(with: .contents) { continue }
            checkFiles()
            if scope.contains(.bodies) { log.warn(of: newBodyProblems { isOver }) }
            guard let found = folder?.contentProblems(onlyBodies: !scope.contains(.objects), unless: { isOver }) else { continue }
            log.warn(of: found.problems + found.warnings)
        }
    }

    private var isOver: Bool { state.withLock { $0.isOver } }

    /// What the look at the objects finds that was wanted last, and what a look at the files finds. Takes time: waits for the first if it is
    /// under way, or checks them on this thread.
    /// - Returns: everything that keeps an object or a file from being served, as `check` finds it.
    func objectMistakes() -> [Problem] {
        guard let folder else { return [] }
        return checkFiles() + checkObjects() + folder.unreadableFiles(unless: { isOver }) + S3FolderCheck.problems(in: folder.store)
    }

    /// Logs what is wrong with files of `__files` and was not at the last load or check.
    /// - Returns: the mistakes without the warnings.
    @discardableResult
    private func checkFiles() -> [Problem] {
        guard let folder else { return [] }
        return fileCheck.withLock { _ in
            guard let found = folder.lookAtFiles(unless: { isOver }) else { return [] }
            health.noteFiles(found.problems)
            log.warn(of: found.news)
            return found.problems
        }
    }

    /// Logs what is wrong with objects and was not at the last check. Does nothing if none was wanted since that.
    /// - Returns: the mistakes without the warnings.
    @discardableResult
    private func checkObjects() -> [Problem] {
        let wish = state.withLock { $0.wishes }
        return objectCheck.withLock { last in
            if last.wishes >= wish { return last.problems }
            let wishes = state.withLock { $0.wishes }
            guard let found = folder?.objectProblems(unless: { isOver }), !isOver else { return [] }
            let known = Set(last.problems + last.warnings)
            last = ObjectCheck(wishes: wishes, problems: found.problems, warnings: found.warnings)
            health.noteObjects(found.problems + found.warnings)
            for problem in found.problems + found.warnings where !known.contains(problem) { log.warning("\(problem)") }
            return found.problems
        }
    }

    private func takeWish() -> Scope? {
        state.withLock { state in
            defer { state.wanted = [] }
            state.isLooking = !state.wanted.isEmpty && !state.isOver
            return state.isLooking ? state.wanted : nil
        }
    }

    /// Deletes files that killed servers were writing.
    func deleteAbandonedFiles() {
        guard let folder else { return }
        work.submitInAnyCase { [self] in
            let count = folder.deleteAbandonedFiles { isOver }
            if count > 0 { log.notice("deleted \(count == 1 ? "a file" : "\(count) files") that a killed server left half written") }
        }
    }

    /// Ends a look that is under way; no other begins.
    func stop() { state.withLock { $0.isOver = true } }
}
