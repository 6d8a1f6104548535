package import FileStore
internal import FixtureStore

/// Watches the mapping files, so that a saved file takes effect a moment later.
///
/// A save consists of several changes and often comes with others, so it waits until there has been none for a moment (debounce). It
/// ignores changes that the server itself makes. If the folder is deleted, moved or replaced, the kernel does not report a new folder of
/// the same name, so it looks for the folder now and then. One thread.
package final class FixtureWatch {
    /// How long there must be no change, and the longest time to wait for that.
    private static let debounce = Duration.milliseconds(30)
    private static let longestDebounce = Duration.seconds(1)
    /// How often it looks for a folder that has lost its name.
    private static let searchInterval = Duration.milliseconds(500)

    private let folder: FixtureFolder
    private let folders: FolderWatch
    /// The time of the first change since `settle`; at the beginning, the time when the fixtures were read.
    private var changedSince: ContinuousClock.Instant?
    private var searches = false

    /// Watches nothing before the first `settle`.
    init(_ folder: FixtureFolder) throws(FileError) {
        self.folder = folder
        folders = try FolderWatch()
        changedSince = .now
    }

    /// Call it for each `Signals.Signal.foldersChanged`.
    package func hear(at now: ContinuousClock.Instant = .now) {
        folders.hear()
        changedSince = changedSince ?? now
    }

    /// How long to wait for a further change before `settle` is called; nil when there was no change.
    package func patience(at now: ContinuousClock.Instant = .now) -> Duration? {
        guard let changedSince else { return searches ? Self.searchInterval : nil }
        return min(Self.debounce, max(.zero, Self.longestDebounce - (now - changedSince)))
    }

    /// Call it when there was no change for `patience`, and after a reload.
    /// - Returns: whether to read the fixtures again.
    package func settle() throws(FileError) -> Bool {
        guard changedSince != nil || searches else { return false }
        changedSince = nil
        let standing = folder.root.standing
        searches = standing != .held
        if standing == .replaced { return true }
        try folders.add(folder.mappingFolders, of: folder.root)
        return folder.takeChanges()
    }
}
