package import HTTPMessage

/// What answers a request that no stub matches: the dropped files of `__files`, the objects of S3.
package protocol ContentSource: Sendable {
    /// Answers, or says that there is nothing. Called on many threads at once; must not block.
    func content(for request: Request) -> Content
    /// The path in the mocks folder of the file that `content` gives for a request; nil when it is not known. Called for the access log
    /// only; may look at the disk, and must not block.
    func path(answering request: Request) -> String?
    /// The path in the mocks folder of a file that is there, and that a GET of the request would get; nil when there is none. Called for
    /// requests that nothing answers on another listener; looks at the disk, and must not block.
    func existingPath(for request: Request) -> String?
}

/// What a source has for a request.
package enum Content: Sendable {
    /// Nothing: the request is a miss, and gets the page that says why.
    case none
    /// A file, or an object. Its plan has no ticket.
    case found(WirePlan)
    /// The source's own word that there is nothing, such as S3's 404: a miss for the journal and the log.
    case missing(WirePlan, ContentAbsence)
    /// There is a file, but it cannot be sent: a 500, and why.
    case failed(WirePlan, reason: String)
    /// It takes a while. The call gives the content, once, on any thread.
    case later(@Sendable (_ give: @escaping @Sendable (Content) -> Void) -> Void)
}

/// What a source lacks.
package struct ContentAbsence: Sendable, Equatable {
    /// The file that would have answered, in the mocks folder; nil when no file would.
    package var file: String?
    /// What is probably meant, as a sentence; nil when that is not known.
    package var hint: String?

    package init(file: String? = nil, hint: String? = nil) {
        self.file = file
        self.hint = hint
    }
}

/// Sources by listener.
package struct Contents: ContentSource {
    package var files: (any ContentSource)?
    package var objects: (any ContentSource)?

    package init(files: (any ContentSource)?, objects: (any ContentSource)?) {
        self.files = files
        self.objects = objects
    }

    package func content(for request: Request) -> Content {
        // In place: a copy of the source would cost each request two counts of references.
        let content = request.arrival.listener == .s3 ? objects?.content(for: request) : files?.content(for: request)
        return content ?? Content.none
    }

    package func path(answering request: Request) -> String? { source(for: request)?.path(answering: request) }

    package func existingPath(for request: Request) -> String? { source(for: request)?.existingPath(for: request) }

    private func source(for request: Request) -> (any ContentSource)? { request.arrival.listener == .s3 ? objects : files }
}
