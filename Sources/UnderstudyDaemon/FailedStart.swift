internal import Glibc
internal import Synchronization
internal import SystemCalls
package import UnderstudyService

/// The sockets of the service manager during the start, and what becomes of their clients when it fails.
///
/// systemd starts a service for the clients that wait at its sockets. If they still wait after a start that failed, systemd starts it for
/// them again, several times a second, without end. So the process turns them away before it ends (decision 0220).
package enum FailedStart {
    private struct State {
        var sockets = InheritedSockets()
        var isStarting = false
    }

    private static let state = Mutex(State())

    /// The sockets that the service manager passed.
    package static var sockets: InheritedSockets { state.withLock { $0.sockets } }

    /// Takes the sockets. Until `isOver`, an end of the process turns away the clients that wait at them. Call it once, first of all.
    package static func begin() {
        let sockets = InheritedSockets.take()
        // Also without a socket, because the count of them may be wrong, which the start reports.
        state.withLock { $0 = State(sockets: sockets, isStarting: !sockets.sockets.isEmpty) }
        guard !sockets.sockets.isEmpty else { return }
        atexit { FailedStart.turnAway() }
    }

    /// The start has succeeded.
    package static func isOver() { state.withLock { $0.isStarting = false } }

    private static func turnAway() {
        let sockets = state.withLock { $0.isStarting ? $0.sockets.sockets : [] }
        for socket in sockets {
            let flags = fcntl(socket.descriptor, F_GETFL)
            _ = fcntl(socket.descriptor, F_SETFL, flags | O_NONBLOCK)
            while case let client = SystemCalls.accept(from: socket.descriptor), client >= 0 {
                // Bytes that are not read when the connection closes would reset it, and cost the client the response.
                SystemCalls.dropReceivedBytes(of: client)
                if !InheritedSockets.isSecure(socket.name) { refuse(client) }
                close(client)
            }
            _ = fcntl(socket.descriptor, F_SETFL, flags)
        }
    }

    private static func refuse(_ client: Int32) {
        signal(SIGPIPE, SIG_IGN)
        _ = SystemCalls.writeAll(response.span, to: client)
        shutdown(client, Int32(SHUT_WR))
    }

    private static let response: [UInt8] = {
        let sentence = "Understudy could not start. Its log says why: journalctl -u 'understudy*'\n"
        let head = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain;charset=UTF-8\r\n"
        return Array("\(head)Content-Length: \(sentence.utf8.count)\r\nConnection: close\r\n\r\n\(sentence)".utf8)
    }()
}
