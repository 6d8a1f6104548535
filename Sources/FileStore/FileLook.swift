/// What one request has read from the disk. The same request can get the same response while all of that is unchanged.
package struct FileLook: Sendable {
    /// A file at a path, or its absence.
    struct Sight: Sendable {
        var path: RelativePath
        /// Nil when there was no regular file.
        var stamp: FileStamp?
    }

    /// Whether a large file may be read and digested. If it is needed and must not be, `lacksTime` is set.
    package let mayTakeTime: Bool
    /// Whether a file was not read or digested because that takes too long for this thread. The response must then be made on another
    /// thread, with a look that may take time.
    package private(set) var lacksTime = false

    private(set) var sights: [Sight] = []
    /// Whether every change of what was seen changes a stamp.
    private(set) var isRepeatable = true
    /// The generation of the store's cache when the look began.
    let generation: Int

    init(mayTakeTime: Bool, generation: Int) {
        self.mayTakeTime = mayTakeTime
        self.generation = generation
    }

    mutating func add(_ path: RelativePath, _ stamp: FileStamp?) { sights.append(Sight(path: path, stamp: stamp)) }

    /// Marks that something was read whose changes no stamp shows.
    package mutating func cannotBeRepeated() { isRepeatable = false }

    mutating func needsTime() { lacksTime = true }
}
