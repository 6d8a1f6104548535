package import HTTPMessage

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
    /// The same, whatever the conditions and the range of the request are. As `content`: any thread; may wait for the disk.
    func wholeContent(for request: Request, in session: Session) -> Content
    /// Takes the body of a request that, by its head, no stub matches. Any thread; must not block.
    /// - Returns: nil if the wire keeps the body for `content(for:in:)`.
    func upload(for head: Request, in session: Session) -> (any ContentUpload)?
    /// The content for a request whose body the source took. The upload is finished, or refused. May take time unless it is refused.
    func content(for request: Request, _ upload: any ContentUpload, in session: Session) -> Content
    /// The fields that let a page of another origin read a stub's response, as this source gives them with its own. Any thread; accesses
    /// the disk, must not block.
    func originFields(for request: Request, beside plan: WirePlan, in session: Session) -> HeaderFields
    /// The path in the mocks folder of the file that `content` gives for a request; nil if unknown. For the access log; may access the
    /// disk, must not block.
    func filePath(for request: Request) -> String?
    /// The path in the mocks folder of an existing file that a GET of the request would return; nil if there is none. For requests that
    /// nothing matches on another listener; accesses the disk, must not block.
    func existingPath(for request: Request) -> String?
    /// The bucket that a request for an object names, if it exists; nil if there is none. For requests that nothing matches on another
    /// listener; accesses the disk, must not block.
    func bucketName(for request: Request) -> String?
    /// What would be the content of a request that differs from this one only in upper and lower case, Unicode form, percent-encoding or
    /// slashes, or else what has nearly the same name in the same folder; nil if there is none. For requests that nothing matches; accesses
    /// the disk, must not block.
    func twin(of request: Request) -> ContentTwin?
    /// The file that would be the content if it were not the body of a stub; nil if there is none. For requests that nothing matches;
    /// accesses the disk, must not block.
    func stubBody(for request: Request) -> StubBody?
    /// What is in the place of the content's file and is none, as a sentence; nil if nothing is. For requests that nothing matches;
    /// accesses the disk, must not block.
    func obstacle(to request: Request) -> String?
    /// Whether a file can be made at a path in the mocks folder, for the explanation of a miss; accesses the disk, must not block.
    func mayBeMade(_ path: String) -> Bool
}

extension ContentSource {
    /// None.
    package func stubBody(for request: Request) -> StubBody? { nil }
    /// None.
    package func obstacle(to request: Request) -> String? { nil }
    /// It can.
    package func mayBeMade(_ path: String) -> Bool { true }
    /// None.
    package func twin(of request: Request) -> ContentTwin? { nil }
    /// None.
    package func bucketName(for request: Request) -> String? { nil }
    /// None: those of stubs are the settings'.
    package func originFields(for request: Request, beside plan: WirePlan, in session: Session) -> HeaderFields { [] }
    /// Nothing is known.
    package func knownPlan(for request: Request, in session: Session) -> WirePlan? { nil }
    /// The wire keeps every body.
    package func upload(for head: Request, in session: Session) -> (any ContentUpload)? { nil }
    /// The content for the request without them.
    package func wholeContent(for request: Request, in session: Session) -> Content {
        content(for: request.withoutConditions, in: session)
    }
    /// The same without the body, which this source never takes.
    package func content(for request: Request, _ upload: any ContentUpload, in session: Session) -> Content {
        content(for: request, in: session)
    }
}
