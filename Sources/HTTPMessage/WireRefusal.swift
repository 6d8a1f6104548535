/// A request that the wire refused itself, or that its client broke off.
package struct WireRefusal: Sendable {
    /// Why. What was sent has the status that goes with it.
    package enum Cause: Sendable, Equatable {
        /// 400: a head or a body that is not HTTP.
        case malformed
        /// 414 and 431.
        case targetTooLong, headTooLong
        /// 413.
        case bodyTooLong
        /// 408: the head or the body did not come in time.
        case headTimeout, bodyTimeout
        /// 501: a transfer coding that is not `chunked`.
        case unknownTransferCoding
        /// 500: the body could not be kept.
        case bodyNotKept
        /// No response: the client speaks TLS, or HTTP/2 without asking first, to a listener of plain HTTP/1.1.
        case tls, http2
        /// No response: the client left before its request was whole.
        case brokenOff
    }

    package var cause: Cause
    /// As far as it was read: method and target are empty when the request line was not read, fields are left out when the head was not
    /// whole. Its body is empty. Its arrival is always set.
    package var request: Request
    /// 0 where nothing was sent.
    package var status: Int
    /// What is wrong with it, in a sentence; the text of the response where there is one.
    package var reason: String
    /// Bytes of the response's body.
    package var sentBytes: Int

    package init(_ cause: Cause, _ request: Request, status: Int = 0, reason: String = "", sentBytes: Int = 0) {
        self.cause = cause
        self.request = request
        self.status = status
        self.reason = reason
        self.sentBytes = sentBytes
    }
}
