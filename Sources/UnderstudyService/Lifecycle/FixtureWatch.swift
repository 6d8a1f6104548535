internal import FileStore
internal import FixtureStore

/// Tells when files of mappings have changed, so that who saves one sees it at the next request.
///
/// A save is several changes, and comes with others: they are looked at when there has been none for a moment. Changes of our own are
/// none. One thread.
final class FixtureWatch {
    /// For so long nothing must have changed.
    static let pause = Duration.milliseconds(30)

    private let folder: FixtureFolder
    private let folders: FolderWatch
    /// Whether something has changed since `settle`; at the beginning, since the fixtures were read.
    private(set) var isRestless = true

    /// Watches nothing before the first `settle`.
    init(_ folder: FixtureFolder) throws(FileError) {
        self.folder = folder
        folders = try FolderWatch()
    }

    /// To be called for each `Signals.Signal.foldersChanged`.
    func hear() {
        folders.hear()
        isRestless = true
    }

    /// To be called when nothing has been heard for `pause`, and after a reload.
    /// - Returns: whether the fixtures are to be read again.
    func settle() throws(FileError) -> Bool {
        guard isRestless else { return false }
        isRestless = false
        try folders.add(folder.mappingFolders, of: folder.root)
        return folder.takeChanges()
    }
}
