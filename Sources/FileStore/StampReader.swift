internal import Glibc

/// Reads the stamps of many files for one request, one after the other. Where several of one folder follow, it keeps the folder open, so
/// that the system does not look for it each time.
package struct StampReader {
    private let root: FileRoot
    private let top: FileDescriptor
    /// The file before.
    private var last = RelativePath.root
    /// How many bytes of its path come before its name.
    private var offset = -1
    /// How many files of its folder came before it.
    private var count = 0
    /// Its folder, if it is open.
    private var folder: FileDescriptor?

    /// Opening a folder takes as long as finding it for so many files.
    private static let worthOpening = 16

    package init(_ root: FileRoot) {
        self.root = root
        top = root.descriptor
    }

    /// The stamp of the file that is at the path now; nil when there is none. Links are followed without checking their target.
    package mutating func stamp(of path: RelativePath) -> FileStamp? {
        let nameOffset = path.nameOffset
        if nameOffset == offset, path.begins(with: last, upTo: offset) {
            count += 1
            if count == Self.worthOpening {
                folder = try? root.open(path.parent, flags: OpeningBeneath.placeOnly | O_DIRECTORY)
            }
        } else {
            count = 0
            folder = nil
        }
        (last, offset) = (path, nameOffset)
        if let folder { return FileRoot.peek(path, from: offset, in: folder)?.stamp }
        return FileRoot.peek(path, in: top)?.stamp
    }
}
