internal import Glibc

/// The file that a Unix socket has made.
struct SocketFile: Sendable {
    private let path: String
    /// Nil when the file was gone at once.
    private let identity: Identity?

    /// While the socket is open, no other file has these numbers.
    private struct Identity: Equatable {
        let device: UInt
        let inode: UInt

        init(_ status: stat) {
            device = status.st_dev
            inode = status.st_ino
        }
    }

    /// Call it right behind bind(2).
    init(boundAt path: String) {
        self.path = path
        identity = Self.status(of: path).map(Identity.init)
    }

    /// Removes it while the socket is open. Another server's file, which has the path by now, stays.
    func remove() {
        guard let identity, Self.status(of: path).map(Identity.init) == identity else { return }
        unsafe _ = unlink(path)
    }

    /// What the path names, without following a link; nil for nothing.
    static func status(of path: String) -> stat? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status : nil
    }
}
