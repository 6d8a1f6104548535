package import Glibc

/// Tells one file from another, whatever name it has (device and inode). A new file may be the same as one that is deleted and closed.
package struct FileIdentity: Sendable, Equatable {
    private let device: dev_t
    private let inode: ino_t

    /// The file that the path names, links not followed; nil when there is nothing, or it cannot be seen.
    package init?(at path: String) {
        guard let status = SystemCalls.status(of: path) else { return nil }
        device = status.st_dev
        inode = status.st_ino
    }
}

extension SystemCalls {
    /// The status of what the path names, links not followed (lstat); nil when there is nothing, or it cannot be seen.
    package static func status(of path: String) -> stat? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status : nil
    }
}
