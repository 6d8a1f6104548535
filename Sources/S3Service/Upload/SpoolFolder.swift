internal import HTTPMessage

/// The folder of the files without a name that hold long bodies.
struct SpoolFolder: Sendable {
    let path: String
    /// What names it, for messages: a variable or a setting.
    let origin: String
    /// Whether others may read such a file, as far as this process lets them, when it gets a name.
    let isForEveryone: Bool
    /// Files have descriptors below this number only. The others are left to connections.
    var descriptorLimit = Int.max
    /// Closes long files; nil where only threads that may wait use them.
    var work: (any WorkQueue)?

    /// Where files are that never get a name.
    static func temporary(_ settings: S3Settings) -> SpoolFolder {
        SpoolFolder(
            path: settings.temporaryDirectory, origin: "TMPDIR", isForEveryone: false, descriptorLimit: settings.descriptorLimit)
    }
}
