package import JSONDocument
package import StubModel

/// The mappings on disk. Any thread; calls block until the data is on disk.
package protocol MappingFolder: Sendable {
    /// Reads all files, and replaces all stubs in one step.
    /// - Throws: `MappingFolderError.problems` when any file has a mistake; nothing changes then.
    func reload() throws
    /// Writes each mapping to a file of its own, atomically. A mapping that was read from a file is written to that file.
    /// - Throws: when a mapping cannot be written; the others are written.
    func save(_ mappings: [StubMapping]) throws
    /// Deletes the files of these mappings. Skips a mapping without a file, and a file with several mappings.
    func remove(_ mappings: [StubMapping]) throws
    /// The file that a mapping is in, as messages name it; nil if it is in none.
    func file(of id: UniqueID) -> String?
}

/// Why mappings could not be read, saved or deleted.
package enum MappingFolderError: Error, Sendable {
    /// What is wrong in the files.
    case problems([Problem])
    /// What could not be written or deleted, and why: a whole sentence.
    case failed(String)
}
