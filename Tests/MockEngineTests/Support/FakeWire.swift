import HTTPMessage
import Synchronization

@testable import MockEngine

/// Performs a plan as the wire does, without a socket: it asks the plan's regulator before the head and before each piece of the body, and
/// asks again when it is woken. Real-time delays take no time.
final class FakeWire: Sendable {
    struct Sent: Sendable, Equatable {
        /// The status of the head that was sent; nil before that.
        var status: Int?
        var bodyBytes = 0
        var isDone = false
        var isBroken = false
        /// How often the regulator was asked.
        var questions = 0
    }

    private struct State: Sendable {
        var sent = Sent()
        var plan: WirePlan
        var isWoken = false
        var isAsking = false
        var isOver = false
        /// Of the machine's time; nil when the wire does not wait for time.
        var due: Int64?
    }

    private let session: Session
    private let state: Mutex<State>
    private let regulator: (any ResponseRegulator)?
    private let whenOver: @Sendable () -> Void

    /// Starts sending.
    /// - Parameter whenOver: called when the exchange is over, whatever its outcome.
    init(_ plan: WirePlan, in session: Session, whenOver: @escaping @Sendable () -> Void = {}) {
        self.session = session
        self.whenOver = whenOver
        regulator = plan.performance?.regulator
        state = Mutex(State(plan: plan))
        goOn()
    }

    /// Sends a request to the session, and starts sending the response.
    /// - Throws: if the response is deferred.
    convenience init(
        asking session: Session, _ target: String, method: String = "GET", whenOver: @escaping @Sendable () -> Void = {}
    ) throws {
        guard case .plan(let plan) = session.respond(to: Request(method: method, target: target)) else { throw ComesLater() }
        self.init(plan, in: session, whenOver: whenOver)
    }

    struct ComesLater: Error {}

    var sent: Sent { state.withLock { $0.sent } }
    /// Whether nothing has been sent yet.
    var waitsForHead: Bool { sent.status == nil && !sent.isBroken }
    var status: Int? { sent.status }
    var isDone: Bool { sent.isDone }

    /// When it would ask again by itself, in nanoseconds of the machine's time; nil for never.
    var due: Int64? { state.withLock { $0.due } }
    /// That moment has come.
    func isDue() { goOn() }

    /// The client leaves.
    func leave() { end(.clientLeft) }

    private func end(_ ending: ExchangeOutcome.Ending) {
        let ticket: ExchangeTicket?? = state.withLock { state in
            if state.isOver { return nil }
            state.isOver = true
            return .some(state.plan.ticket)
        }
        guard let ticket else { return }
        regulator?.ended()
        whenOver()
        if let ticket { session.finished(ticket, ExchangeOutcome(ending: ending, bodyBytes: sent.bodyBytes)) }
    }

    /// The connection's worker: one at a time.
    private func goOn() {
        let isFirst = state.withLock { state in
            if state.isAsking {
                state.isWoken = true
                return false
            }
            state.isAsking = true
            return true
        }
        guard isFirst else { return }
        var goesOn = true
        while goesOn { goesOn = step() }
    }

    /// - Returns: whether to ask once more.
    private func step() -> Bool {
        let place: SendingPlace? = state.withLock { state in
            if state.isOver || state.sent.isDone || state.sent.isBroken { return nil }
            state.isWoken = false
            state.sent.questions += 1
            return state.sent.status == nil ? .head : .body(state.sent.bodyBytes)
        }
        guard let place else { return false }
        let allowance = regulator?.allowance(at: place) { [weak self] in self?.goOn() } ?? .everything
        let (goesOn, ending): (Bool, ExchangeOutcome.Ending?) = state.withLock { state in
            switch allowance {
            case .wait, .waitUntil:
                if state.isWoken { return (true, nil) }
                state.due = if case .waitUntil(let due) = allowance { due } else { nil }
                state.isAsking = false
                return (false, nil)
            case .bytes(let count):
                let length = state.plan.response.body.length ?? 0
                if state.sent.status == nil {
                    state.sent.status = state.plan.response.status
                } else {
                    state.sent.bodyBytes = count > length ? length : min(length, state.sent.bodyBytes + count)
                }
                state.sent.isDone = state.sent.bodyBytes == length
                return (true, state.sent.isDone ? .performed : nil)
            case .replace(let plan) where state.sent.status == nil:
                state.plan = plan
                state.sent.status = plan.response.status
                state.sent.bodyBytes = plan.response.body.length ?? 0
                state.sent.isDone = true
                return (false, .performed)
            case .replace, .breakOff:
                state.sent.isBroken = true
                return (false, .aborted)
            }
        }
        if let ending { end(ending) }
        return goesOn
    }
}
