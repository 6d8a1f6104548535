internal import CMicroHTTPD
internal import Glibc
internal import HTTPMessage
internal import Synchronization
internal import TLS

extension DaemonCore {
    /// Serves a client that speaks TLS as soon as its handshake is over.
    /// - Parameters:
    ///   - worker: the number of the worker that serves it; nil for any.
    ///   - room: where it waits then; nil if the place for its connection is reserved.
    func serve(_ socket: Int32, from peer: SocketAddress, by relay: TLSRelay, worker: Int?, waitingIn room: WaitingRoom? = nil) {
        let local = unsafe SocketAddress { unsafe getsockname(socket, $0, $1) }
        room?.clientArrives()
        relay.serve(socket, crowd: room.map { _ in options.waiting.silent }) { [self] end, link in
            let plain = assigned(end, to: worker)
            let client = TLSClient(link: link, peer: peer, local: local)
            guard let room else {
                let isAdded = add(plain, client)
                if !isAdded { connectionClosed(descriptors: DaemonOptions.descriptorsWithTLS) }
                return isAdded
            }
            // Only the reactor's thread may enter the room.
            _ = reactor.schedule(after: .zero) { [self] in
                room.enter(plain, from: peer, client)
                arrived(in: room)
            }
            return true
        } plainRequest: { [self] received in
            refusePlain(received, from: peer, to: local)
        } failed: { [self] failure in
            switch failure {
            case .stopping, .crowded: break
            default: options.log(.warning, "TLS with \(peer.host) — the handshake failed. \(failure.reason)")
            }
            if let room { arrived(in: room) } else { connectionClosed(descriptors: DaemonOptions.descriptorsWithTLS) }
        }
    }

    private func arrived(in room: WaitingRoom) {
        room.clientArrived()
        resumeAccepting()
    }

    /// Notifies the responder of a request without TLS to a port with TLS.
    /// - Parameter received: what has come of it.
    /// - Returns: the response.
    private func refusePlain(_ received: [UInt8], from peer: SocketAddress, to local: SocketAddress) -> [UInt8] {
        var request = Request()
        let words = received.prefix { $0 != 13 && $0 != 10 }.split(separator: UInt8(ascii: " "))
        if words.count >= 2 {
            request.setMethod(words[0])
            request.setTarget(words[1])
        }
        request.arrival = Arrival(
            listener: options.listener, scheme: "http", clientAddress: peer.host, clientPort: peer.port, localAddress: local.host,
            localPort: local.port)
        let standard = StandardResponses.plainRequest
        var refusal = WireRefusal(.plainHTTP, request, status: standard.status, reason: standard.sentence)
        let response = options.refusalResponse?(refusal) ?? standard
        refusal.status = response.status
        refusal.sentBytes = response.body.length ?? 0
        responder.refused(refusal)
        return LastResponse(response: response).bytes(at: HTTPDate(secondsSinceEpoch: time(nil)))
    }

    /// Gives a connection that speaks TLS to the library, which owns the plain socket from then on.
    /// - Returns: whether the library has taken it.
    func add(_ plain: Int32, _ client: TLSClient) -> Bool {
        tlsClients.withLock { clients in
            guard clients.isOpen else {
                close(plain)
                return false
            }
            let own = unsafe SocketAddress { unsafe getsockname(plain, $0, $1) }
            return clients.add(client, at: plain) {
                unsafe own.withPointer { unsafe MHD_add_connection(handle, plain, $0, $1) } == .YES
            }
        }
    }

    /// The client behind a plain socket, once; nil for a client that speaks no TLS.
    func takeTLSClient(_ descriptor: Int32) -> TLSClient? { tlsClients.withLock { $0.waiting.removeValue(forKey: descriptor) } }

    /// Accepts no client of a relay any more. After this the library can be stopped.
    func closeToTLS() { tlsClients.withLock { $0.isOpen = false } }
}
