/// Sends requests to other servers: `CurlClient` of the room `Upstream`. The engine uses no socket.
package protocol UpstreamClient: AnyObject, Sendable {
    /// Sends a request. Does not block.
    /// - Parameter completion: called once, on one of the client's threads or within `send`; must not block. The response's body may
    ///   still be arriving (`BodySource.stream`). Its fields are as received, including those of the connection.
    /// - Returns: a handle to cancel the request.
    func send(
        _ request: UpstreamRequest, completion: @escaping @Sendable (Result<Response, UpstreamError>) -> Void
    ) -> any UpstreamCall
    /// Why a target must not be called, as far as that is known without resolving its name. Does not block.
    /// - Returns: nil if it may be called, or if only its address can decide.
    func refusal(of target: TargetAuthority, isOperators: Bool) -> UpstreamError?
    /// Whether only targets that the operator names may be called: there is no rule that allows another one.
    var callsNamedTargetsOnly: Bool { get }
}

extension UpstreamClient {
    /// Allows every target.
    package func refusal(of target: TargetAuthority, isOperators: Bool) -> UpstreamError? { nil }
    /// False.
    package var callsNamedTargetsOnly: Bool { false }
}

/// A request in progress. Any thread.
package protocol UpstreamCall: Sendable {
    /// Cancels the request: it completes with `.cancelled`, unless it has already completed.
    func cancel()
}

/// Why there is no response from another server.
package enum UpstreamError: Error, Sendable, Equatable, CustomStringConvertible {
    /// No rule allows the target; with the address that was checked.
    case denied(String)
    /// A rule denies the target, even if another one allows it.
    case deniedByRule(String)
    /// It could not be reached, or aborted the response; with the reason.
    case failed(String)
    /// The TLS connection to it failed; with the reason.
    case tlsFailed(String)
    case cancelled

    package var description: String {
        switch self {
        case .denied(let address):
            "\(address) is not among the allowed targets. Start with --allow-proxy-targets \(address) to allow it."
        case .deniedByRule(let address): "The target is denied: --deny-proxy-targets covers \(address)."
        case .failed(let reason), .tlsFailed(let reason): reason
        case .cancelled: "cancelled, because the client left"
        }
    }
}
