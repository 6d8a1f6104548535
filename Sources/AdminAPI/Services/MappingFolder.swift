package import JSONDocument
package import StubModel

/// The mappings on disk. Any thread; calls block until the disk has it.
package protocol MappingFolder: Sendable {
    /// Reads everything anew and puts it in the place of all stubs, in one step.
    /// - Throws: `MappingFolderError.problems` when anything is wrong in any file; nothing has changed then.
    func reload() throws
    /// Writes each mapping into a file of its own, whole or not at all; one whose id was read from a file goes back to that.
    /// - Throws: when one cannot be written; the others are.
    func save(_ mappings: [StubMapping]) throws
    /// Deletes the files of these mappings; a mapping without a file is passed over, and so is a file that holds several.
    func remove(_ mappings: [StubMapping]) throws
}

package enum MappingFolderError: Error, Sendable {
    /// What is wrong in the files.
    case problems([Problem])
    /// What could not be written or deleted, and why: a whole sentence.
    case failed(String)
}
