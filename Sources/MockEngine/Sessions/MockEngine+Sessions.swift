package import HTTPMessage
package import StubModel
internal import Synchronization

/// Opening, finding and ending sessions.
extension MockEngine {
    /// The server's own session, for requests that name no other.
    package var session: Session { sessions.own }

    /// All sessions except the server's own, oldest first. Ends sessions that have been idle for too long first.
    package var openSessions: [Session] {
        endIdleSessions()
        return sessions.others
    }

    /// Opens a session over the fixtures, with the current settings and network of the server's own. It is live when this returns.
    /// - Parameters:
    ///   - stubs: its first stubs, compiled, oldest first.
    ///   - listeners: its own; nil without them.
    ///   - order: the order of its responses; nil to send each at once.
    /// - Throws: `.tooMany`; `.traceTaken` for a trace id of another session; `.scenario` for a scenario or a state that no stub names.
    package func openSession(
        _ definition: SessionDefinition, stubs: [CompiledStub] = [], listeners: SessionListeners? = nil, order: OrderDefinition? = nil
    ) throws(SessionError) -> Session {
        if sessions.count >= environment.maximumSessions { endIdleSessions() }
        var options = session.options
        options.proxyObserver = nil
        options.clockMode = definition.clock
        options.network = definition.network ?? session.network
        options.order = order.map { ResponseOrder($0, timer: session.options.timer) }
        if let seed = definition.seed { options.seed = seed }
        let identity = SessionIdentity(definition, listeners: listeners, createdAt: session.realClock.now)
        // The session must be complete before a request can find it.
        let opened = try openSession(options, identity) { session throws(SessionError) in
            if !stubs.isEmpty { session.add(stubs) }
            do throws(ScenarioError) {
                for (scenario, state) in definition.scenarioStates { try session.setScenario(scenario, to: state) }
            } catch {
                throw .scenario(error)
            }
        }
        sweepLater()
        return opened
    }

    /// - Parameter prepare: called before the session can be found.
    func openSession(
        _ options: Session.Options, _ identity: SessionIdentity, prepare: (Session) throws(SessionError) -> Void = { _ in }
    ) throws(SessionError) -> Session {
        // Under the layer's lock, so that no reload misses the new session.
        let opened = try layer.withLock { layer throws(SessionError) in
            try sessions.add(limit: environment.maximumSessions, traces: identity.traceIDs) { number throws(SessionError) in
                let session = Session(
                    number: number, identity, options, environment, layer: layer, settings: session.settings, budget: budget,
                    realClock: session.realClock)
                try prepare(session)
                return session
            }
        }
        guard let opened else { throw .tooMany(limit: environment.maximumSessions) }
        return opened
    }

    /// Ends a session: held responses are released as 503s. Exchanges in progress are still reported when they are over.
    /// - Returns: false if it had already ended.
    @discardableResult
    package func close(_ session: Session) -> Bool { close(session, isIdle: false) }

    @discardableResult
    private func close(_ session: Session, isIdle: Bool) -> Bool {
        guard sessions.remove(session) else { return false }
        environment.observer?.ended(session, isIdle: isIdle)
        session.end()
        return true
    }

    /// The live session with this id.
    /// - Throws: `.ended`, `.unknown`.
    package func session(id: String) throws(SessionError) -> Session {
        switch sessions.find(id: id) {
        case .session(let session):
            guard session.isIdleTooLong else { return session }
            close(session, isIdle: true)
            throw .ended(id)
        case .ended: throw .ended(id)
        case .unknown: throw .unknown(id)
        }
    }

    /// The exchange of a plan with a ticket is over. Its session may have ended before.
    package func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {
        sessions.live(orEnded: ticket.owner)?.finished(ticket, outcome)
    }

    /// The planned response cannot be sent, and a 500 of the wire takes its place.
    /// - Parameters:
    ///   - request: without the prefix of a session.
    ///   - ticket: of the plan; nil if it has none.
    ///   - sentence: the reason, and what to do.
    package func replaced(_ request: Request, _ ticket: ExchangeTicket?, by response: Response, because sentence: String) {
        if let ticket, let session = sessions.live(orEnded: ticket.owner) {
            session.replaced(request, ticket, by: response, because: sentence)
        } else {
            environment.observer?.failed(request, sentence)
        }
    }

    /// The peer has acknowledged the last byte of a response whose plan asked for that, or never will. Ignored if its session has ended.
    package func delivered(_ ticket: ExchangeTicket) { sessions[ticket.owner]?.options.order?.delivered(ticket) }

    // MARK: Requests

    /// Finds the session of a request.
    ///
    /// A request that names no session belongs to the server's own. Costs almost nothing for such a request. Any thread.
    /// - Parameter prefix: the id in the prefix that was removed from its path (`takeSessionPrefix`); nil if there was none.
    /// - Throws: `.unknown` or `.ended` if the named session is not alive; `.missing` if the request names none and one is required.
    package func findSession(of request: Request, prefix: String? = nil) throws(SessionError) -> (Session, SessionArrival?) {
        var mentions = request.mentionedSessions(traces: sessions.hasTraces)
        if let prefix { mentions.insert(SessionMention(carrier: .prefix, id: prefix), at: 0) }
        if sessions.hasPorts, let id = sessions.sessionID(ofPort: request.arrival.localPort) {
            mentions.insert(SessionMention(carrier: .port, id: id), at: 0)
        }
        guard let strongest = mentions.first else {
            if environment.requiresSession { throw .missing }
            return (session, nil)
        }
        if strongest.id.isEmpty { throw .unnamed(strongest.carrier) }
        let found = try find(strongest)
        guard let found else {
            // A trace that no session was created with.
            if environment.requiresSession { throw .missing }
            return (session, nil)
        }
        found.activity.touch(at: found.realUptime)
        var arrival = SessionArrival(carrier: strongest.carrier)
        for mention in mentions.dropFirst() where mention.id != found.identity.id && mention.carrier != .traceID {
            arrival.ignored.append("\(mention.carrier.rawValue) \(mention.id)")
        }
        if strongest.carrier != .port { arrival.urlPrefix = found.identity.urlPrefix }
        return (found, arrival)
    }

    private func find(_ mention: SessionMention) throws(SessionError) -> Session? {
        if mention.carrier == .traceID {
            guard let id = sessions.sessionID(ofTrace: mention.id) else { return nil }
            return try session(id: id)
        }
        return try session(id: mention.id)
    }

    // MARK: Idle sessions

    /// How often idle sessions are looked for.
    private static let sweepInterval = Duration.seconds(1)

    private func sweepLater() {
        let isNew = sweeping.withLock { sweeping in
            defer { sweeping = true }
            return !sweeping
        }
        guard isNew else { return }
        session.options.timer.schedule(after: Self.sweepInterval) { [weak self] in self?.sweep() }
    }

    private func sweep() {
        endIdleSessions()
        sweeping.withLock { $0 = false }
        if sessions.count > 0 { sweepLater() }
    }

    private func endIdleSessions() {
        if sessions.count == 0 { return }
        for session in sessions.others where session.isIdleTooLong { close(session, isIdle: true) }
    }
}

extension Session {
    fileprivate var isIdleTooLong: Bool {
        guard let timeToLive = identity.timeToLive else { return false }
        return activity.idleTime(at: realUptime) > timeToLive && stages.count == 0 && !watch.isAwaited && !gates.isAwaited
    }
}
