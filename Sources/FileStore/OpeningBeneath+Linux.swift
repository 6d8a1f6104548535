internal import CLinux
internal import Glibc

/// Opens files with a kernel check that the path does not leave a folder (openat2). On a system without it the result is ENOSYS; `FileRoot`
/// then resolves the path itself.
enum OpeningBeneath {
    /// How often the kernel is asked about one path. Beside a thread that does nothing but rename, three times were enough for 100,000 paths.
    private static let attempts = 100

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
}
