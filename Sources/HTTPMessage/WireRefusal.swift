/// A request that the wire refused itself, or that the client did not complete.
package struct WireRefusal: Sendable {
    /// The reason. The status of the response follows from it.
    package enum Cause: Sendable, Equatable {
        /// 400: a head or a body that is not HTTP.
        case malformed
        /// 400: a target that is neither a path nor a URL.
        case malformedTarget
        /// 414 and 431.
        case targetTooLong, headTooLong
        /// 413.
        case bodyTooLong
        /// 408: the head or the body did not come in time.
        case headTimeout, bodyTimeout
        /// 501: a transfer coding that is not `chunked`.
        case unknownTransferCoding
        /// 505: another major version of HTTP than 1.
        case unknownVersion
        /// 500: the body could not be stored; 503 if no descriptor was left for it.
        case bodyNotKept
        /// 500: the response that was planned cannot be sent. The request is not at fault.
        case unsendableResponse
        /// 400: a request without TLS to a listener that speaks TLS.
        case plainHTTP
        /// No response: the client sent TLS, or HTTP/2 with prior knowledge, to a listener of plain HTTP/1.1.
        case tls, http2
        /// No response: the client left before its request was complete.
        case brokenOff
        /// No response: the server stopped before the request was complete.
        case cutOff

        /// The setting of the limit that the request exceeds; nil where that is not the cause, or the limit is no setting.
        package var exceededSetting: String? {
            switch self {
            case .bodyTooLong: "limits.bodyBytes"
            case .targetTooLong, .headTooLong: "limits.headBytes"
            default: nil
            }
        }

        /// How the exchange has ended.
        package var ending: ExchangeOutcome.Ending {
            switch self {
            case .brokenOff: .clientLeft
            case .cutOff: .aborted
            case .headTimeout, .bodyTimeout: .timedOut
            default: .performed
            }
        }
    }

    /// The reason, for programs.
    package var cause: Cause
    /// The part that was read. Method and target are empty if the request line is incomplete; fields are left out if the head is
    /// incomplete. The body is empty; the arrival is always set.
    package var request: Request
    /// The status that was sent; 0 when there was no response.
    package var status: Int
    /// What is wrong, in a sentence; the text of the response if there was one and the listener has no form of its own.
    package var reason: String
    /// Length of the response's body in bytes.
    package var sentBytes: Int
    /// The time since the request began, as far as the wire knows it: for the first request of a connection since that was opened, for a
    /// later one since its body began. Nil when unknown.
    package var duration: Duration?

    package init(
        _ cause: Cause, _ request: Request, status: Int = 0, reason: String = "", sentBytes: Int = 0, duration: Duration? = nil
    ) {
        self.cause = cause
        self.request = request
        self.status = status
        self.reason = reason
        self.sentBytes = sentBytes
        self.duration = duration
    }
}
