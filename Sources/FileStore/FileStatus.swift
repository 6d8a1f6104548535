internal import CLinux
internal import Glibc
package import HTTPMessage

/// By what one version of a file is told from another, without reading it.
package struct FileStamp: Sendable, Hashable {
    package var device: UInt64
    package var inode: UInt64
    package var size: Int
    /// Seconds since 1970, and nanoseconds.
    package var modified: Int
    package var modifiedNanoseconds: Int
    /// When content, name or rights changed last; nobody can set it back.
    package var changed: Int
    package var changedNanoseconds: Int

    /// In whole seconds, the fraction cut off.
    package var lastModified: HTTPDate { HTTPDate(secondsSinceEpoch: modified) }

    /// A time of the system's clock for files.
    struct Moment {
        var seconds: Int
        var nanoseconds: Int
    }

    static func now() -> Moment {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Moment(seconds: now.tv_sec, nanoseconds: now.tv_nsec)
    }

    /// Whether the last change was longer ago than that.
    ///
    /// A change that is said to come from the future, after the clock was set back, is not: the clock may reach it again.
    func isSettled(for time: Duration, at moment: Moment) -> Bool {
        .seconds(moment.seconds - changed) + .nanoseconds(moment.nanoseconds - changedNanoseconds) > time
    }
}

extension FileStamp {
    init(_ status: stat) {
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size), modified: status.st_mtim.tv_sec,
            modifiedNanoseconds: status.st_mtim.tv_nsec, changed: status.st_ctim.tv_sec, changedNanoseconds: status.st_ctim.tv_nsec)
    }

    /// Whether it is the stamp of a regular file with that status.
    @inline(__always)
    func describes(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && self == FileStamp(status)
    }
}

/// What the system says about a path.
package struct FileStatus: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case file, folder, link, other }

    package var kind: Kind
    package var stamp: FileStamp

    @inline(__always)
    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        stamp = FileStamp(status)
    }
}
