internal import Glibc
package import UnderstudyService

extension InheritedSockets {
    /// Reads the variables, marks the sockets close-on-exec, and unsets the variables so that a child process does not use them.
    package static func take() -> InheritedSockets {
        let found = InheritedSockets(environment: .process, process: getpid())
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { Environment.remove(name) }
        for socket in found.sockets { _ = fcntl(socket.descriptor, F_SETFD, FD_CLOEXEC) }
        return found
    }
}
