package import HTTPMessage
package import JSONDocument

/// Responds to requests that no stub matches: files dropped into `__files`, objects of S3.
package protocol ContentSource: AnyObject, Sendable {
    /// The plan for a request like an earlier one, if everything that the earlier response was made from is unchanged: what `content`
    /// would give, in less time. Any thread; waits for nothing but the disk.
    /// - Returns: nil if it is unknown or has changed; `content` then finds out.
    func knownPlan(for request: Request, in session: Session) -> WirePlan?
    /// The content for a request, or that there is none. Any thread; may wait for the disk, for files up to 256 KiB. What takes longer is
    /// `Content.later`.
    /// - Parameter session: the request's; its `contents` are what its requests have written.
    func content(for request: Request, in session: Session) -> Content
    /// Takes the body of a request that, by its head, no stub matches. Any thread; must not block.
    /// - Returns: nil if the wire keeps the body for `content(for:in:)`.
    func upload(for head: Request, in session: Session) -> (any ContentUpload)?
    /// The content for a request whose body the source took. The upload is finished, or refused. May take time unless it is refused.
    func content(for request: Request, _ upload: any ContentUpload, in session: Session) -> Content
    /// The path in the mocks folder of the file that `content` gives for a request; nil if unknown. For the access log; may access the
    /// disk, must not block.
    func filePath(for request: Request) -> String?
    /// The path in the mocks folder of an existing file that a GET of the request would return; nil if there is none. For requests that
    /// nothing matches on another listener; accesses the disk, must not block.
    func existingPath(for request: Request) -> String?
    /// What would be the content of a request that differs from this one only in upper and lower case, Unicode form, percent-encoding or
    /// slashes, or else what has nearly the same name in the same folder; nil if there is none. For requests that nothing matches; accesses
    /// the disk, must not block.
    func twin(of request: Request) -> ContentTwin?
    /// The file that would be the content if it were not the body of a stub; nil if there is none. For requests that nothing matches;
    /// accesses the disk, must not block.
    func stubBody(for request: Request) -> StubBody?
    /// Whether a file can be made at a path in the mocks folder, for the explanation of a miss; accesses the disk, must not block.
    func mayBeMade(_ path: String) -> Bool
}

/// Content for a request that is nearly the same as one without.
package struct ContentTwin: Sendable, Equatable {
    /// The path in the mocks folder of its file.
    package var file: String
    /// The path of the request for it, not encoded.
    package var path: String

    package init(file: String, path: String) {
        self.file = file
        self.path = path
    }
}

/// A file that responds to a request for its own path only, because it is the body of a stub.
package struct StubBody: Sendable, Equatable {
    /// Its path in the mocks folder.
    package var file: String
    /// Where the stub names it: `file:line:column`.
    package var place: String
    /// The path of a request that gets it, not encoded.
    package var path: String

    package init(file: String, place: String, path: String) {
        self.file = file
        self.place = place
        self.path = path
    }
}

extension ContentSource {
    /// None.
    package func stubBody(for request: Request) -> StubBody? { nil }
    /// It can.
    package func mayBeMade(_ path: String) -> Bool { true }
    /// None.
    package func twin(of request: Request) -> ContentTwin? { nil }
    /// Nothing is known.
    package func knownPlan(for request: Request, in session: Session) -> WirePlan? { nil }
    /// The wire keeps every body.
    package func upload(for head: Request, in session: Session) -> (any ContentUpload)? { nil }
    /// The same without the body, which this source never takes.
    package func content(for request: Request, _ upload: any ContentUpload, in session: Session) -> Content {
        content(for: request, in: session)
    }
}

/// What a source has for a request.
package enum Content: Sendable {
    /// Nothing: the request is a miss and gets the explanation page.
    case none
    /// A file or an object. Its plan has no ticket.
    case found(WirePlan)
    /// The response to a request that has created or removed something. The closure makes the document that a webhook with `s3Event` posts.
    case changed(WirePlan, event: @Sendable () -> JSONValue)
    /// The source's own response for missing content, such as S3's 404: a miss for the journal and the log.
    case missing(WirePlan, ContentAbsence)
    /// The file exists but cannot be sent: a 500 with the reason.
    case failed(WirePlan, reason: String)
    /// The source's own refusal, with what is wrong with the request: for the journal and the log.
    case refused(WirePlan, reason: String)
    /// The content takes a while. The closure calls `give` once, on any thread.
    case later(@Sendable (_ give: @escaping @Sendable (Content) -> Void) -> Void)
}

/// Why a source has nothing.
package struct ContentAbsence: Sendable, Equatable {
    /// The file in the mocks folder that would be the content; nil if no file would.
    package var file: String?
    /// The probable mistake, as a sentence; nil if unknown.
    package var hint: String?
    /// What does not exist, as a sentence; nil if unknown.
    package var sentence: String?
    /// Whether the request only asks whether the content exists. It is a miss, but nothing to warn of.
    package var isProbe = false
    /// Whether the hint is that another listener would respond.
    var isForAnotherListener = false
    /// Content for a request that is nearly the same; nil if there is none.
    package var twin: ContentTwin?

    package init(
        file: String? = nil, hint: String? = nil, sentence: String? = nil, isProbe: Bool = false, twin: ContentTwin? = nil
    ) {
        self.file = file
        self.hint = hint
        self.sentence = sentence
        self.isProbe = isProbe
        self.twin = twin
    }
}

/// Chooses the source by listener.
package final class Contents: ContentSource {
    private let files: (any ContentSource)?
    private let objects: (any ContentSource)?

    /// - Parameters:
    ///   - files: for the mock listener; nil for none.
    ///   - objects: for the S3 listener; nil for none.
    package init(files: (any ContentSource)?, objects: (any ContentSource)?) {
        self.files = files
        self.objects = objects
    }

    /// The plan from the source of the request's listener.
    package func knownPlan(for request: Request, in session: Session) -> WirePlan? {
        source(for: request)?.knownPlan(for: request, in: session)
    }

    /// The content from the source of the request's listener.
    package func content(for request: Request, in session: Session) -> Content {
        source(for: request)?.content(for: request, in: session) ?? .none
    }

    /// Asks the source of the request's listener.
    package func upload(for head: Request, in session: Session) -> (any ContentUpload)? {
        source(for: head)?.upload(for: head, in: session)
    }

    /// The content from the source of the request's listener.
    package func content(for request: Request, _ upload: any ContentUpload, in session: Session) -> Content {
        source(for: request)?.content(for: request, upload, in: session) ?? .none
    }

    /// The path from the source of the request's listener.
    package func filePath(for request: Request) -> String? { source(for: request)?.filePath(for: request) }

    /// The path from the source of the request's listener.
    package func existingPath(for request: Request) -> String? { source(for: request)?.existingPath(for: request) }

    /// The twin from the source of the request's listener.
    package func twin(of request: Request) -> ContentTwin? { source(for: request)?.twin(of: request) }

    /// The file from the source of the request's listener.
    package func stubBody(for request: Request) -> StubBody? { source(for: request)?.stubBody(for: request) }

    /// Asks the source of files.
    package func mayBeMade(_ path: String) -> Bool { files?.mayBeMade(path) ?? true }

    private func source(for request: Request) -> (any ContentSource)? { request.arrival.listener == .s3 ? objects : files }
}
