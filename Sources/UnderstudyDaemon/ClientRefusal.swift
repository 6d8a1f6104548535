internal import Glibc
internal import SystemCalls
internal import UnderstudyService

/// Refuses the clients of listening sockets that do not block. For one thread.
///
/// A client is refused when its request has come: bytes that come when the connection is closed would reset it, and could cost the client the
/// response.
struct ClientRefusal {
    /// The most clients that wait for their refusal. It is also the most that a socket gives at a time, so that a flood has no part in how
    /// long it takes.
    private static let mostClients = 256

    private let sockets: [(descriptor: Int32, name: String)]
    private let queue = EventQueue()
    /// Those that have sent nothing yet, by their descriptors: whether they speak TLS.
    private var clients: [Int32: Bool] = [:]

    init(_ sockets: [(descriptor: Int32, name: String)]) { self.sockets = sockets }

    /// Refuses the clients that wait, and if there is one, also those that come until the time is over. Those that have sent nothing are
    /// refused at the end.
    mutating func run(for duration: Duration) {
        let end = ContinuousClock.now + duration
        defer {
            refuseAll()
            queue.close()
        }
        guard accept(), queue.isOpen else { return }
        for socket in sockets { queue.add(socket.descriptor, UInt64(socket.descriptor), .readable) }
        var ids = [UInt64](repeating: 0, count: 64)
        while case let left = end - ContinuousClock.now, left > .zero {
            let count = queue.wait(&ids, milliseconds: Int32(left / .milliseconds(1)) + 1)
            for id in ids.prefix(count) where clients[Int32(id)] != nil { refuse(Int32(id)) }
            _ = accept()
        }
    }

    /// - Returns: whether there was a client.
    private mutating func accept() -> Bool {
        var isAny = false
        for socket in sockets {
            for _ in 0..<Self.mostClients {
                let client = SystemCalls.accept(from: socket.descriptor)
                if client < 0 { break }
                isAny = true
                if clients.count == Self.mostClients { refuseAll() }
                clients[client] = InheritedSockets.isSecure(socket.name)
                queue.add(client, UInt64(client), .readable)
            }
        }
        return isAny
    }

    private mutating func refuseAll() {
        for client in Array(clients.keys) { refuse(client) }
    }

    /// Those that speak TLS could not read the response.
    private mutating func refuse(_ client: Int32) {
        let isSecure = clients.removeValue(forKey: client) ?? false
        SystemCalls.dropReceivedBytes(of: client)
        if !isSecure {
            _ = SystemCalls.writeAll(Self.response.span, to: client)
            shutdown(client, Int32(SHUT_WR))
        }
        close(client)
    }

    private static let response: [UInt8] = {
        let sentence = "Understudy could not start. Its log says why: journalctl -u 'understudy*'\n"
        let head = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain;charset=UTF-8\r\n"
        return Array("\(head)Content-Length: \(sentence.utf8.count)\r\nConnection: close\r\n\r\n\(sentence)".utf8)
    }()
}
