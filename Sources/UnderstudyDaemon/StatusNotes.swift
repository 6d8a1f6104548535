internal import Synchronization
internal import UnderstudyService

/// The line of `systemctl status`: stubs, objects, sessions, the last reload, and its first error. Any thread.
final class StatusNotes: Sendable {
    private struct State: Sendable {
        /// Nil before they are counted, which takes time and so is done after the start.
        var objects: Int?
        var isCounting = false
        /// Whether objects may have changed since the count began.
        var isOutdated = false
        var announced = ""
    }

    /// Longer lines are cut, in Unicode scalars.
    private static let longestProblem = 300

    private let service: Service
    private let endpoints: Endpoints
    private let manager: ServiceManager
    private let state = Mutex(State())

    /// - Parameter manager: gets the changes of the line. If it is not there, objects are not counted.
    init(_ service: Service, _ endpoints: Endpoints, _ manager: ServiceManager) {
        self.service = service
        self.endpoints = endpoints
        self.manager = manager
    }

    /// The line of this moment.
    var text: String {
        state.withLock { state in
            state.announced = line(objects: state.objects)
            return state.announced
        }
    }

    /// Announces the line if it has changed since it was last announced. Has the objects counted if they never were.
    func announceChange() {
        guard manager.isThere else { return }
        if state.withLock({ $0.objects == nil && !$0.isCounting }) { countObjects() }
        state.withLock { state in
            let line = line(objects: state.objects)
            guard line != state.announced else { return }
            state.announced = line
            // Under the lock, so that the last line that is announced is the last one.
            manager.setStatus(line)
        }
    }

    /// Has the objects counted on another thread, and announces their number. After the fixtures were read again, or objects were saved.
    /// One count at a time; a later call lets another one follow.
    func countObjects() {
        guard manager.isThere else { return }
        let begins = state.withLock { state in
            defer { (state.isOutdated, state.isCounting) = (state.isCounting, true) }
            return !state.isCounting
        }
        guard begins else { return }
        let isCounted = service.countObjects { [self] objects in
            let isOutdated = state.withLock { state in
                (state.objects, state.isCounting) = (objects, false)
                return state.isOutdated
            }
            announceChange()
            if isOutdated { countObjects() }
        }
        if !isCounted { state.withLock { $0.isCounting = false } }
    }

    private func line(objects: Int?) -> String {
        var text = "Serving \(service.summary)"
        if endpoints.s3 != nil, let objects { text += ", \(counted(objects, "object"))" }
        text += ", \(counted(service.sessionCount, "session")) of \(service.configuration.mocks ?? "no folder") on \(endpoints.http)"
        if let https = endpoints.https { text += " and \(https)" }
        if let s3 = endpoints.s3 {
            text += ", S3 on \(s3)"
            if let https = endpoints.s3HTTPS { text += " and \(https)" }
        }
        let reload = service.lastReload
        if let time = reload?.loadedAt { text += "; reloaded at \(WallClock.localTime(secondsSinceEpoch: time))" }
        // Problems are whole sentences, so they come last.
        if let problem = service.certificateProblem { text += "; " + String(problem.unicodeScalars.prefix(Self.longestProblem)) }
        guard let reload, let problem = reload.firstProblem, let kept = reload.kept else { return text }
        let more = reload.problemCount > 1 ? " (and \(reload.problemCount - 1) more)" : ""
        return text + " (\(kept)) " + String(problem.unicodeScalars.prefix(Self.longestProblem)) + more
    }
}
