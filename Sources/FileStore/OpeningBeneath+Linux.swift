internal import CLinux
internal import Glibc

/// Opens files with a kernel check that the path does not leave a folder (openat2). On a system without it the result is ENOSYS; `FileRoot`
/// then resolves the path itself.
enum OpeningBeneath {
    /// A flag that opens only the place, to look at what is there.
    static var placeOnly: Int32 { linux_open_path_only() }

    /// - Parameter exactly: fail if there is a link or another mount on the path.
    /// - Returns: a descriptor, or a negative number and the value of errno.
    static func open(_ folder: FileDescriptor, _ path: RelativePath, flags: Int32, exactly: Bool = false) -> (number: Int32, code: Int32) {
        unsafe path.withCString { path in
            let number =
                exactly
                ? unsafe linux_open_exactly(folder.number, path, UInt64(flags))
                : unsafe linux_open_beneath(folder.number, path, UInt64(flags))
            return (number, errno)
        }
    }
}
