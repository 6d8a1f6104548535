internal import FileStore
internal import Synchronization
internal import SystemCalls

/// The content of an object in the folder, before it is moved to its final path. If it is never moved, it is deleted with the last
/// reference.
final class StagedFile: Sendable {
    let path: RelativePath
    /// The file's version. A move keeps its length and modification time.
    let stamp: FileStamp
    /// The root's folder that it is in.
    let folder: FileIdentity
    private let root: FileRoot
    private let isPlaced = Atomic(false)

    init(_ path: RelativePath, _ stamp: FileStamp, in folder: FileIdentity, of root: FileRoot) {
        self.path = path
        self.stamp = stamp
        self.folder = folder
        self.root = root
    }

    deinit {
        // In another folder, the path is not that of this file.
        if !isPlaced.load(ordering: .relaxed), root.identity == folder { _ = try? root.delete(path) }
    }

    /// Records that the file is in its final place and must not be deleted.
    func place() { isPlaced.store(true, ordering: .relaxed) }
}
