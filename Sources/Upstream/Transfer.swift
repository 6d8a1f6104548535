internal import HTTPMessage
internal import Synchronization

/// One request to another server: what has been received, and the caller that waits for it.
///
/// The loop's thread writes; workers of the wire read the body.
final class Transfer: Sendable {
    /// The number of buffered bytes at which the transfer pauses.
    static let highWater = 256 << 10
    /// A chunk that has this length takes no further piece. Pieces are joined up to it, because a server may send single bytes.
    static let chunkBytes = 16 << 10
    /// A body up to this length is handed over whole if it arrives within `patience`.
    static let wholeBodyBytes = 64 << 10
    /// How long to wait for a whole body.
    static let patience: Duration = .milliseconds(20)
    /// The longest head of a response, in bytes, with interim responses and trailer fields.
    static let maximumHeadBytes = 256 << 10
    /// The most header fields of a response.
    static let maximumHeaderFields = 1_000

    struct State: Sendable {
        var status = 0
        var reason: String?
        var headers = HeaderFields()
        /// The bytes of the lines of the head that have been received.
        var headBytes = 0
        /// Whether the head of the final response is complete. Lines behind it are trailer fields.
        var isHeadComplete = false
        /// What has been received and not read, in pieces of at least `chunkBytes`, but for the last one.
        var chunks: [[UInt8]] = []
        /// Bytes of the first chunk that have been read.
        var consumed = 0
        var buffered = 0
        /// The body for the observer; nil when there is no observer, or the body is too long.
        var copy: [UInt8]?
        /// Whether the observer has heard of the end of the response, or there is none.
        var isTold: Bool
        var isPaused = false
        /// Nil once the response has been handed over, because its receiver may hold this transfer.
        var completion: (@Sendable (Result<Response, UpstreamError>) -> Void)?
        var isDelivered: Bool { completion == nil }
        /// Nil while the body is arriving.
        var ending: Ending?
        var waker: (@Sendable () -> Void)?

        /// Takes a field of the head, as a proxy passes it on: without a blank before the colon, in one line, and with blanks in place of
        /// control characters (RFC 9112, sections 5.1, 5.2 and 2.2; RFC 9110, section 5.5).
        /// - Returns: false if there are too many fields.
        mutating func append(fieldLine received: String) -> Bool {
            let line = FieldText.oneLine(received)
            if received.hasPrefix(" ") || received.hasPrefix("\t") {
                headers.continueLast(FieldText.trimmingBlanks(line[...]))
                return true
            }
            guard let colon = line.firstIndex(of: ":") else { return true }
            let name = FieldText.trimmingBlanks(line[..<colon])
            if name.isEmpty { return true }
            guard headers.count < Transfer.maximumHeaderFields else { return false }
            headers.append(name: String(name), value: String(FieldText.trimmingBlanks(line[line.index(after: colon)...])))
            return true
        }

        /// Keeps a piece of the body.
        mutating func append(_ bytes: [UInt8]) {
            buffered += bytes.count
            if let last = chunks.indices.last, chunks[last].count < Transfer.chunkBytes {
                chunks[last].append(contentsOf: bytes)
            } else {
                chunks.append(bytes)
            }
        }
    }

    enum Ending: Sendable, Equatable { case whole, broken }

    let request: UpstreamRequest
    let state: Mutex<State>

    init(_ request: UpstreamRequest, _ completion: @escaping @Sendable (Result<Response, UpstreamError>) -> Void) {
        self.request = request
        let isObserved = request.observer != nil
        state = Mutex(State(copy: isObserved ? [] : nil, isTold: !isObserved, completion: completion))
    }

    // MARK: On the loop's thread

    enum HeaderLine {
        case taken
        /// It was the last one of the final response's head.
        case last
        /// The head is too long, and the transfer must end.
        case tooLong
    }

    /// One line of the head, with its line end. Trailer fields are dropped: they are no part of the head (RFC 9110, section 6.5.1).
    func receive(headerLine line: [UInt8]) -> HeaderLine {
        // Latin-1 maps each byte to a character, so that the client gets the same bytes.
        let text = TextCharset.latin1.decode(line[...].trimmingLineEnd)
        return state.withLock { state in
            state.headBytes += line.count
            guard state.headBytes <= Self.maximumHeadBytes else { return .tooLong }
            if state.isHeadComplete { return .taken }
            if text.hasPrefix("HTTP/") {
                // Interim responses come before the final one.
                let words = text.split(separator: " ", maxSplits: 2)
                state.status = words.count > 1 ? Int(words[1]) ?? 0 : 0
                state.reason = words.count > 2 ? FieldText.oneLine(String(words[2])) : nil
                state.headers = HeaderFields()
            } else if text.isEmpty {
                state.isHeadComplete = state.status >= 200
                guard state.isHeadComplete else { return .taken }
                // It is not that of the body (RFC 9112, section 6.3).
                if state.headers.contains("Transfer-Encoding") { state.headers.remove("Content-Length") }
                return .last
            } else if !state.append(fieldLine: text) {
                return .tooLong
            }
            return .taken
        }
    }

    enum Reception { case taken, pause, tooLong }

    /// A piece of the body.
    /// - Returns: `.pause` when the transfer must pause; the piece is not taken then.
    func receive(_ bytes: [UInt8], loop: CurlLoop) -> Reception {
        enum Next { case tooLong, nothing, deliver, wake(@Sendable () -> Void) }
        let isTaken = state.withLock { state -> Bool in
            if state.isDelivered, state.buffered >= Self.highWater {
                state.isPaused = true
                return false
            }
            if let limit = request.observer?.maximumBodyBytes, let count = state.copy?.count {
                if count + bytes.count <= limit { state.copy?.append(contentsOf: bytes) } else { state.copy = nil }
            }
            return true
        }
        guard isTaken else { return .pause }
        tellObserver { state, copy in state.headers.first("Content-Length") == "\(copy.count)" }
        let next = state.withLock { state -> Next in
            state.append(bytes)
            if let limit = request.maximumWholeBodyBytes { return state.buffered > limit ? .tooLong : .nothing }
            if !state.isDelivered { return state.buffered > Self.wholeBodyBytes ? .deliver : .nothing }
            defer { state.waker = nil }
            return state.waker.map { .wake($0) } ?? .nothing
        }
        switch next {
        case .tooLong: return .tooLong
        case .nothing: break
        case .deliver: deliver(loop)
        case .wake(let wake): wake()
        }
        return .taken
    }

    /// Gives the observer the response, once, if it is whole.
    private func tellObserver(if isWhole: (State, [UInt8]) -> Bool) {
        guard let observer = request.observer else { return }
        let response = state.withLock { state -> Response? in
            guard !state.isTold, let copy = state.copy, isWhole(state, copy) else { return nil }
            state.copy = nil
            state.isTold = true
            return Response(status: state.status, reason: state.reason, headers: state.headers, body: .bytes(copy))
        }
        if let response { observer.tell(.success(response)) }
    }

    /// Tells the observer, once, why it does not get the response.
    private func tellObserver(of error: UpstreamError?) {
        guard let observer = request.observer else { return }
        let isNews = state.withLock { state in
            defer { state.isTold = true }
            return !state.isTold
        }
        if isNews { observer.tell(.failure(error ?? .failed("the body is longer than \(observer.maximumBodyBytes) bytes"))) }
    }

    /// Hands over the response; its body follows. A second call does nothing.
    func deliver(_ loop: CurlLoop) {
        let (completion, head) = state.withLock { state in
            defer { state.completion = nil }
            return (state.completion, state)
        }
        guard let completion else { return }
        let length = head.headers.contentLength
        completion(
            .success(
                Response(
                    status: head.status, reason: head.reason, headers: head.headers,
                    body: .stream(TransferBody(self, loop), length: length),
                    framing: length == nil ? .chunked : .length)))
    }

    /// Ends the transfer.
    /// - Parameter error: nil when it is complete.
    func complete(_ error: UpstreamError?) {
        if error == nil { tellObserver { _, _ in true } }
        tellObserver(of: error)
        let end: (@Sendable () -> Void)? = state.withLock { state in
            guard state.ending == nil else { return nil }
            state.ending = error == nil ? .whole : .broken
            state.copy = nil
            defer {
                state.waker = nil
                state.completion = nil
            }
            guard let completion = state.completion else { return state.waker }
            if let error { return { completion(.failure(error)) } }
            let body = Array(state.chunks.joined())
            state.chunks = []
            let response = Response(
                status: state.status, reason: state.reason, headers: state.headers, body: body.isEmpty ? .empty : .bytes(body))
            return { completion(.success(response)) }
        }
        end?()
    }
}

/// The body of a response while it arrives. When its reader closes it, the rest is not fetched.
final class TransferBody: BodyStream {
    private let transfer: Transfer
    private let loop: CurlLoop

    init(_ transfer: Transfer, _ loop: CurlLoop) {
        self.transfer = transfer
        self.loop = loop
    }

    deinit { finish() }

    func read(into buffer: inout MutableRawSpan, wake: @escaping @Sendable () -> Void) -> BodyStreamStep {
        let room = buffer.byteCount
        var taken: [ArraySlice<UInt8>] = []
        var resumes = false
        let step = transfer.state.withLock { state -> BodyStreamStep in
            var count = 0
            while count < room, let first = state.chunks.first {
                let piece = first[state.consumed...].prefix(room - count)
                taken.append(piece)
                count += piece.count
                state.consumed += piece.count
                if state.consumed == first.count {
                    state.chunks.removeFirst()
                    state.consumed = 0
                }
            }
            state.buffered -= count
            if state.isPaused, state.buffered < Transfer.highWater / 2 {
                state.isPaused = false
                resumes = true
            }
            if count > 0 { return .bytes(count) }
            switch state.ending {
            case .whole: return .end
            case .broken: return .failed
            case nil:
                state.waker = wake
                return .wait
            }
        }
        unsafe buffer.withUnsafeMutableBytes { target in
            var offset = 0
            for piece in taken {
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyBytes(from: piece)
                offset += piece.count
            }
        }
        if resumes { loop.post(.resume(transfer)) }
        return step
    }

    func finish() { if transfer.state.withLock({ $0.ending == nil }) { loop.post(.cancel(transfer)) } }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmingLineEnd: ArraySlice<UInt8> {
        var rest = self
        while let last = rest.last, last == 10 || last == 13 { rest.removeLast() }
        return rest
    }
}
