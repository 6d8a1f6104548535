internal import Glibc
package import UnderstudyService

/// A command that `understudy run` has started, with this process's standard streams and the given environment.
package struct ChildProcess: Sendable {
    /// The process id.
    package let identifier: Int32

    /// Starts the command, looked up in `PATH`.
    /// - Throws: `SystemError`; its code is ENOENT when there is no such command.
    package init(command: [String], environment: [String: String]) throws(SystemError) {
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The child gets the signals that this process blocks. A signal that was ignored before the start stays ignored, as under a shell.
        var none = Signals.mask([])
        var defaults = Signals.mask(Signals.ofFailedWrites)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let result = unsafe posix_spawnp(&process, command[0], nil, &attributes, &arguments, &variables)
        guard result == 0 else { throw SystemError("starting \"\(command[0])\"", result) }
        identifier = process
    }

    /// Passes a signal on to the command, unless the command has received it as well.
    func pass(_ delivery: Signals.Delivery) {
        if !delivery.isFromTerminal { Glibc.kill(identifier, delivery.number) }
    }

    func kill() { Glibc.kill(identifier, SIGKILL) }

    /// The exit status if it has ended, in a shell's form (128 + n after signal n); nil while it runs. Does not wait.
    package func exitStatus() -> Int32? {
        var status: Int32 = 0
        guard unsafe waitpid(identifier, &status, WNOHANG) == identifier else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
