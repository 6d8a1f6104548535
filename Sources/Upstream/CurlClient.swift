package import HTTPMessage
internal import Synchronization

/// Sends requests to other servers with libcurl, on one thread that starts at the first request. No other code of the program connects to a
/// network.
///
/// Connects only to targets that the rules permit. Certificates are not checked, as in WireMock, because staging servers often sign their
/// own. Does not follow redirects, decode bodies or use a proxy from the environment. Keeps connections for a while and uses them again.
/// Any thread; completions run on the client's own thread.
package final class CurlClient: UpstreamClient {
    /// What the client may do, and how long it waits.
    package struct Settings: Sendable {
        /// The targets that may be called.
        package var rules: TargetRules
        /// The longest time to connect, unless a target may be silent for less.
        package var connectTimeout: Duration = .seconds(10)
        /// The longest time without a byte from the target (`--proxy-timeout`).
        package var silenceTimeout: Duration = .seconds(300)

        /// Whether the time to connect is that of silence.
        var connectsWithinSilence: Bool { .seconds(silenceSeconds) < connectTimeout }
        /// The time to connect, in milliseconds.
        var connectMilliseconds: Int { Int(min(connectTimeout, .seconds(silenceSeconds)).wholeMilliseconds) }
        /// The time of silence, in libcurl's unit. Rounded up, so that no target has less time than is allowed.
        var silenceSeconds: Int {
            let (seconds, rest) = silenceTimeout.components
            return max(1, Int(seconds) + (rest > 0 ? 1 : 0))
        }

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

    /// Sends a request, and returns at once.
    /// - Parameter completion: called once, with the response or with the reason why there is none.
    /// - Returns: what cancels the request.
    package func send(
        _ request: UpstreamRequest, completion: @escaping @Sendable (Result<Response, UpstreamError>) -> Void
    ) -> any UpstreamCall {
        // Before the name is resolved: looking it up would carry it to a name server.
        let origin = CurlHandle.withoutUser(request.origin)
        if let target = TargetAuthority(literalIn: origin), let refusal = refusal(of: target, isOperators: request.isOperators) {
            request.observer?.tell(.failure(refusal))
            completion(.failure(refusal))
            return Call(transfer: nil, loop: nil)
        }
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
            transfer.complete(error)
            return Call(transfer: transfer, loop: nil)
        }
    }

    /// The reason why a target may not be called, as far as it is known before its name is resolved; nil if it may be.
    package func refusal(of target: TargetAuthority, isOperators: Bool) -> UpstreamError? {
        settings.rules.refusal(of: target, isOperators: isOperators)
    }

    /// Whether there is no rule that allows a target.
    package var callsNamedTargetsOnly: Bool { settings.rules.allowed.isEmpty }

    /// Cancels the requests in progress, and ends the thread. Later requests fail. A second call does nothing.
    package func stop() {
        let loop = state.withLock { state -> CurlLoop? in
            defer { state = .stopped }
            return if case .running(let loop) = state { loop } else { nil }
        }
        loop?.stop()
    }

    private struct Call: UpstreamCall {
        let transfer: Transfer?
        let loop: CurlLoop?
        func cancel() { if let transfer { loop?.post(.cancel(transfer)) } }
    }
}
