internal import CGnuTLS
internal import Glibc
internal import SystemCalls

/// One client of a relay: its TLS session, the plain socket, and at most one block in each direction that could not be passed on yet. The
/// relay's thread.
@safe final class TLSConnection {
    /// The longest record of TLS. So one call takes a whole record: no event would report bytes that stay in the session.
    private static let blockBytes = 16 << 10
    /// How many blocks go one way before it is another connection's turn.
    private static let blocksPerTurn = 8
    /// How long the client may take, after the server has ended, to make room for the end of TLS, or to read all that comes before a reset.
    private static let ending = Duration.seconds(60)
    /// How long it may take to end its side after that.
    private static let lingering = Duration.seconds(2)

    private let id: UInt64
    private let events: EventQueue
    private let credentials: TLSCredentials
    private let session: gnutls_session_t
    private let client: Int32
    /// -1 during the handshake.
    private var plain: Int32 = -1
    private let link = TLSLink()
    private let ready: @Sendable (Int32, TLSLink) -> Bool
    private let plainRequest: @Sendable ([UInt8]) -> [UInt8]
    private let failed: @Sendable (HandshakeFailure) -> Void
    /// Whether the first byte of the handshake has come.
    private var hasBegun = false
    /// Why the handshake has failed.
    private var failure: HandshakeFailure?
    private var deadline: ContinuousClock.Instant?

    /// What the client sent, and what the server sent.
    private var (up, down): ([UInt8], [UInt8]) = ([], [])
    private var (upCount, downCount) = (0, 0)
    private var upDone = 0
    /// Whether this side has ended: nothing more is read from it.
    private var (clientEnded, serverEnded) = (false, false)
    /// Whether the server reads no more: what the client still sends is dropped.
    private var dropsInput = false
    /// Whether the client has got the server's end.
    private var isFinished = false
    private var interests: (client: EventQueue.Interest, plain: EventQueue.Interest) = ([], [])

    /// - Returns: nil when the session cannot begin; then the socket is closed, and `failed` has been called.
    init?(
        _ client: Int32, id: UInt64, events: EventQueue, _ credentials: TLSCredentials, deadline: ContinuousClock.Instant,
        ready: @escaping @Sendable (Int32, TLSLink) -> Bool, plainRequest: @escaping @Sendable ([UInt8]) -> [UInt8],
        failed: @escaping @Sendable (HandshakeFailure) -> Void
    ) {
        var begun: gnutls_session_t?
        let code = unsafe tls_begin(credentials.library.table, &begun, credentials.handle, client, credentials.asksClient ? 1 : 0)
        guard code == 0, let begun = unsafe begun else {
            close(client)
            failed(.library(credentials.library.reason(code)))
            return nil
        }
        self.client = client
        self.id = id
        self.events = events
        self.credentials = credentials
        unsafe session = begun
        self.deadline = deadline
        self.ready = ready
        self.plainRequest = plainRequest
        self.failed = failed
        up = [UInt8](repeating: 0, count: Self.blockBytes)
        down = up
    }

    private var table: UnsafePointer<tls_library> { unsafe credentials.library.table }

    /// Whether its handshake goes on.
    var isShakingHands: Bool { plain < 0 }

    /// Whether the clock may end it.
    var hasDeadline: Bool { deadline != nil }

    /// - Parameter lastHandshake: when the last handshake must be over; nil for no such time.
    func isOverdue(at now: ContinuousClock.Instant, lastHandshake: ContinuousClock.Instant?) -> Bool {
        guard let deadline else { return false }
        if isResetting, hasDelivered { return true }
        return now >= (plain < 0 ? min(deadline, lastHandshake ?? deadline) : deadline)
    }

    /// Whether the server has ended, and everything that it sent is on its way.
    var isDelivered: Bool { isFinished }

    /// Whether the server has ended with a reset, which the client has not got.
    private var isResetting: Bool { serverEnded && link.isReset }

    /// Whether nothing is on its way to the client: it has got everything, or has left.
    private var hasDelivered: Bool { !SystemCalls.hasUnacknowledgedBytes(client) }

    /// Closes everything.
    /// - Parameter reason: why the handshake, if it is going on, does not.
    func end(_ reason: HandshakeFailure) {
        // At a stop the system sends what is on its way, and a reset would discard it.
        let mayReset = if case .stopping = reason { hasDelivered } else { true }
        if link.isReset, mayReset { _ = SystemCalls.reset(client) }
        unsafe table.pointee.gnutls_deinit(session)
        close(client)
        if plain >= 0 { close(plain) } else { failed(failure ?? reason) }
        link.end()
    }

    /// Passes on what can be passed on, and waits for what cannot.
    /// - Returns: false when the connection is over.
    func pump() -> Bool {
        if plain < 0 {
            guard let isDone = handshake() else { return false }
            if !isDone { return true }
        }
        limitBuffers()
        guard passDown() else { return false }
        passUp()
        if isFinished, clientEnded { return false }
        if isResetting {
            // A reset discards bytes on their way, so it waits for those before it (`isOverdue`).
            if hasDelivered { return false }
            setInterest(client: [], plain: [])
            return true
        }
        watch()
        return true
    }

    /// - Returns: whether it is done; nil when it has failed.
    private func handshake() -> Bool? {
        if !hasBegun, let byte = PlainRequest.firstByte(client) {
            hasBegun = true
            if PlainRequest.begins(with: byte) {
                PlainRequest.refuse(client, plainRequest)
                failure = .plainHTTP
                return nil
            }
        }
        let code = unsafe tls_handshake(table, session)
        guard code == 0 else {
            guard unsafe tls_can_go_on(table, Int(code)) != 0 else {
                let flaw = unsafe tls_alert(table, session, code)
                failure = unsafe HandshakeFailure(code, certificate: flaw, credentials.library, session)
                return nil
            }
            setInterest(client: (unsafe tls_wants_to_write(table, session)) != 0 ? .writable : .readable, plain: [])
            return false
        }
        var ends: (Int32, Int32) = (-1, -1)
        let made = unsafe withUnsafeMutableBytes(of: &ends) { unsafe tls_pair($0.baseAddress?.assumingMemoryBound(to: Int32.self)) }
        guard made == 0 else {
            failure = .library(SystemCalls.reason(errno))
            return nil
        }
        deadline = nil
        plain = ends.0
        return ready(ends.1, link) ? true : nil
    }

    /// Limits the buffers of the sockets, so that a client that sends faster than the server reads has to wait.
    private func limitBuffers() {
        guard let limit = link.takeBufferLimit() else { return }
        SystemCalls.limitReceiveBuffer(client, to: limit)
        SystemCalls.limitSendBuffer(plain, to: limit)
    }

    /// From the client to the server, until one of them has nothing or takes nothing. A client that has left is an end for the server, too:
    /// if the plain socket were closed at once, the server could not tell whether the client had got the last response.
    private func passUp() {
        for _ in 0..<Self.blocksPerTurn {
            while upDone < upCount {
                guard !dropsInput else {
                    upDone = upCount
                    continue
                }
                // Counted before the server can see it.
                let rest = upCount - upDone
                link.notePassed(rest)
                let count = unsafe up.withUnsafeBytes { unsafe send(plain, $0.baseAddress! + upDone, rest, Int32(MSG_NOSIGNAL)) }
                let failure = errno
                link.notePassed(max(0, count) - rest)
                if count >= 0 { upDone += count } else if failure == EAGAIN { return } else { dropsInput = true }
            }
            if clientEnded { return }
            let count = unsafe up.withUnsafeMutableBytes { unsafe tls_receive(table, session, $0.baseAddress, $0.count) }
            if count > 0 {
                (upCount, upDone) = (count, 0)
            } else if tls_must_wait(count) != 0 {
                return
            } else if count == 0 {
                return endInput()
            } else if unsafe tls_can_go_on(table, count) == 0 {
                link.noteClientLeft()
                return endInput()
            }
        }
    }

    private func endInput() {
        clientEnded = true
        shutdown(plain, Int32(SHUT_WR))
    }

    /// From the server to the client.
    /// - Returns: false when the connection is over.
    private func passDown() -> Bool {
        for _ in 0..<Self.blocksPerTurn {
            if downCount > 0 {
                // After an interruption GnuTLS wants the same bytes again.
                let count = unsafe down.withUnsafeBytes { unsafe tls_send(table, session, $0.baseAddress, downCount) }
                if count < 0 { return unsafe tls_can_go_on(table, count) != 0 }
                if count < downCount { down.replaceSubrange(0..<downCount - count, with: Array(down[count..<downCount])) }
                downCount -= count
                continue
            }
            if serverEnded { return finish() }
            let count = unsafe down.withUnsafeMutableBytes { unsafe read(plain, $0.baseAddress, $0.count) }
            if count > 0 {
                downCount = count
            } else if count < 0, errno == EAGAIN {
                return true
            } else {
                (serverEnded, dropsInput) = (true, true)
                deadline = .now + Self.ending
            }
        }
        return true
    }

    /// The server has sent its last byte: the client is told so, and may end its side.
    /// - Returns: false when the connection is over.
    private func finish() -> Bool {
        guard !isFinished, !link.isReset else { return true }
        let code = unsafe tls_finish(table, session)
        guard code == 0 else { return unsafe tls_can_go_on(table, Int(code)) != 0 }
        isFinished = true
        deadline = .now + Self.lingering
        shutdown(client, Int32(SHUT_WR))
        return true
    }

    private func watch() {
        var (ofClient, ofPlain): (EventQueue.Interest, EventQueue.Interest) = ([], [])
        if upDone < upCount { ofPlain.insert(.writable) } else if !clientEnded { ofClient.insert(.readable) }
        if downCount > 0 || serverEnded && !isFinished { ofClient.insert(.writable) } else if !serverEnded { ofPlain.insert(.readable) }
        setInterest(client: ofClient, plain: ofPlain)
    }

    /// A socket without an interest is removed from the queue, which would report its end again and again.
    private func setInterest(client ofClient: EventQueue.Interest, plain ofPlain: EventQueue.Interest) {
        change(client, from: interests.client, to: ofClient)
        if plain >= 0 { change(plain, from: interests.plain, to: ofPlain) }
        interests = (ofClient, ofPlain)
    }

    private func change(_ socket: Int32, from old: EventQueue.Interest, to new: EventQueue.Interest) {
        if old == new { return }
        if new.isEmpty { return events.remove(socket) }
        if old.isEmpty { events.add(socket, id, new) } else { events.change(socket, id, new) }
    }
}
