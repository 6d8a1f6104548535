internal import Logging
internal import Synchronization
internal import SystemCalls
internal import UnderstudyService

/// Watches the fixtures, and reads them again, on a thread of its own: no signal waits for a disk, nor for many stubs. Any thread.
final class FixtureThread: Sendable {
    /// What has come since the thread last looked.
    private struct News: Sendable {
        /// Whether to reload, whatever has changed.
        var wantsReload = false
        /// Whether watched folders have changed.
        var hasChanges = false
    }

    private enum Phase: Sendable {
        /// Not started, or ended.
        case idle
        case running
        case reloading
    }

    private struct State: Sendable {
        var news = News()
        var phase = Phase.idle
        var isOver = false
    }

    /// When it begins to watch the mapping files after the start: the first requests come right after the ready line.
    private static let watching = Duration.milliseconds(20)

    private let service: Service
    private let notes: StatusNotes
    private let log: Logger
    private let state = Mutex(State())
    /// Wakes the thread, and whoever waits for its end.
    private let monitor = Monitor()

    init(_ service: Service, _ notes: StatusNotes, log: Logger) {
        self.service = service
        self.notes = notes
        self.log = log
    }

    /// Starts the thread. Call it once.
    func start() {
        state.withLock { $0.phase = .running }
        if MaskedThread.detach({ [self] in work() }) { return }
        enter(.idle)
        log.error("no thread could be started to read the fixtures: changes take effect by POST /__admin/reload")
    }

    /// Reads the fixtures again.
    func reload() { tell { $0.wantsReload = true } }

    /// Call it for each `Signals.Signal.foldersChanged`.
    func noteChanges() { tell { $0.hasChanges = true } }

    /// Begins nothing more. What is under way goes on.
    func end() {
        state.withLock { $0.isOver = true }
        monitor.locked { monitor.signalAll() }
    }

    /// Waits, after `end`, until the thread has ended, for that time at most.
    /// - Returns: whether it has ended.
    func hasEnded(within time: Duration) -> Bool {
        let deadline = ContinuousClock.now + time
        return monitor.locked {
            while phase != .idle, deadline > .now { monitor.wait(for: deadline - .now) }
            return phase == .idle
        }
    }

    /// Whether it reads the fixtures right now.
    var isReloading: Bool { phase == .reloading }

    private var phase: Phase { state.withLock { $0.phase } }

    private func tell(_ change: (inout News) -> Void) {
        state.withLock { change(&$0.news) }
        monitor.locked { monitor.signalAll() }
    }

    private func enter(_ phase: Phase) {
        state.withLock { $0.phase = phase }
        monitor.locked { monitor.signalAll() }
    }

    private func work() {
        var isWatching = false
        var watch: FixtureWatch?
        while let news = next(within: isWatching ? watch?.patience() : Self.watching) {
            if news.wantsReload { reloadNow() }
            if news.hasChanges { watch?.takeEvents() }
            let isQuiet = !news.wantsReload && !news.hasChanges
            // Without a change for that time, or with changes for so long that it must not wait further.
            guard isQuiet || news.hasChanges && watch?.patience() == Duration.zero else { continue }
            if !isWatching { watch = service.watchFixtures() }
            isWatching = true
            if let watch { settle(watch) }
            notes.announceChange()
        }
        enter(.idle)
    }

    /// Waits until there is news, for that time at most; nil waits without a limit.
    /// - Returns: nothing new when the time is over; nil at the end.
    private func next(within time: Duration?) -> News? {
        let deadline = time.map { ContinuousClock.now + $0 }
        return monitor.locked {
            while true {
                let (news, isOver) = state.withLock { state in
                    defer { state.news = News() }
                    return (state.news, state.isOver)
                }
                if isOver { return nil }
                if news.wantsReload || news.hasChanges { return news }
                guard let deadline else {
                    monitor.wait()
                    continue
                }
                let left = deadline - .now
                if left <= .zero { return news }
                monitor.wait(for: left)
            }
        }
    }

    private func settle(_ watch: FixtureWatch) {
        if service.settle(watch) { reloadNow() }
        if watch.takeObjectChange() { notes.countObjects() }
    }

    /// Reads the fixtures again, unless `end` was called.
    private func reloadNow() {
        let begins = state.withLock { state in
            if !state.isOver { state.phase = .reloading }
            return !state.isOver
        }
        guard begins else { return }
        service.reload()
        enter(.running)
    }
}
