package import FileStore
internal import JSONDocument
internal import StubModel
internal import Synchronization

/// A `mocks/` folder; a WireMock root folder is one.
///
///     mappings/**/*.json    stub mappings, one a file or {"mappings": […]}; *.yaml and *.yml mean the same
///     __files/**            bodies, also served at their own path
///     s3/<bucket>/**        objects; <file>.meta.json describes the file beside it
///     understudy.json       settings
///
/// Each of them may be missing. Any thread.
package final class FixtureFolder: Sendable {
    static let mappings = RelativePath("mappings")!
    static let files = RelativePath("__files")!
    static let objects = RelativePath("s3")!
    static let settings = RelativePath("understudy.json")!

    /// Access to the folder.
    package let root: FileRoot
    /// Its files, with the cache.
    package let store: FileStore
    let limits: FixtureLimits
    /// The files of the mappings that were read or saved last.
    let homes = Mutex<[UniqueID: MappingHome]>([:])
    /// Which bodies are rendered as templates; only warnings depend on it.
    let templating: BodyTemplating
    /// The port of the S3 listener; nil if there is none, or the system chooses it. Only warnings depend on it.
    let s3Port: Int?
    /// The body files of the stubs that were read last.
    let bodyFileUses = Mutex<[BodyFileUse]>([])
    /// The files that are bodies of the stubs in use, by their paths in the mocks folder. Strings, so that other Unicode forms are the
    /// same.
    let stubBodies = Mutex<[String: [BodyFileUse]]>([:])
    let contents = Mutex<KnownContents>(KnownContents())
    /// What was found last in places where it is not read.
    let knownStrays = Mutex<Set<Problem>>([])
    /// What was found last about files of `__files/`, each of which concerns only itself. Locked while they are looked at, so that what was
    /// found first is not noted last.
    let knownFileProblems = Mutex<Set<Problem>>([])
    /// The versions of mapping files that were read, refused or saved last.
    let versions = Mutex<[RelativePath: FileStamp]>([:])
    /// What the last load could not reach: folders that cannot be read, and links that lead out or in a circle.
    let unreachable = Mutex<Set<String>>([])
    /// The bytes of those whose stamp may not show the next change yet.
    let unsettled = Mutex<[RelativePath: [UInt8]]>([:])
    /// The settings file at the start, or when a change was found last.
    let settingsStamp: Mutex<FileStamp?>
    /// Mapping files that `takeChanges` found changed and `takeChangedFiles` has not returned.
    let changedFiles = Mutex<Set<RelativePath>>([])
    /// Serializes saving and deleting, because targets are read and written.
    let saving = Mutex(())
    /// The paths of the body files that were found last.
    let bodyPaths = Mutex<[String: RelativePath]>([:])
    /// Where the body files of stubs from the admin API have their first template, so that many stubs with one file read it once.
    let bodyTemplates = Mutex<[RelativePath: (stamp: FileStamp, place: TextPosition?)]>([:])

    /// - Parameters:
    ///   - cacheBytes: the most bytes of bodies in memory.
    ///   - templating: which bodies the server renders; warnings depend on it.
    ///   - s3Port: of the S3 listener; nil if there is none, or the system chooses it.
    ///   - settlingTime: see `FileStore`.
    /// - Throws: `FileError` when the folder does not exist.
    package init(
        _ path: String, cacheBytes: Int = 64 << 20, limits: FixtureLimits = FixtureLimits(), templating: BodyTemplating = .named,
        s3Port: Int? = nil, settlingTime: Duration = FileStore.settlingTime
    ) throws(FileError) {
        self.limits = limits
        self.templating = templating
        self.s3Port = s3Port
        root = try FileRoot(path)
        settingsStamp = Mutex(root.stamp(of: Self.settings))
        store = FileStore(root, capacity: cacheBytes, settlingTime: settlingTime)
    }
}
