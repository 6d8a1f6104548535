internal import Synchronization

/// What the requests of one session have written, kept by a content source: the session's layer of S3 objects.
package protocol SessionContents: AnyObject, Sendable {
    /// Drops everything that was written.
    func reset()
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
    func reset() { current?.reset() }
}
