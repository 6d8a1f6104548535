/// What one request has looked at on the disk: the same request can be given the same response as long as all of it is unchanged.
package struct FileLook: Sendable {
    /// Something at a path, or that there is no file.
    struct Sight: Sendable {
        var path: RelativePath
        /// Nil when there was no regular file.
        var stamp: FileStamp?
    }

    /// Whether a large file may be read and digested. If not, and it is needed, `lacksTime` says so.
    package let mayTakeTime: Bool
    /// A file was not read, or not digested, because that takes too long for the thread that looks: the response is to be made
    /// elsewhere, by a look that may take time.
    package private(set) var lacksTime = false

    private(set) var sights: [Sight] = []
    /// Whether every change of what was seen would show in a stamp.
    private(set) var isRepeatable = true
    /// Which files the store had in memory when the look began.
    let generation: Int

    init(mayTakeTime: Bool, generation: Int) {
        self.mayTakeTime = mayTakeTime
        self.generation = generation
    }

    mutating func add(_ path: RelativePath, _ stamp: FileStamp?) { sights.append(Sight(path: path, stamp: stamp)) }

    /// Something was looked at that no stamp tells of.
    package mutating func cannotBeRepeated() { isRepeatable = false }

    mutating func needsTime() { lacksTime = true }
}
