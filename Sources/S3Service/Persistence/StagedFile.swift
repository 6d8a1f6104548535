internal import FileStore
internal import Synchronization

/// The content of an object that waits in the folder for its place. It is deleted with the last reference if it never gets there.
final class StagedFile: Sendable {
    let path: RelativePath
    /// Of the file. A move does not change length and times of modification.
    let stamp: FileStamp
    private let root: FileRoot
    private let isPlaced = Atomic(false)

    init(_ path: RelativePath, _ stamp: FileStamp, _ root: FileRoot) {
        self.path = path
        self.stamp = stamp
        self.root = root
    }

    deinit { if !isPlaced.load(ordering: .relaxed) { _ = try? root.delete(path) } }

    /// From now on others know of the file.
    func place() { isPlaced.store(true, ordering: .relaxed) }
}
