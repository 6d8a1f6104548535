package import FileStore
internal import FixtureStore

/// Tells when files of mappings have changed, so that who saves one sees it a moment later.
///
/// A save is several changes, and comes with others: they are looked at when there has been none for a moment. Changes of our own are
/// none. When the whole folder has been deleted, moved or replaced, nothing tells when there is one of its name again: then it is looked
/// for now and then. One thread.
package final class FixtureWatch {
    /// For so long nothing must have changed, unless changes have come for as long as the other.
    private static let debounce = Duration.milliseconds(30)
    private static let longestDebounce = Duration.seconds(1)
    /// How often a folder that has lost its name is looked for.
    private static let searchInterval = Duration.milliseconds(500)

    private let folder: FixtureFolder
    private let folders: FolderWatch
    /// When something changed first since `settle`; at the beginning, since the fixtures were read.
    private var changedSince: ContinuousClock.Instant?
    private var searches = false

    /// Watches nothing before the first `settle`.
    init(_ folder: FixtureFolder) throws(FileError) {
        self.folder = folder
        folders = try FolderWatch()
        changedSince = .now
    }

    /// To be called for each `Signals.Signal.foldersChanged`.
    package func hear(at now: ContinuousClock.Instant = .now) {
        folders.hear()
        changedSince = changedSince ?? now
    }

    /// How long to wait for a further change before `settle` is called; nil when there is nothing to settle.
    package func patience(at now: ContinuousClock.Instant = .now) -> Duration? {
        guard let changedSince else { return searches ? Self.searchInterval : nil }
        return min(Self.debounce, max(.zero, Self.longestDebounce - (now - changedSince)))
    }

    /// To be called when nothing has been heard for the `patience`, and after a reload.
    /// - Returns: whether the fixtures are to be read again.
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
