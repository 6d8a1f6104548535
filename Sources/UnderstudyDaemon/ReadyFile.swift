internal import Glibc
internal import UnderstudyService

/// The file that tells other programs that we are ready: written whole under another name, then renamed, so that whoever sees it
/// can read all of it.
struct ReadyFile {
    let path: String

    func write(_ text: String) throws(SystemError) {
        let temporary = "\(path).\(getpid()).tmp"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SystemError("writing the ready file \"\(path)\"", errno) }
        var failure = Descriptor.writeAll(text.utf8, to: descriptor)
        close(descriptor)
        if failure == nil { failure = unsafe rename(temporary, path) == 0 ? nil : errno }
        if let failure {
            unsafe unlink(temporary)
            throw SystemError("writing the ready file \"\(path)\"", failure)
        }
    }

    /// The server is no longer ready.
    func remove() { unsafe unlink(path) }
}
