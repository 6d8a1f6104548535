internal import Glibc
internal import Synchronization
package import UnderstudyService

/// The sockets of the service manager during the start, and what becomes of their clients when it fails.
///
/// systemd starts a service for the clients that wait at its sockets. If they still wait after a start that failed, systemd starts it for
/// them again, several times a second, without end. So the process turns them away before it ends, and with them those that come within a
/// second (decision 0220).
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

    /// Clients that try again at once would start the service many times a second, so those of a whole second share a start.
    private static let patience = Duration.seconds(1)

    private static func turnAway() {
        let sockets = state.withLock { $0.isStarting ? $0.sockets.sockets : [] }
        guard !sockets.isEmpty else { return }
        signal(SIGPIPE, SIG_IGN)
        // The service manager has the same sockets, so they are left as they were.
        let flags = sockets.map { fcntl($0.descriptor, F_GETFL) }
        for (socket, flags) in zip(sockets, flags) { _ = fcntl(socket.descriptor, F_SETFL, flags | O_NONBLOCK) }
        var refusal = ClientRefusal(sockets)
        refusal.run(for: patience)
        for (socket, flags) in zip(sockets, flags) { _ = fcntl(socket.descriptor, F_SETFL, flags) }
    }
}
