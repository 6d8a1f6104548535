internal import FileStore
internal import Synchronization

/// The indices of the buckets of a folder: each is made at its first use, and then kept current (decision 0180). Any thread that may wait
/// for the disk.
final class FolderIndices: Sendable {
    private struct State: ~Copyable {
        var indices: [String: FolderIndex] = [:]
        /// The paths of which the watch told, by bucket, that are not looked at yet.
        var changes: [String: Set<RelativePath>] = [:]
        /// Nil before the first use, and where the system has none left.
        var watch: NameWatch?
    }

    private let root: FileRoot
    /// The folder of the buckets.
    private let folder: RelativePath
    /// Whether folders are watched; without it, their stamps have to do.
    private let watches: Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - folder: the folder of the buckets.
    ///   - watches: false only in tests of what is without a watch.
    init(_ root: FileRoot, folder: RelativePath, watches: Bool = true) {
        self.root = root
        self.folder = folder
        self.watches = watches
    }

    /// The keys of a bucket: of all files that were written before the call.
    func index(of bucket: String, at path: RelativePath) -> FolderIndex {
        state.withLock { state in
            takeChanges(&state)
            if let index = state.indices[bucket], index.isCurrent(root) {
                let changes = state.changes.removeValue(forKey: bucket) ?? []
                if changes.isEmpty { return index }
                if let next = index.changed(at: changes, root, &state.watch) {
                    state.indices[bucket] = next
                    return next
                }
            }
            state.changes[bucket] = nil
            if state.watch == nil, watches { state.watch = NameWatch.make() }
            state.watch?.forget(path)
            let index = FolderIndex(path, root, watch: &state.watch)
            state.indices[bucket] = index
            return index
        }
    }

    /// The most changes that are kept for a bucket until it is listed. With more, its index is dropped.
    private static let mostChanges = 10_000

    private func takeChanges(_ state: inout State) {
        guard let paths = state.watch?.takeChanges() else {
            guard state.watch != nil else { return }
            // Some were lost.
            state.indices = state.indices.filter { !$0.value.isWatched }
            return state.changes.removeAll()
        }
        for path in paths {
            guard let name = path.relative(to: folder)?.segments.first else { continue }
            let bucket = String(decoding: name, as: UTF8.self)
            guard state.indices[bucket] != nil else { continue }
            state.changes[bucket, default: []].insert(path)
            guard state.changes[bucket, default: []].count > Self.mostChanges, let path = RelativePath(name) else { continue }
            state.indices[bucket] = nil
            state.changes[bucket] = nil
            state.watch?.forget(folder.appending(path))
        }
    }
}
