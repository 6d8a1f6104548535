package import HTTPMessage

/// The folder of body files, `__files`. Paths are relative to it, with slashes. Any thread; calls block.
package protocol BodyFolder: Sendable {
    /// The paths of all files below the folder, sorted.
    func list() throws -> [String]
    /// A file's content; that of a long file is read while it is sent.
    /// - Returns: nil when there is no such file.
    func read(_ path: String) throws -> BodySource?
    /// Writes a file atomically; makes folders as needed.
    /// - Throws: `BodyFolderError.outside` for a path that leaves the folder.
    func write(_ path: String, _ bytes: [UInt8]) throws
    /// Deletes a file. A missing file is not an error.
    func remove(_ path: String) throws
    /// The media type to serve a file with.
    func mediaType(_ path: String) -> String
}

/// Why a body file cannot be read or written.
package enum BodyFolderError: Error, Sendable, Equatable {
    /// The path leaves the folder, directly or through a link.
    case outside(String)
    /// No file can have the path: it ends in a slash, or a name in it is too long. With the reason, without a period.
    case impossible(String, reason: String)
}
