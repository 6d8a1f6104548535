internal import CLinux
internal import Glibc
public import HTTPMessage

/// By what one version of a file is told from another, without reading it.
public struct FileStamp: Sendable, Hashable {
    public var device: UInt64
    public var inode: UInt64
    public var size: Int
    /// Seconds since 1970, and nanoseconds.
    public var modified: Int
    public var modifiedNanoseconds: Int
    /// When content, name or rights changed last; nobody can set it back.
    public var changed: Int
    public var changedNanoseconds: Int

    /// In whole seconds, the fraction cut off.
    public var lastModified: HTTPDate { HTTPDate(secondsSinceEpoch: modified) }

    /// Whether the last change is so long ago that another one would show in the times: the system's clock for them ticks every
    /// few milliseconds.
    func isSettled() -> Bool {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        let elapsed = (now.tv_sec - changed) * 1_000 + (now.tv_nsec - changedNanoseconds) / 1_000_000
        return elapsed > 20 || elapsed < 0
    }
}

/// What the system says about a path.
public struct FileStatus: Sendable, Hashable {
    public enum Kind: Sendable, Hashable { case file, folder, link, other }

    public var kind: Kind
    public var stamp: FileStamp

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        stamp = FileStamp(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size), modified: status.st_mtim.tv_sec,
            modifiedNanoseconds: status.st_mtim.tv_nsec, changed: status.st_ctim.tv_sec, changedNanoseconds: status.st_ctim.tv_nsec)
    }
}
