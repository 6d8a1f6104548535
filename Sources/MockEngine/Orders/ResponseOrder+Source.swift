internal import ResponseOrders
internal import HTTPMessage
internal import Synchronization

extension ResponseOrder {
    /// Gives a response in its turn.
    /// - Parameter source: makes the response in the meantime; nil if it is known already.
    func turn(after source: ResponseSource?) -> ResponseSource {
        ResponseSource { [self] session, serve, complete in
            var made: Meeting?
            let number = hold(serve.request, serve.ticket) { label in
                let meeting = Meeting(serve, as: label, in: session, complete)
                made = meeting
                return { meeting.come($0) }
            }
            guard let meeting = made else { return nil }
            meeting.tellJournal()
            let cancel = source?.start(session, serve) { meeting.know($0) }
            if source == nil { meeting.know(serve) }
            return { [self] in
                meeting.leave()
                left(number)
                cancel?()
            }
        }
    }

    /// A response and its turn, which become known in either order.
    private final class Meeting: Sendable {
        private struct State: Sendable {
            var known: ServeEvent?
            /// As the journal tells it.
            var held: EntryDetails.Held
            /// Since when it may go out, in scripted time; nil before.
            var release: Duration?
            var isOver = false
        }

        private let arrived: ServeEvent
        private let session: Session
        private let complete: @Sendable (ServeEvent) -> Void
        private let state: Mutex<State>

        init(
            _ arrived: ServeEvent, as label: RequestLabel, in session: Session, _ complete: @escaping @Sendable (ServeEvent) -> Void
        ) {
            self.arrived = arrived
            self.session = session
            self.complete = complete
            let held = EntryDetails.Held(inOrder: label.description, since: arrived.arrivalUptime)
            state = Mutex(State(held: held))
        }

        /// Notes in the entry that the response is held; later changes of that go there with the response.
        func tellJournal() {
            state.withLock { state in
                if !state.isOver { note(state.held) }
            }
        }

        private func note(_ held: EntryDetails.Held) {
            if let ticket = arrived.ticket { session.journal.note([held], for: ticket) }
        }

        func know(_ serve: ServeEvent) {
            meet { state in
                state.known = serve
                return state.release == nil ? nil : serve
            }
        }

        func come(_ turn: Turn) {
            meet { state in
                state.held.end(turn.state, at: session.clock.uptime)
                if case .released = turn {
                    state.release = session.clock.moment
                    return state.known
                }
                var serve = state.known ?? arrived
                serve.refuse(turn)
                return serve
            }
        }

        /// The client has left.
        func leave() {
            state.withLock { state in
                if state.isOver { return }
                state.isOver = true
                state.known = nil
                state.held.end(.left, at: session.clock.uptime)
                note(state.held)
            }
        }

        private func meet(_ body: (inout State) -> ServeEvent?) {
            let serve: ServeEvent? = state.withLock { state in
                guard !state.isOver, var serve = body(&state) else { return nil }
                state.isOver = true
                state.known = nil
                serve.tellsDelivery = true
                serve.turn = state.held
                if let release = state.release { serve.noteRelease(at: release) }
                return serve
            }
            if let serve { complete(serve) }
        }
    }
}

extension ResponseOrder.Turn {
    fileprivate var state: EntryDetails.Held.State {
        switch self {
        case .released: .released
        case .diverged: .diverged
        case .timedOut: .timedOut
        case .ended: .ended
        }
    }
}

extension ServeEvent {
    /// Replaces the response by an error that says why it is not sent.
    fileprivate mutating func refuse(_ turn: ResponseOrder.Turn) {
        switch turn {
        case .released: break
        case .diverged(let divergence): refuse(409, "diverged", divergence.description)
        case .timedOut:
            refuse(504, "held for too long", "Its turn in the order of responses did not come within \(ResponseOrder.longestHold).")
        case .ended(let sentence): refuse(503, "no longer held", sentence)
        }
    }

    private mutating func refuse(_ status: Int, _ title: String, _ reason: String) {
        refuse(
            with: .text(
                status, "\(title): \(reason)\n", headers: [("X-Understudy-Order", title.replacing(" ", with: "-"))]), because: reason)
    }
}
