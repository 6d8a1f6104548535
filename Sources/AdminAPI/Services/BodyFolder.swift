/// The folder of body files, `__files`. Paths are relative to it, with slashes. Any thread; calls block.
package protocol BodyFolder: Sendable {
    /// The paths of all files below the folder, sorted.
    func list() throws -> [String]
    /// - Returns: nil when there is no such file.
    func read(_ path: String) throws -> [UInt8]?
    /// Writes a file, whole or not at all; makes folders as needed.
    /// - Throws: `BodyFolderError.outside` for a path that leaves the folder.
    func write(_ path: String, _ bytes: [UInt8]) throws
    /// Deletes a file; one that is not there is deleted already.
    func remove(_ path: String) throws
    /// The media type to serve a file with.
    func mediaType(_ path: String) -> String
}

package enum BodyFolderError: Error, Sendable, Equatable {
    /// The path leaves the folder, directly or through a link.
    case outside(String)
}
