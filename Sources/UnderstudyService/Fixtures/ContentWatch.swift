internal import FileStore
internal import FixtureStore
internal import SystemCalls

/// Watches the body files or the objects, so that warnings about a saved one come at once. Only warnings depend on it: where the system has
/// no watch left, they come at the next reload. One thread.
final class ContentWatch {
    /// The most folders that are watched.
    private static let mostFolders = 1_024

    private let folder: FixtureFolder
    private let part: FixtureFolder.Contents
    /// Nil after a failure.
    private var watch: FolderWatch?
    /// Which folder it was when its folders were listed last; nil before that, and when there was none.
    private var place: FileIdentity?
    private var hasStarted = false
    /// The time of the first change since `settle`; nil for none.
    private(set) var changedSince: ContinuousClock.Instant?

    /// Watches nothing before the first `settle`.
    init(_ folder: FixtureFolder, _ part: FixtureFolder.Contents) {
        self.folder = folder
        self.part = part
        watch = try? FolderWatch(onlyFinished: true)
    }

    /// Takes the events that have come.
    func takeEvents(at now: ContinuousClock.Instant) {
        if watch?.takeEvents() == true { changedSince = changedSince ?? now }
    }

    /// Call it when there was no change for a moment. Watches the folders that have come.
    /// - Returns: whether files may have changed since the last call.
    func settle() -> Bool {
        let hadEvents = changedSince != nil
        let isFirst = !hasStarted
        changedSince = nil
        hasStarted = true
        guard watch != nil else { return false }
        let now = folder.identity(of: part)
        guard hadEvents || isFirst || now != place else { return false }
        place = now
        do throws(FileError) {
            // What is made in a folder between the list and its watch has no event: the folders are listed again.
            for _ in 0..<FixtureWatch.mostWalks {
                let folders = folder.folders(of: part).prefix(Self.mostFolders)
                guard try watch?.watch(Array(folders), of: folder.root) == true else { return !isFirst }
            }
            // They come faster than they are listed; the next call goes on.
            changedSince = .now
        } catch {
            watch = nil
        }
        return !isFirst
    }
}
