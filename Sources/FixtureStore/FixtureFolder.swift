package import FileStore
internal import StubModel
internal import Synchronization

/// A `mocks/` folder; a WireMock root folder is one.
///
///     mappings/**/*.json    stub mappings, one a file or {"mappings": […]}; *.yaml and *.yml mean the same
///     __files/**            bodies, also served at their own path
///     s3/<bucket>/**        objects; <file>.meta.json describes the file beside it
///     understudy.json       settings
///
/// All of them may be missing. Any thread.
package final class FixtureFolder: Sendable {
    static let mappings = RelativePath("mappings")!
    static let files = RelativePath("__files")!
    static let objects = RelativePath("s3")!
    static let settings = RelativePath("understudy.json")!

    package let root: FileRoot
    package let store: FileStore
    let limits: FixtureLimits
    /// Where the mappings are that were read or saved last.
    let homes = Mutex<[UniqueID: MappingHome]>([:])
    /// Which bodies are rendered as templates; only warnings depend on it.
    let templating: BodyTemplating
    /// Of the stubs that were read last.
    let bodyFileUses = Mutex<[BodyFileUse]>([])
    let contents = Mutex<KnownContents>(KnownContents())
    /// Of the files of mappings: the versions that were looked at last, or saved.
    let versions = Mutex<[RelativePath: FileStamp]>([:])
    /// The settings file as it was at the start, or when a change was noticed last.
    let settingsStamp: Mutex<FileStamp?>
    /// Of mappings: those that `takeChanges` found to have changed, until they are told.
    let changedFiles = Mutex<Set<RelativePath>>([])
    /// Stops two that save from writing over each other's targets.
    let saving = Mutex(())
    /// Where the body files are that were asked for last.
    let bodyPaths = Mutex<[String: RelativePath]>([:])

    /// - Parameters:
    ///   - cacheBytes: how many bytes of bodies are kept in memory.
    ///   - templating: which bodies the server renders; warnings depend on it.
    ///   - settlingTime: see `FileStore`.
    /// - Throws: `FileError` when there is no such folder.
    package init(
        _ path: String, cacheBytes: Int = 64 << 20, limits: FixtureLimits = FixtureLimits(), templating: BodyTemplating = .named,
        settlingTime: Duration = FileStore.settlingTime
    ) throws(FileError) {
        self.limits = limits
        self.templating = templating
        root = try FileRoot(path)
        settingsStamp = Mutex(root.stamp(of: Self.settings))
        store = FileStore(root, capacity: cacheBytes, settlingTime: settlingTime)
    }
}
