package import HTTPMessage

/// Provides the files that `bodyFileName` names. The engine reads files only through it. Any thread.
package protocol BodyFileProvider: AnyObject, Sendable {
    /// The current version of a file, checked on each call.
    ///
    /// Calls return the same object while the file is unchanged, so that a response can be cached in it.
    /// - Parameter name: as in the mapping, with its template rendered: relative to `__files`, with or without a leading `/`.
    /// - Throws: `BodyFileError` when the file does not exist or is outside of the folder.
    func bodyFile(_ name: String) throws(BodyFileError) -> any BodyFile
    /// Why requests for a file will fail, and what to do; nil when it can be served. The file is opened but not read.
    func complaint(aboutBodyFile name: String) -> (message: String, repair: String)?
    /// That a file has a template, for a response that does not render it, and what to do; nil when there is nothing to say. Reads the
    /// file, up to a limit.
    func warning(aboutUnrenderedBodyFile name: String) -> (message: String, repair: String)?
    /// The path of a body file as its author would type it, for messages: `mocks/__files/a.json`.
    func displayPath(ofBodyFile name: String) -> String
}

extension BodyFileProvider {
    /// Nil: the default for providers that cannot check in advance.
    package func complaint(aboutBodyFile name: String) -> (message: String, repair: String)? { nil }
    /// Nil: the default for providers that do not read in advance.
    package func warning(aboutUnrenderedBodyFile name: String) -> (message: String, repair: String)? { nil }
    /// The name: the default for providers without a folder.
    package func displayPath(ofBodyFile name: String) -> String { name }
}

/// One version of one file. Immutable and shared; compare by identity.
package protocol BodyFile: AnyObject, Sendable {
    /// The length in bytes.
    var size: Int { get }
    /// Derived from the extension of the name.
    var mediaType: String { get }
    /// The whole content, shared and not copied: bytes in memory, or blocks of an open file.
    var body: BodySource { get }
    /// Whether this version is known to be the one at its path. False also when that cannot be decided without reading. Does not block.
    var isCurrent: Bool { get }
    /// The whole content in memory, for a template. Reads the file if it is large.
    /// - Throws: an error of reading.
    func bytes() throws -> [UInt8]
    /// The response for this version in this variant, made at the first use and shared. Released with the file.
    func sharedResponse(variant: (any AnyObject & Sendable)?, _ make: () -> Response) -> Response
}

extension BodyFile {
    /// False: the default for files that cannot check this.
    package var isCurrent: Bool { false }
}

/// Why a body file cannot be served.
package struct BodyFileError: Error, Sendable, CustomStringConvertible {
    /// One sentence, for the client and the log.
    package let description: String

    package init(_ description: String) { self.description = description }
}
