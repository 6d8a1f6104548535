internal import CLinux
internal import Glibc
package import HTTPMessage

/// Tells one version of a file from another without reading it.
package struct FileStamp: Sendable, Hashable {
    /// Number of the file system.
    package var device: UInt64
    /// Number of the file in its file system.
    package var inode: UInt64
    /// Length in bytes.
    package var size: Int
    /// When the content was last modified: seconds since 1970, and nanoseconds.
    package var modified: Int
    /// The nanoseconds of `modified`.
    package var modifiedNanoseconds: Int
    /// When content, name or permissions last changed; programs cannot set it.
    package var changed: Int
    /// The nanoseconds of `changed`.
    package var changedNanoseconds: Int

    package init(
        device: UInt64, inode: UInt64, size: Int, modified: Int, modifiedNanoseconds: Int, changed: Int, changedNanoseconds: Int
    ) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.modifiedNanoseconds = modifiedNanoseconds
        self.changed = changed
        self.changedNanoseconds = changedNanoseconds
    }

    /// In whole seconds; the fraction is cut off.
    package var lastModified: HTTPDate { HTTPDate(secondsSinceEpoch: modified) }

    /// The system clock for files, in seconds since 1970.
    package static var secondsNow: Int { now().seconds }

    /// A time of the system clock for files.
    struct Moment {
        var seconds: Int
        var nanoseconds: Int
    }

    static func now() -> Moment {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Moment(seconds: now.tv_sec, nanoseconds: now.tv_nsec)
    }

    /// Whether the last change is older than that.
    ///
    /// False for a change in the future, after the clock was set back: the clock may reach that time again.
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

/// The status of a path (stat).
package struct FileStatus: Sendable, Hashable {
    /// The kind of a file; `other` is a pipe, socket or device.
    package enum Kind: Sendable, Hashable { case file, folder, link, other }

    /// What kind of file it is.
    package var kind: Kind
    /// Its version.
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
