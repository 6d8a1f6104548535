internal import Glibc
internal import Synchronization
internal import SystemCalls

/// A file for other programs: the ready file, a report. It is written under another name and then renamed, so that a reader always sees all
/// of it. Only a regular file is replaced: never a device, a link, or a file of another purpose.
final class PublishedFile: Sendable {
    /// What the file is for.
    enum Purpose {
        /// It is there while the server is ready, and is removed afterwards.
        case readyFile
        case report

        fileprivate var name: String {
            switch self {
            case .readyFile: "the ready file"
            case .report: "the report"
            }
        }

        /// How an older file of this purpose begins; nil when every regular file may be replaced.
        fileprivate var beginning: String? { self == .readyFile ? "ready " : nil }
    }

    /// Why it cannot be written.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let path: String
    private let purpose: Purpose
    /// The file that `write` has made; nil before.
    private let written = Mutex<FileIdentity?>(nil)

    init(path: String, _ purpose: Purpose) {
        self.path = path
        self.purpose = purpose
    }

    /// Whether it can be written, without writing it.
    /// - Throws: what `write` would.
    func check() throws(Failure) {
        try refuseOthers()
        let temporary = try openTemporary()
        close(temporary.descriptor)
        Self.remove(temporary.path)
    }

    func write(_ text: String) throws(Failure) {
        try refuseOthers()
        let temporary = try openTemporary()
        var failure = SystemCalls.writeAll(Array(text.utf8).span, to: temporary.descriptor)
        let identity = FileIdentity(at: temporary.path)
        close(temporary.descriptor)
        if failure == nil { failure = unsafe rename(temporary.path, path) == 0 ? nil : errno }
        if let failure {
            Self.remove(temporary.path)
            throw error(failure)
        }
        written.withLock { $0 = identity }
    }

    /// Removes the file, because the server is no longer ready. Another file that has its name by now stays.
    func remove() {
        let own = written.withLock { $0 }
        if let own, FileIdentity(at: path) == own { Self.remove(path) }
    }

    /// Refuses a name that leads to something else than an older file of this purpose.
    private func refuseOthers() throws(Failure) {
        guard let status = SystemCalls.status(of: path) else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw error(EISDIR)
        case S_IFLNK: throw refusal("it is a link")
        case S_IFCHR, S_IFBLK: throw refusal("it is a device")
        case S_IFIFO: throw refusal("it is a pipe")
        default: throw refusal("it is a socket")
        }
        guard let beginning = purpose.beginning, status.st_size > 0 else { return }
        guard hasBeginning(beginning) else { throw refusal("it is another file, which would be lost") }
    }

    /// Whether the file begins so. A file longer than any ready file is another one.
    private func hasBeginning(_ beginning: String) -> Bool {
        (try? SystemCalls.contents(of: path, limit: 64 << 10))?.starts(with: beginning.utf8) ?? false
    }

    /// Makes the file under a name that nobody can predict, and follows no link: others may write in the folder.
    private func openTemporary() throws(Failure) -> (path: String, descriptor: Int32) {
        let temporary = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 16)).tmp"
        let descriptor = Self.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        guard descriptor >= 0 else { throw error(errno) }
        return (temporary, descriptor)
    }

    private func error(_ code: Int32) -> Failure { refusal(SystemCalls.reason(code)) }

    private func refusal(_ reason: String) -> Failure { Failure(description: "writing \(purpose.name) \"\(path)\": \(reason)") }

    private static func open(_ path: String, _ flags: Int32) -> Int32 { unsafe Glibc.open(path, flags | O_CLOEXEC, 0o644) }

    private static func remove(_ path: String) { unsafe unlink(path) }
}
