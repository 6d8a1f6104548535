internal import CMicroHTTPD
internal import CMicroHTTPDHooks
internal import HTTPMessage
internal import Synchronization

/// Notifies the responder of requests that `respond` does not get.
extension Exchange {
    /// Notifies the responder of a request that the wire refused or that the client did not complete. A second call for the same request
    /// does nothing.
    /// - Parameters:
    ///   - response: what was sent; nil when nothing was.
    ///   - reason: a sentence.
    func tellRefusal(
        _ cause: WireRefusal.Cause, _ response: Response? = nil, reason: String = "The client left before its request was whole."
    ) {
        guard !current.refusalIsTold else { return }
        current.refusalIsTold = true
        core.responder.refused(
            WireRefusal(
                cause, requestSoFar, status: response?.status ?? 0, reason: reason, sentBytes: isForHead ? 0 : response?.body.length ?? 0,
                duration: requestAge))
    }

    /// Notifies the responder of a request that the stop has cut off. Does nothing for another, nor for a request that has a plan, whose
    /// end is reported by its ticket.
    func tellCutOff() {
        guard core.mode == .aborting || endsIdle, !isBroken, ticket == nil else { return }
        tellRefusal(.cutOff, reason: "The server stopped before the request was whole.")
    }

    /// The time since the request began. No clock is read when a request begins, so it is known only of the first one of a connection, and
    /// where a time limit watches the request. Nil for others.
    private var requestAge: Duration? {
        let isFirst = requestCount == (phase == .idle ? 0 : 1)
        let begun = isFirst ? openedAt : begunAt.load(ordering: .relaxed)
        return begun == 0 ? nil : .nanoseconds(MonotonicClock.now() - begun)
    }

    /// Notifies the responder of a client that does not speak HTTP/1 (see Hooks/received.c). It gets no response, because it could not read
    /// one.
    /// - Returns: whether the client is such a one.
    func tellForeignProtocol() -> Bool {
        switch wire_preface(socket.descriptor) {
        case WIRE_PREFACE_TLS:
            tellRefusal(.tls, reason: "The client speaks TLS, and this port speaks plain HTTP: its URL must begin with http://.")
        case WIRE_PREFACE_HTTP2:
            tellRefusal(.http2, reason: "The client speaks HTTP/2 without asking first, and this port speaks HTTP/1.1.")
        default: return false
        }
        return true
    }

    /// The hook for received bytes follows the chunks of a body, and must know where a body ends.
    func noteHead(_ method: UnsafeRawBufferPointer) {
        guard let start = method.baseAddress else { return }
        // Bytes that were received behind the head. The memory is the library's, which allows the hook to change it.
        let body = unsafe UnsafeMutableRawPointer(mutating: start + Int(wire_head_size(connection)) - filler.pointee.headShift)
        unsafe wire_head_taken(
            socket.descriptor, filler.pointee.headBytes, filler.pointee.isChunked, filler.pointee.announcedLength ?? 0, body)
    }

    /// The method of a head that has begun, from its first bytes; empty when unknown. The library does not show it before the head is
    /// complete.
    private var methodSoFar: String {
        let word = wire_beginning(socket.descriptor).littleEndian
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        guard let end = bytes.firstIndex(of: UInt8(ascii: " ")) else { return "" }
        let method = String(decoding: bytes[..<end], as: UTF8.self)
        return ASCII.isToken(method.utf8) ? method : ""
    }

    /// Whether the request is known to be one for the head of a response alone.
    var isForHead: Bool { current.headIsTaken ? unsafe filler.pointee.isHead : methodSoFar == "HEAD" }

    /// The request as far as it is known: the whole head, method and target, or nothing.
    var requestSoFar: Request {
        if current.headIsTaken {
            var request = unsafe filler.pointee.request
            request.body = .empty
            return request
        }
        return unsafe filler.pointee.requestOfTarget(method: phase == .receiving ? methodSoFar : nil)
    }
}
