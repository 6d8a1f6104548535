internal import Glibc
internal import SystemCalls
internal import UnderstudyService

/// A file for other programs, such as the ready file. It is written under another name and then renamed, so that a reader always sees all
/// of it.
struct ReadyFile {
    let path: String
    /// The file's purpose, for messages.
    var what = "the ready file"

    func write(_ text: String) throws(SystemError) {
        let temporary = "\(path).\(getpid()).tmp"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SystemError("writing \(what) \"\(path)\"", errno) }
        var failure = SystemCalls.writeAll(Array(text.utf8).span, to: descriptor)
        close(descriptor)
        if failure == nil { failure = unsafe rename(temporary, path) == 0 ? nil : errno }
        if let failure {
            unsafe unlink(temporary)
            throw SystemError("writing \(what) \"\(path)\"", failure)
        }
    }

    /// Removes the file, because the server is no longer ready.
    func remove() { unsafe unlink(path) }
}
