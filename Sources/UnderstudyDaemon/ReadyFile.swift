internal import Glibc
internal import SystemCalls
internal import UnderstudyService

/// A file for other programs, such as the ready file. It is written under another name and then renamed, so that a reader always sees all
/// of it.
struct ReadyFile {
    let path: String
    /// The file's purpose, for messages.
    var what = "the ready file"

    private var temporary: String { "\(path).\(getpid()).tmp" }

    /// Whether it can be written, without writing it.
    /// - Throws: what `write` would.
    func check() throws(SystemError) {
        close(try openTemporary())
        Self.remove(temporary)
        // Nothing can be renamed to a folder's name.
        let folder = Self.open(path, O_RDONLY | O_DIRECTORY)
        if folder >= 0 {
            close(folder)
            throw SystemError("writing \(what) \"\(path)\"", EISDIR)
        }
    }

    private func openTemporary() throws(SystemError) -> Int32 {
        let descriptor = Self.open(temporary, O_WRONLY | O_CREAT | O_TRUNC)
        guard descriptor >= 0 else { throw SystemError("writing \(what) \"\(path)\"", errno) }
        return descriptor
    }

    func write(_ text: String) throws(SystemError) {
        let descriptor = try openTemporary()
        var failure = SystemCalls.writeAll(Array(text.utf8).span, to: descriptor)
        close(descriptor)
        if failure == nil { failure = unsafe rename(temporary, path) == 0 ? nil : errno }
        if let failure {
            Self.remove(temporary)
            throw SystemError("writing \(what) \"\(path)\"", failure)
        }
    }

    /// Removes the file, because the server is no longer ready.
    func remove() { Self.remove(path) }

    private static func open(_ path: String, _ flags: Int32) -> Int32 { unsafe Glibc.open(path, flags | O_CLOEXEC, 0o644) }

    private static func remove(_ path: String) { unsafe unlink(path) }
}
