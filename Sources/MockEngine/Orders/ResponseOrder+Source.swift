internal import ResponseOrders
internal import HTTPMessage
internal import Synchronization

extension ResponseOrder {
    /// Gives a response in its turn.
    /// - Parameter source: makes the response in the meantime; nil if it is known already.
    func turn(after source: ResponseSource?) -> ResponseSource {
        ResponseSource { [self] session, serve, complete in
            let meeting = Meeting(serve, complete)
            let number = hold(serve.request, serve.ticket) { meeting.come($0) }
            let cancel = source?.start(session, serve) { meeting.know($0) }
            if source == nil { meeting.know(serve) }
            return { [self] in
                left(number)
                cancel?()
            }
        }
    }

    /// A response and its turn, which become known in either order.
    private final class Meeting: Sendable {
        private struct State: Sendable {
            var known: ServeEvent?
            var isReleased = false
            var isOver = false
        }

        private let arrived: ServeEvent
        private let complete: @Sendable (ServeEvent) -> Void
        private let state = Mutex(State())

        init(_ arrived: ServeEvent, _ complete: @escaping @Sendable (ServeEvent) -> Void) {
            self.arrived = arrived
            self.complete = complete
        }

        func know(_ serve: ServeEvent) {
            meet { state in
                state.known = serve
                return state.isReleased ? serve : nil
            }
        }

        func come(_ turn: Turn) {
            meet { state in
                if case .released = turn {
                    state.isReleased = true
                    return state.known
                }
                var serve = state.known ?? arrived
                serve.refuse(turn)
                return serve
            }
        }

        private func meet(_ body: (inout State) -> ServeEvent?) {
            let serve: ServeEvent? = state.withLock { state in
                guard !state.isOver, var serve = body(&state) else { return nil }
                state.isOver = true
                state.known = nil
                serve.tellsDelivery = true
                return serve
            }
            if let serve { complete(serve) }
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
