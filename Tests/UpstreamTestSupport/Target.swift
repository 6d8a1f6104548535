package import HTTPMessage
internal import MicroHTTPD
internal import Synchronization
internal import TestSupport
package import Upstream

/// A server to ask: answers with what a closure says, and keeps the requests.
package final class Target: Sendable {
    private final class Responder: HTTPResponder {
        let answer: @Sendable (Request) -> WirePlan
        let seen = Mutex<[Request]>([])
        /// Rung with each request, and when the exchange of a plan with a ticket is over.
        let bell = Bell()

        init(_ answer: @escaping @Sendable (Request) -> WirePlan) { self.answer = answer }

        func respond(to request: Request, admitted: (any AdmittedRequest)?) -> Reply {
            seen.withLock { $0.append(request) }
            bell.ring()
            return .plan(answer(request))
        }

        func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) { bell.ring() }
    }

    private let responder: Responder
    private let reactor: Reactor
    private let daemon: Daemon
    package let port: Int

    package init(_ answer: @escaping @Sendable (Request) -> WirePlan) throws {
        responder = Responder(answer)
        reactor = try Reactor()
        daemon = try Daemon.start(on: [try ListeningSocket.tcp(host: "127.0.0.1", port: 0)], responder: responder, reactor: reactor)
        guard case .tcp(_, let port) = daemon.addresses[0] else { fatalError("a TCP socket has a port") }
        self.port = port
    }

    /// Waits until something is so that a request, or the end of one, may change.
    package func eventually(_ isSo: @escaping @Sendable () -> Bool) async -> Bool { await responder.bell.eventually(isSo) }

    package var openConnections: Int { daemon.counters.openConnections }
    package var requests: [Request] { responder.seen.withLock { $0 } }
    package var origin: String { "http://127.0.0.1:\(port)" }

    package func stop() {
        _ = daemon.stop(.abort, within: .seconds(5))
        reactor.stop()
    }
}

package func client(_ allowed: [String] = ["127.0.0.1"], denied: [String] = []) throws -> CurlClient {
    CurlClient(
        CurlClient.Settings(
            rules: TargetRules(allowed: try allowed.map { try TargetRule($0) }, denied: try denied.map { try TargetRule($0) })))
}

extension CurlClient {
    package func ask(_ request: UpstreamRequest) async -> Result<Response, UpstreamError> {
        await handedOver { done in _ = send(request, completion: done) }
    }
}

/// Waits for what a callback brings, on another thread. It passes through a lock: the thread sanitizer does not see that a continuation
/// orders the two threads.
package func handedOver<Value: Sendable>(_ begin: (@escaping @Sendable (Value) -> Void) -> Void) async -> Value {
    let kept = KeptValue<Value>()
    await withCheckedContinuation { continuation in
        begin { value in
            kept.value.withLock { $0 = value }
            continuation.resume()
        }
    }
    return kept.value.withLock { $0! }
}

private final class KeptValue<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}

extension Response {
    /// The body, however it comes; nil when it broke off.
    package func wholeBody() async -> [UInt8]? {
        switch body {
        case .empty: return []
        case .bytes(let bytes): return bytes
        case .blocks: return nil
        case .stream(let stream, _):
            defer { stream.finish() }
            var result: [UInt8] = []
            while true {
                let once = Once()
                switch Self.read(stream, &result, once) {
                case .bytes: break
                case .wait: await once.wait()
                case .end: return result
                case .failed: return nil
                }
            }
        }
    }

    private static func read(_ stream: any BodyStream, _ result: inout [UInt8], _ once: Once) -> BodyStreamStep {
        var chunk = [UInt8](repeating: 0, count: 10_000)
        let step = unsafe chunk.withUnsafeMutableBytes { buffer in
            var span = unsafe MutableRawSpan(_unsafeBytes: buffer)
            return stream.read(into: &span) { once.fire() }
        }
        if case .bytes(let count) = step { result += chunk.prefix(count) }
        return step
    }
}

/// Wakes one waiter, whichever of the two comes first.
package final class Once: Sendable {
    private struct State: Sendable {
        var isFired = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    package func fire() {
        let waiter = state.withLock { state in
            state.isFired = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    package func wait() async {
        await withCheckedContinuation { continuation in
            let isFired = state.withLock { state in
                if !state.isFired { state.waiter = continuation }
                return state.isFired
            }
            if isFired { continuation.resume() }
        }
    }
}
