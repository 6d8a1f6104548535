package import HTTPMessage
package import StubModel

/// Asks other servers. The engine knows no socket: whoever owns the network implements this.
package protocol UpstreamClient: AnyObject, Sendable {
    /// Sends a request. Does not block.
    /// - Parameter completion: called once, on a thread of the client's; must not block. The response's body may still be on its way then
    ///   (`BodySource.stream`). Its fields are as received, those of the connection included.
    /// - Returns: a handle to give the request up with.
    func send(
        _ request: UpstreamRequest, completion: @escaping @Sendable (Result<Response, UpstreamError>) -> Void
    ) -> any UpstreamCall
    /// Why a target cannot be called, as far as that is known without asking for the address of its name. Does not block.
    /// - Returns: nil when it may be called, or when only its address will tell.
    func refusal(of target: TargetAuthority, isOperators: Bool) -> UpstreamError?
}

extension UpstreamClient {
    package func refusal(of target: TargetAuthority, isOperators: Bool) -> UpstreamError? { nil }
}

/// A request under way. Any thread.
package protocol UpstreamCall: Sendable {
    /// Gives it up: it completes with `.cancelled`, unless it has completed already.
    func cancel()
}

/// A request to another server.
package struct UpstreamRequest: Sendable {
    package var method: String
    /// `http://host:port`, or `https`; no path.
    package var origin: String
    /// Path and query, sent as they are.
    package var target: String
    /// Without those of the connection. `Host` only when it shall not be the origin's.
    package var headers: HeaderFields
    package var body: RequestBody
    /// Set when the answer is wanted whole, up to that many bytes of body, and a longer one is a failure; nil when its body may come
    /// as a stream.
    package var maximumWholeBodyBytes: Int?
    /// Whether the operator wrote this target into the file of the stub that asks: then no rule has to allow it.
    package var isOperators = false
    /// Who wants the answer whole, besides whoever reads it as it comes.
    package var observer: Observer?

    /// Is given an answer when all of it has come, its body in memory, before the last of it can be read by anyone else. Not for one that
    /// broke off, or has a longer body.
    package struct Observer: Sendable {
        package var maximumBodyBytes: Int
        /// On a thread of the client's; must not block.
        package var tell: @Sendable (Response) -> Void

        package init(maximumBodyBytes: Int, tell: @escaping @Sendable (Response) -> Void) {
            self.maximumBodyBytes = maximumBodyBytes
            self.tell = tell
        }
    }

    package init(
        method: String, origin: String, target: String, headers: HeaderFields = [], body: RequestBody = .empty
    ) {
        self.method = method
        self.origin = origin
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// - Parameter url: absolute. What follows a `#` is left out.
    /// - Returns: nil when it is no URL of `http` or `https`.
    package init?(method: String, url: String, headers: HeaderFields = [], body: RequestBody = .empty) {
        let url = url.prefix { $0 != "#" }
        guard let scheme = ["http://", "https://"].first(where: { url.lowercased().hasPrefix($0) }) else { return nil }
        let rest = url.dropFirst(scheme.count)
        let mark = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard mark > rest.startIndex, !rest[..<mark].contains(where: \.isWhitespace) else { return nil }
        let target = rest[mark...]
        self.init(
            method: method, origin: scheme + rest[..<mark], target: target.hasPrefix("/") ? String(target) : "/" + target, headers: headers,
            body: body)
    }

    package var url: String { origin + target }
}

/// Why there is no answer from another server.
package enum UpstreamError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The rules do not allow the target; with the address that was looked at.
    case denied(String)
    /// A rule denies the target, whatever else allows it.
    case deniedByRule(String)
    /// It could not be reached, or broke off; with the reason.
    case failed(String)
    case cancelled

    package var description: String {
        switch self {
        case .denied(let address):
            "The target proxy address is denied in WireMock's configuration: \(address) is not among the allowed targets. "
                + "Start with --allow-proxy-targets \(address) to allow it."
        case .deniedByRule(let address):
            "The target proxy address is denied in WireMock's configuration: --deny-proxy-targets covers \(address)."
        case .failed(let reason): reason
        case .cancelled: "given up, because the client has gone"
        }
    }
}

extension UpstreamError {
    /// Whether the target was not asked because the rules forbid it.
    var isDenial: Bool {
        switch self {
        case .denied, .deniedByRule: true
        case .failed, .cancelled: false
        }
    }
}
