import HTTPMessage
import MicroHTTPD
import Synchronization
import TestSupport

/// A daemon on a free port, with a closure as its responder.
final class TestServer: Sendable {
    let daemon: Daemon
    let reactor: Reactor
    let responder: ClosureResponder

    init(
        _ change: (inout DaemonOptions) -> Void = { _ in }, sockets: [ListeningSocket]? = nil,
        admit: @escaping @Sendable (Request) -> Admission = { _ in .receive(maximumBytes: nil) },
        respond: @escaping @Sendable (Request) -> Reply
    ) throws {
        responder = ClosureResponder(admit: admit, respond: respond)
        reactor = try Reactor()
        var options = DaemonOptions()
        options.log = { [responder] level, line in responder.note(level, line) }
        change(&options)
        daemon = try Daemon.start(
            options, on: try sockets ?? [.tcp(host: "127.0.0.1", port: 0)], responder: responder, reactor: reactor)
    }

    deinit {
        daemon.stop(.abort, within: .zero)
        reactor.stop()
    }

    var port: Int { daemon.addresses[0].port ?? 0 }

    func client() throws -> RawClient { try RawClient(port: port) }

    /// Waits until a condition is fulfilled.
    /// - Returns: whether it was fulfilled within a minute.
    func eventually(_ isSo: () -> Bool) -> Bool { responder.bell.wait(until: isSo) }

    /// Whether everything is released.
    func isEmpty() -> Bool { eventually { daemon.counters.areNone } }
}

extension BoundAddress {
    /// nil for the address of a Unix socket.
    var port: Int? {
        if case .tcp(_, let port) = self { port } else { nil }
    }
}

extension Daemon.Counters {
    /// No client is connected, and nothing is held.
    var areNone: Bool { openConnections == 0 && liveExchanges == 0 && suspendedExchanges == 0 && heldBodyBytes == 0 }
}

final class ClosureResponder: HTTPResponder {
    /// Rung behind each call.
    let bell = Bell()
    private let admission: @Sendable (Request) -> Admission
    private let reply: @Sendable (Request) -> Reply
    private let log = Mutex(Log())
    /// Called when the listener is about to stop.
    private let onStopping = Mutex<(@Sendable () -> Void)?>(nil)

    private struct Log {
        var outcomes: [ExchangeTicket: ExchangeOutcome] = [:]
        var lines: [String] = []
        var refusals: [WireRefusal] = []
        var deliveries: [ExchangeTicket] = []
        /// Target, number of the ticket, and status.
        var replaced: [String] = []
        /// Tickets whose delivery was reported before `finished`.
        var earlyDeliveries: [ExchangeTicket] = []
        var stops = 0
    }

    init(admit: @escaping @Sendable (Request) -> Admission, respond: @escaping @Sendable (Request) -> Reply) {
        admission = admit
        reply = respond
    }

    func admit(_ head: Request) -> Admission {
        defer { bell.ring() }
        return admission(head)
    }

    func respond(to request: Request, admitted: (any AdmittedRequest)?) -> Reply {
        defer { bell.ring() }
        return reply(request)
    }

    func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) {
        log.withLock { $0.outcomes[ticket] = outcome }
        bell.ring()
    }

    func replaced(_ request: Request, _ ticket: ExchangeTicket?, by response: Response, because sentence: String) {
        log.withLock { $0.replaced.append("\(request.target) \(ticket?.number ?? 0) \(response.status)") }
        bell.ring()
    }

    func delivered(_ ticket: ExchangeTicket) {
        log.withLock { log in
            log.deliveries.append(ticket)
            if log.outcomes[ticket] == nil { log.earlyDeliveries.append(ticket) }
        }
        bell.ring()
    }

    func refused(_ refusal: WireRefusal) {
        log.withLock { $0.refusals.append(refusal) }
        bell.ring()
    }

    func stopping() {
        log.withLock { $0.stops += 1 }
        onStopping.withLock { $0 }?()
        bell.ring()
    }

    func whenStopping(_ body: @escaping @Sendable () -> Void) { onStopping.withLock { $0 = body } }

    func note(_ level: DaemonOptions.LogLevel, _ line: String) {
        log.withLock { $0.lines.append("\(level): \(line)") }
        bell.ring()
    }

    var refusals: [WireRefusal] { log.withLock { $0.refusals } }
    var replaced: [String] { log.withLock { $0.replaced } }
    var stops: Int { log.withLock { $0.stops } }
    var deliveries: [UInt64] { log.withLock { $0.deliveries.map(\.number) } }
    var earlyDeliveries: [UInt64] { log.withLock { $0.earlyDeliveries.map(\.number) } }
    var lines: [String] { log.withLock { $0.lines } }
    func outcome(_ ticket: UInt64) -> ExchangeOutcome? { log.withLock { $0.outcomes[ExchangeTicket(number: ticket)] } }
}

extension Reply {
    static func text(_ text: String, status: Int = 200) -> Reply { .plan(WirePlan(.text(status, text))) }
}
