internal import FileStore
internal import JSONDocument
internal import StubModel

/// What the last load made of each mapping file, so that the next one reads and compiles only what has changed.
struct FixtureMemory<Stub> {
    /// One mapping, for comparing it with those of other files.
    struct Entry {
        var id: UniqueID
        /// The id that it asks for: the written one, or the one that mappings without an id get. Another mapping may have it.
        var wantedID: UniqueID
        var subject: StubComparison.Subject

        /// Where the id is written, or else the mapping.
        var place: DocumentPlace {
            let node = subject.node.identity ?? subject.node
            return DocumentPlace(subject.document, atOffset: node.offset)
        }
    }

    /// One mapping file.
    struct File {
        var stamp: FileStamp
        var bytes: [UInt8]
        /// Whether the stamp will show every later change.
        var isSettled: Bool
        var form = MappingHome.Form.single
        var entries: [Entry] = []
        var stubs = InsertionOrder<Stub>()
        var problems: [Problem] = []
        var lateProblems: [Problem] = []
        var warnings: [Problem] = []
        var bodyFileUses: [BodyFileUse] = []
        /// The body files that were looked at, with their versions.
        var bodies: [RelativePath: FileStamp?] = [:]
    }

    /// Whether a set without problems was loaded: it is in use.
    var isInUse = false
    var files: [RelativePath: File] = [:]
    /// The targets that are not trusted; they decide what a mapping may call.
    var apiTargets: APITargets?
}
