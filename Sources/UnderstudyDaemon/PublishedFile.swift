internal import Glibc
internal import SystemCalls
internal import UnderstudyService

/// A file for other programs: the ready file, a report. It is written under another name and then renamed, so that a reader always sees all
/// of it.
struct PublishedFile {
    let path: String
    /// The file's purpose, for messages.
    var what = "the ready file"

    /// Whether it can be written, without writing it.
    /// - Throws: what `write` would.
    func check() throws(SystemError) {
        let temporary = try openTemporary()
        close(temporary.descriptor)
        Self.remove(temporary.path)
        // Nothing can be renamed to a folder's name.
        let folder = Self.open(path, O_RDONLY | O_DIRECTORY)
        if folder >= 0 {
            close(folder)
            throw SystemError("writing \(what) \"\(path)\"", EISDIR)
        }
    }

    /// Makes the file under a name that nobody can predict, and follows no link: others may write in the folder.
    private func openTemporary() throws(SystemError) -> (path: String, descriptor: Int32) {
        let temporary = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 16)).tmp"
        let descriptor = Self.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        guard descriptor >= 0 else { throw SystemError("writing \(what) \"\(path)\"", errno) }
        return (temporary, descriptor)
    }

    func write(_ text: String) throws(SystemError) {
        let temporary = try openTemporary()
        var failure = SystemCalls.writeAll(Array(text.utf8).span, to: temporary.descriptor)
        close(temporary.descriptor)
        if failure == nil { failure = unsafe rename(temporary.path, path) == 0 ? nil : errno }
        if let failure {
            Self.remove(temporary.path)
            throw SystemError("writing \(what) \"\(path)\"", failure)
        }
    }

    /// Removes the file, because the server is no longer ready.
    func remove() { Self.remove(path) }

    private static func open(_ path: String, _ flags: Int32) -> Int32 { unsafe Glibc.open(path, flags | O_CLOEXEC, 0o644) }

    private static func remove(_ path: String) { unsafe unlink(path) }
}
