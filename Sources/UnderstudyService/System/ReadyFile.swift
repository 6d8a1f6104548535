internal import Glibc

/// The file that tells other programs that we are ready: written whole under another name, then renamed, so that whoever sees it
/// can read all of it.
struct ReadyFile {
    let path: String

    func write(_ text: String) throws(SystemError) {
        let temporary = "\(path).\(getpid()).tmp"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SystemError("writing the ready file \"\(path)\"", errno) }
        Descriptor.writeAll(text.utf8, to: descriptor)
        close(descriptor)
        guard unsafe rename(temporary, path) == 0 else {
            let code = errno
            unsafe unlink(temporary)
            throw SystemError("writing the ready file \"\(path)\"", code)
        }
    }

    /// The server is no longer ready.
    func remove() { unsafe unlink(path) }
}

/// A system call that failed while we were doing something.
public struct SystemError: Error, CustomStringConvertible, Sendable {
    public let action: String
    public let code: Int32

    /// - Parameter code: `errno`, read right after the call.
    public init(_ action: String, _ code: Int32) {
        self.action = action
        self.code = code
    }

    public var description: String { "\(action): \(unsafe String(cString: strerror(code)))" }
}
