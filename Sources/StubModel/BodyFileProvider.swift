package import HTTPMessage

/// Gives the files that `bodyFileName` names: the engine's only way to them. Any thread.
package protocol BodyFileProvider: AnyObject, Sendable {
    /// The file's current version, looked at anew on each call.
    ///
    /// Two calls give the same object as long as the file has not changed, so that a response made of it can be kept beside it.
    /// - Parameter name: as in the mapping, its template rendered: relative to `__files`, `/` in front or not.
    /// - Throws: `BodyFileError` when there is none, or it lies outside.
    func bodyFile(_ name: String) throws(BodyFileError) -> any BodyFile
    /// Why requests for a file will fail, and what to do about it; nil when it is there. The file is opened, not read.
    func complaint(aboutBodyFile name: String) -> (message: String, repair: String)?
}

extension BodyFileProvider {
    /// None, for providers that know no better.
    package func complaint(aboutBodyFile name: String) -> (message: String, repair: String)? { nil }
}

/// One version of one file. Immutable, shared; compare by identity.
package protocol BodyFile: AnyObject, Sendable {
    var size: Int { get }
    /// By its name's extension.
    var mediaType: String { get }
    /// The whole, shared and not copied: bytes in memory, or blocks of an open file.
    var body: BodySource { get }
    /// Whether this version is sure to be the one at its path; false also when that cannot be told without reading. Does not block.
    var isCurrent: Bool { get }
    /// The whole in memory, for a template; reads a large file.
    func bytes() throws -> [UInt8]
    /// One response for all who ask for this version in this variant, made at the first use; it lives no longer than the file does.
    func sharedResponse(variant: (any AnyObject & Sendable)?, _ make: () -> Response) -> Response
}

extension BodyFile {
    /// False, for files that know no better.
    package var isCurrent: Bool { false }
}

/// Why a body file could not be had.
package struct BodyFileError: Error, Sendable, CustomStringConvertible {
    /// One sentence for the client and the log.
    package let description: String

    package init(_ description: String) { self.description = description }
}
