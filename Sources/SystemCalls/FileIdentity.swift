package import Glibc

/// Tells one file from another, whatever name it has (device and inode). A new file may be the same as one that is deleted and closed.
package struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// - Parameters:
    ///   - device: number of the file system.
    ///   - inode: number of the file in it.
    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// The file that the path names, links not followed; nil when there is nothing, or it cannot be seen.
    package init?(at path: String) {
        guard let status = SystemCalls.status(of: path) else { return nil }
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}

extension SystemCalls {
    /// The status of what the path names, links not followed (lstat); nil when there is nothing, or it cannot be seen.
    package static func status(of path: String) -> stat? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status : nil
    }
}
