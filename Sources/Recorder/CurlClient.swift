package import HTTPMessage
package import MockEngine
package import StubModel
internal import Synchronization

/// Asks other servers by libcurl: one thread, started at the first request, for all of them. The only outgoing network of the program.
///
/// Only targets that the rules permit are connected to; their certificates are not checked, as in WireMock, because staging servers
/// have made theirs themselves. Redirects are not followed, bodies not decoded, and no proxy of the environment
/// is used. Connections are kept for a while and used again.
package final class CurlClient: UpstreamClient {
    package struct Settings: Sendable {
        package var rules: TargetRules
        /// For a connection to come about.
        package var connectTimeout: Duration = .seconds(10)
        /// For the target to send something (`--proxy-timeout`).
        package var silenceTimeout: Duration = .seconds(300)

        package init(rules: TargetRules) { self.rules = rules }
    }

    private enum State: Sendable {
        case idle
        case running(CurlLoop)
        case failed(String)
        case stopped
    }

    private let settings: Settings
    private let state = Mutex(State.idle)

    package init(_ settings: Settings) { self.settings = settings }

    deinit { stop() }

    package func send(
        _ request: UpstreamRequest, completion: @escaping @Sendable (Result<Response, UpstreamError>) -> Void
    ) -> any UpstreamCall {
        let transfer = Transfer(request, completion)
        let loop = state.withLock { state -> Result<CurlLoop, UpstreamError> in
            switch state {
            case .running(let loop): return .success(loop)
            case .failed(let reason): return .failure(.failed(reason))
            case .stopped: return .failure(.failed("the server is stopping"))
            case .idle:
                do {
                    let loop = try CurlLoop(settings)
                    state = .running(loop)
                    return .success(loop)
                } catch {
                    state = .failed("\(error)")
                    return .failure(.failed("\(error)"))
                }
            }
        }
        switch loop {
        case .success(let loop):
            loop.post(.start(transfer))
            return Call(transfer: transfer, loop: loop)
        case .failure(let error):
            completion(.failure(error))
            return Call(transfer: transfer, loop: nil)
        }
    }

    package func refusal(of target: TargetAuthority, isOperators: Bool) -> UpstreamError? {
        settings.rules.refusal(of: target, isOperators: isOperators)
    }

    /// Gives up what is under way, and ends the thread. Later requests fail.
    package func stop() {
        let loop = state.withLock { state -> CurlLoop? in
            defer { state = .stopped }
            return if case .running(let loop) = state { loop } else { nil }
        }
        loop?.stop()
    }

    private struct Call: UpstreamCall {
        let transfer: Transfer
        let loop: CurlLoop?
        func cancel() { loop?.post(.cancel(transfer)) }
    }
}
