internal import DequeModule
internal import HTTPMessage
internal import Synchronization

/// The sessions of an engine. The server's own has the number 0, and lives as long as the engine.
final class SessionRegistry: Sendable {
    enum Finding {
        case session(Session)
        /// It has ended.
        case ended
        /// It never existed, or ended too long ago to be remembered.
        case unknown
    }

    private struct Leaving: Sendable {
        weak let session: Session?
    }

    private struct State: Sendable {
        var byNumber: [UInt64: Session] = [:]
        var byID: [String: Session] = [:]
        /// The session of each trace id; it may have ended.
        var byTrace: [String: String] = [:]
        /// The session that each port was last leased to; it may have ended.
        var byPort: [Int: String] = [:]
        var lastNumber: UInt64 = 0
        /// The trace ids of sessions that are being made, by number.
        var coming: [UInt64: [String]] = [:]
        /// Sessions that have ended, with exchanges in progress that keep them alive.
        var leaving: [UInt64: Leaving] = [:]
        /// Ended sessions, oldest first.
        var ended: Deque<SessionIdentity> = []
        var endedIDs: Set<String> = []
    }

    /// How many ended sessions are remembered.
    private static let rememberedSessions = 20_000

    let own: Session
    private let state = Mutex(State())
    private let portCount = Atomic<Int>(0)
    private let traceCount = Atomic<Int>(0)
    private let liveCount = Atomic<Int>(0)

    init(own: Session) { self.own = own }

    /// The session with this number; nil if it has ended.
    @inline(__always)
    subscript(number: UInt64) -> Session? { number == 0 ? own : state.withLock { $0.byNumber[number] } }

    /// The session with this number, even if it has ended, as long as it has exchanges in progress.
    func live(orEnded number: UInt64) -> Session? {
        if number == 0 { return own }
        return state.withLock { state in
            state.byNumber[number] ?? state.leaving[number]?.session.flatMap { $0.openExchanges.isEmpty ? nil : $0 }
        }
    }

    /// All sessions: the server's own first, then oldest first.
    var all: [Session] { [own] + others }

    /// All but the server's own, oldest first.
    var others: [Session] { state.withLock { $0.byNumber.sorted { $0.key < $1.key }.map(\.value) } }

    /// The number of sessions besides the server's own. Costs no lock.
    var count: Int { liveCount.load(ordering: .relaxed) }

    /// Whether a port was ever leased, so that ports must be compared.
    var hasPorts: Bool { portCount.load(ordering: .acquiring) > 0 }
    var hasTraces: Bool { traceCount.load(ordering: .acquiring) > 0 }

    func find(id: String) -> Finding {
        state.withLock { state in
            if let session = state.byID[id] { return .session(session) }
            return state.endedIDs.contains(id) ? .ended : .unknown
        }
    }

    /// The id of the session of a trace id; nil if no session was created with it.
    func sessionID(ofTrace trace: String) -> String? { state.withLock { $0.byTrace[trace] } }

    /// The id of the session that the port was last leased to; nil if it never was.
    func sessionID(ofPort port: Int) -> String? { state.withLock { $0.byPort[port] } }

    /// Adds the session that `make` creates for its number. Its place and its trace ids are reserved meanwhile; requests to other sessions
    /// do not wait.
    /// - Parameters:
    ///   - limit: the largest number of sessions.
    ///   - traces: its trace ids.
    /// - Returns: nil if the limit is reached.
    /// - Throws: `.traceTaken`; what `make` throws.
    func add(limit: Int, traces: [String], _ make: (UInt64) throws(SessionError) -> Session) throws(SessionError) -> Session? {
        guard let number = try reserve(limit: limit, traces: traces) else { return nil }
        let session: Session
        do throws(SessionError) { session = try make(number) } catch {
            state.withLock { _ = $0.coming.removeValue(forKey: number) }
            throw error
        }
        publish(session)
        return session
    }

    /// - Returns: the number of a new session; nil if the limit is reached.
    private func reserve(limit: Int, traces: [String]) throws(SessionError) -> UInt64? {
        try state.withLock { state throws(SessionError) in
            guard state.byNumber.count + state.coming.count < limit else { return nil }
            state.lastNumber += 1
            for trace in traces {
                let isLive = state.byTrace[trace].map { state.byID[$0] != nil } ?? false
                if isLive || state.coming.values.contains(where: { $0.contains(trace) }) { throw .traceTaken(trace) }
            }
            state.coming[state.lastNumber] = traces
            return state.lastNumber
        }
    }

    /// Lets requests find a session that is complete.
    private func publish(_ session: Session) {
        state.withLock { state in
            state.coming[session.number] = nil
            state.byNumber[session.number] = session
            state.byID[session.identity.id] = session
            for trace in session.identity.traceIDs { state.byTrace[trace] = session.identity.id }
            for port in session.identity.ports { state.byPort[port] = session.identity.id }
            liveCount.store(state.byNumber.count, ordering: .relaxed)
            traceCount.store(state.byTrace.count, ordering: .releasing)
            portCount.store(state.byPort.count, ordering: .releasing)
        }
    }

    /// - Returns: whether it was there.
    func remove(_ session: Session) -> Bool {
        state.withLock { state in
            guard state.byNumber.removeValue(forKey: session.number) != nil else { return false }
            let id = session.identity.id
            state.byID[id] = nil
            state.leaving = state.leaving.filter { $0.value.session != nil }
            state.leaving[session.number] = Leaving(session: session)
            state.ended.append(session.identity)
            state.endedIDs.insert(id)
            if state.ended.count > Self.rememberedSessions {
                let oldest = state.ended.removeFirst()
                state.endedIDs.remove(oldest.id)
                for trace in oldest.traceIDs where state.byTrace[trace] == oldest.id { state.byTrace[trace] = nil }
            }
            liveCount.store(state.byNumber.count, ordering: .relaxed)
            traceCount.store(state.byTrace.count, ordering: .releasing)
            return true
        }
    }
}
