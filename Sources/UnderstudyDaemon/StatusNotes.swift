internal import Synchronization
internal import UnderstudyService

/// The line of `systemctl status`: stubs, objects, sessions, and the last reload or its first error. Any thread.
final class StatusNotes: Sendable {
    private struct State: Sendable {
        /// Nil before they are counted, which takes time and so is done after the start.
        var objects: Int?
        var announced = ""
    }

    /// Longer lines are cut, in Unicode scalars.
    private static let longestProblem = 300

    private let service: Service
    private let endpoints: Endpoints
    private let state = Mutex(State())

    private let isRead: Bool

    /// - Parameter isRead: whether anyone reads the line; otherwise objects are not counted.
    init(_ service: Service, _ endpoints: Endpoints, isRead: Bool) {
        self.service = service
        self.endpoints = endpoints
        self.isRead = isRead
    }

    /// The line of this moment.
    var text: String {
        state.withLock { state in
            state.announced = line(objects: state.objects)
            return state.announced
        }
    }

    /// The line, if it has changed since it was last announced. Counts the objects at the first call.
    func change() -> String? {
        if state.withLock({ $0.objects == nil }) { noteReload() }
        return state.withLock { state in
            let line = line(objects: state.objects)
            guard line != state.announced else { return nil }
            state.announced = line
            return line
        }
    }

    /// Counts the objects, after the fixtures were read again.
    func noteReload() {
        guard isRead else { return }
        let objects = service.objectCount
        state.withLock { $0.objects = objects }
    }

    private func line(objects: Int?) -> String {
        let sessions = service.sessionCount
        var text = "Serving \(service.summary)"
        if endpoints.s3 != nil, let objects { text += ", \(objects == 1 ? "1 object" : "\(objects) objects")" }
        text +=
            ", \(sessions == 1 ? "1 session" : "\(sessions) sessions") of \(service.configuration.mocks ?? "no folder") on \(endpoints.http)"
        if let https = endpoints.https { text += " and \(https)" }
        if let s3 = endpoints.s3 {
            text += ", S3 on \(s3)"
            if let https = endpoints.s3HTTPS { text += " and \(https)" }
        }
        if let problem = service.certificateProblem { text += "; " + String(problem.unicodeScalars.prefix(Self.longestProblem)) }
        guard let reload = service.lastReload else { return text }
        guard let problem = reload.firstProblem else {
            return text + "; reloaded at \(WallClock.localTime(secondsSinceEpoch: reload.loadedAt))"
        }
        let more = reload.problemCount > 1 ? " (and \(reload.problemCount - 1) more)" : ""
        return text + " (the last reload failed) " + String(problem.unicodeScalars.prefix(Self.longestProblem)) + more
    }
}
