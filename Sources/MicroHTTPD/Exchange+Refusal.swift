internal import CMicroHTTPD
internal import CMicroHTTPDHooks
internal import Glibc
internal import HTTPMessage
internal import Synchronization

/// Why the library refuses a request, or why it is too large: derived from what was parsed and counted so far.
extension Exchange {
    /// On the worker thread: the request line has been read, and the head is incomplete.
    var isReadingHead: Bool { phase == .receiving && !current.headIsTaken }

    /// The library refuses a request of this thread, perhaps another one. What it shows of the head is noted now, because it is gone when
    /// the connection closes.
    func noteRefusal() { refusal = unsafe RefusedHead.reason(connection) ?? refusal }

    /// Without the hook for heads, the library has sent its own error page, and this is the last callback for the request.
    func pageIsSent() {
        guard phase == .receiving else { return }
        if !current.headIsTaken { noteRefusal() }
        tellPage(for: reasonOfRefusal)
        isBroken = true
        respondsEarly = true
    }

    /// Notifies the responder of an error page of the library. Its text is not known, but its cause is.
    func tellPage(for error: RequestError) {
        let page = core.responses.response(to: error)
        tellRefusal(error.cause, page, reason: page.sentence)
    }

    /// The response to a request that is refused, in the listener's form; the responder is notified.
    func refusal(_ cause: WireRefusal.Cause, _ standard: Response) -> Response {
        let reason = standard.sentence
        let response =
            core.options.refusalResponse?(WireRefusal(cause, requestSoFar, status: standard.status, reason: reason)) ?? standard
        tellRefusal(cause, response, reason: reason)
        return response
    }

    var reasonOfRefusal: RequestError {
        switch phase {
        case .receiving where current.headIsTaken: .chunks
        case _ where wire_head_excess(socket.descriptor) == WIRE_HEAD_TOO_MANY_ITEMS: .tooManyItems
        case .receiving: refusal ?? (hasFilledMemory ? .headTooLong : .flaw(.field))
        default: reasonOfRefusedLine
        }
    }

    /// The library has not shown the request line. What has come behind the line tells nothing of it.
    private var reasonOfRefusedLine: RequestError {
        let line = wire_line_size(socket.descriptor)
        if line == 0 ? hasFilledMemory : isTooLong(line) { return .lineTooLong }
        if wire_head_excess(socket.descriptor) == WIRE_HEAD_TOO_LONG { return .headTooLong }
        return wire_has_other_version(socket.descriptor) ? .version : .line
    }

    /// - Parameter line: the length of a line that is there as a whole.
    private func isTooLong(_ line: Int) -> Bool { LibraryHooks.memory ? line > core.options.connectionMemory : fillsMemory(line) }

    private var hasFilledMemory: Bool {
        guard let received = receivedBytes else { return false }
        return fillsMemory(received &- consumedBytes.load(ordering: .relaxed))
    }

    /// Whether the limit is reached or nearly so: the library gives up when it cannot make room for 2 KiB more.
    private func fillsMemory(_ bytes: Int) -> Bool { bytes > core.options.connectionMemory - 2048 }

    /// From now on the chunks of the body must not announce more than that: the hook for received bytes ends the connection then.
    /// - Returns: whether those that came with the head do.
    func chunksExceed(_ limit: Int) -> Bool {
        guard unsafe filler.pointee.isChunked else { return false }
        wire_limit_chunks(socket.descriptor, UInt64(limit))
        return wire_chunk_excess(socket.descriptor) == WIRE_EXCESS_BODY
    }

    /// Responds to a head or a chunked body that the hook for received bytes has cut off.
    func refuseExcess() {
        if let reader {
            refuseExcessOfChunks(limit: reader.limit)
        } else if isReadingHead, wire_head_excess(socket.descriptor) != WIRE_HEAD_FITS {
            refuseRaw(for: reasonOfRefusal)
        }
    }

    /// - Parameter limit: of the body.
    private func refuseExcessOfChunks(limit: Int) {
        switch wire_chunk_excess(socket.descriptor) {
        case WIRE_EXCESS_BODY: refuseRaw(.bodyTooLong, core.responses.bodyTooLong(limit: limit))
        case WIRE_EXCESS_EXTENSION: refuseRaw(.malformed, core.responses.chunkExtensionTooLong)
        default: break
        }
    }

    /// If the library has more memory than the limit, it accepts heads beyond the limit.
    var headTooLong: Response? {
        guard unsafe filler.pointee.headBytes > core.options.connectionMemory else { return nil }
        return unsafe core.responses.headTooLong(inLine: filler.pointee.request.targetBytes.count > core.options.connectionMemory - 16)
    }

    /// The response in place of one whose head is too long, in the listener's form; the responder is notified.
    private func insteadOfLongHead() -> Response {
        let standard = StandardResponses.responseHeadTooLong
        let refusal = WireRefusal(.unsendableResponse, requestSoFar, status: standard.status, reason: standard.sentence)
        let response = core.options.refusalResponse?(refusal) ?? standard
        core.responder.replaced(requestSoFar, ticket, by: response, because: standard.sentence)
        return response
    }

    /// Queues that one, on an exchange that is ready for the other.
    func queueInsteadOfLongHead() -> Bool {
        let response = insteadOfLongHead()
        current.sentStatus = response.status
        let isQueued = PreparedResponse.with(response) { prepared in
            current.plannedBytes = sendsBody(response) ? prepared.count : 0
            return (isLast ? prepared.closing(response) : prepared)?.queue(on: self, WirePlan(response)) ?? false
        }
        return isQueued ?? false
    }

    /// The library has no memory for the head of the response that was queued: another one is written to the descriptor.
    func giveUpResponse() {
        guard !isBroken, timedOut.load(ordering: .relaxed) == 0, core.mode != .aborting, peer != .gone else { return }
        let response = insteadOfLongHead()
        refuseRaw(nil, response)
        current.ending = .performed
        current.plannedBytes = isForHead ? 0 : response.body.length ?? 0
        lookAgain()
    }
}

/// What the public API shows of a head that the library refuses: the fields that it has read.
private enum RefusedHead {
    /// Nil when these fields are not the reason.
    static func reason(_ connection: OpaquePointer) -> RequestError? {
        if let coding = unsafe value("Transfer-Encoding", of: connection), unsafe !HeadSyntax.says(coding, "chunked") {
            return .flaw(.unknownCoding)
        }
        guard let length = unsafe value("Content-Length", of: connection) else { return nil }
        guard unsafe !length.isEmpty, unsafe length.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return .contentLength }
        return unsafe Int(String(decoding: length, as: UTF8.self)) == nil ? .bodyTooLong : nil
    }

    private static func value(_ name: String, of connection: OpaquePointer) -> UnsafeRawBufferPointer? {
        var value: UnsafePointer<CChar>?
        var count = 0
        let found = unsafe MHD_lookup_connection_value_n(connection, .HEADER_KIND, name, name.utf8.count, &value, &count)
        return found == .YES ? unsafe UnsafeRawBufferPointer(start: value, count: count) : nil
    }
}

extension Response {
    /// The first line of a text.
    var sentence: String {
        guard case .bytes(let text) = body else { return "" }
        return String(decoding: text.prefix { $0 != 10 }, as: UTF8.self)
    }
}
