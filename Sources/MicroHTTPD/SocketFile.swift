internal import Glibc
internal import SystemCalls

/// The file that a Unix socket has made.
struct SocketFile: Sendable {
    private let path: String
    /// Nil when the file was gone at once. While the socket is open, no other file is this one.
    private let identity: FileIdentity?

    /// Call it right behind bind(2).
    init(boundAt path: String) {
        self.path = path
        identity = FileIdentity(at: path)
    }

    /// Removes it while the socket is open. Another server's file, which has the path by now, stays.
    func remove() {
        guard let identity, FileIdentity(at: path) == identity else { return }
        unsafe _ = unlink(path)
    }
}
