internal import CLinux
internal import Glibc

/// Opens files with a kernel check that the path does not leave a folder (openat2). On a system without it the result is ENOSYS; `FileRoot`
/// then resolves the path, and has it opened one folder after the other.
enum OpeningBeneath {
    /// How often the kernel is asked about one path. Beside a thread that does nothing but rename, three times were enough for 100,000 paths.
    static let attempts = 100

    /// A flag that opens only the place, to look at what is there.
    static var placeOnly: Int32 { linux_open_path_only() }

    /// Opens a path. While a process renames a file, openat2(2) may fail with EAGAIN for a link with `..`; it is called again then.
    /// - Parameter exactly: fail if there is a link or another mount on the path.
    /// - Returns: a descriptor, or a negative number and the value of errno.
    static func open(_ folder: FileDescriptor, _ path: RelativePath, flags: Int32, exactly: Bool = false) -> (number: Int32, code: Int32) {
        unsafe path.withCString { path in
            var attempt = 1
            while true {
                let number =
                    exactly
                    ? unsafe linux_open_exactly(folder.number, path, UInt64(flags))
                    : unsafe linux_open_beneath(folder.number, path, UInt64(flags))
                let code = errno
                guard number < 0, code == EAGAIN, attempt < attempts else { return (number, code) }
                attempt += 1
            }
        }
    }

    /// Opens a path one folder after the other, and follows no link: where a name is one, the result is ENOTDIR or ELOOP.
    /// - Returns: a descriptor, or a negative number and the value of errno. With `placeOnly` the last name may be a link, which is opened itself.
    static func openWithoutLinks(_ folder: FileDescriptor, _ path: RelativePath, flags: Int32) -> (number: Int32, code: Int32) {
        var folder = folder
        for name in path.segments.dropLast() {
            let (number, code) = openEntry(RelativePath(name)!, in: folder, flags: placeOnly | O_DIRECTORY)
            guard number >= 0 else { return (number, code) }
            folder = FileDescriptor(takingOwnership: number, path: folder.path)
        }
        return openEntry(path.isRoot ? path : RelativePath(path.name)!, in: folder, flags: flags)
    }

    /// Opens or makes an entry of a folder. A link is not followed.
    /// - Parameter mode: the permissions of a file that is made.
    static func openEntry(
        _ name: RelativePath, in folder: FileDescriptor, flags: Int32, mode: mode_t = 0
    ) -> (number: Int32, code: Int32) {
        unsafe name.withCString { name in
            let number = unsafe openat(folder.number, name, flags | O_NOFOLLOW | O_CLOEXEC, mode)
            return (number, errno)
        }
    }
}
