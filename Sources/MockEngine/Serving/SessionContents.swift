package import JSONDocument
internal import Synchronization

/// What the requests of one session have written, kept by a content source: the session's layer of S3 objects.
package protocol SessionContents: AnyObject, Sendable {
    /// Drops everything that was written.
    func reset()
    /// What was written, for `GET /__admin/s3`. May read files.
    func describe() -> JSONValue
    /// Writes what was written to the folder, for `POST /__admin/s3/save`. Takes time.
    /// - Returns: what was saved, and what could not be.
    /// - Throws: `SessionContentsError` at the first file that cannot be written.
    func save() throws(SessionContentsError) -> JSONValue
}

/// Why the contents of a session cannot be saved.
package struct SessionContentsError: Error, Sendable {
    /// The whole message.
    package let sentence: String

    package init(_ sentence: String) { self.sentence = sentence }
}

/// Holds the contents of a session. Empty until something is kept. Any thread.
package struct SessionContentsSlot: ~Copyable, Sendable {
    private let contents = Mutex<(any SessionContents)?>(nil)

    init() {}

    /// What is kept; nil for nothing.
    package var current: (any SessionContents)? { contents.withLock { $0 } }

    /// What is kept; made at the first call.
    package func current(orMake make: () -> any SessionContents) -> any SessionContents {
        if let current { return current }
        let made = make()
        return contents.withLock { contents in
            contents = contents ?? made
            return contents ?? made
        }
    }

    /// Drops what was written.
    package func reset() { current?.reset() }
}
