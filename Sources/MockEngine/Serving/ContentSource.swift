public import HTTPMessage

/// What answers a request that no stub matches: the dropped files of `__files`, the objects of S3.
public protocol ContentSource: Sendable {
    /// Answers, or says that there is nothing. Called on many threads at once; must not block.
    func content(for request: Request) -> Content
}

/// What a source has for a request.
public enum Content: Sendable {
    /// Nothing: the request is a miss, and gets the page that says why.
    case none
    /// A file, or an object, with its path in the mocks folder where it is known. Its plan has no ticket.
    case found(WirePlan, path: String?)
    /// The source's own word that there is nothing, such as S3's 404: a miss for the journal.
    case missing(WirePlan)
    /// It takes a while. The call gives the content, once, on any thread.
    case later(@Sendable (_ give: @escaping @Sendable (Content) -> Void) -> Void)
}

/// Sources by listener.
public struct Contents: ContentSource {
    public var files: (any ContentSource)?
    public var objects: (any ContentSource)?

    public init(files: (any ContentSource)?, objects: (any ContentSource)?) {
        self.files = files
        self.objects = objects
    }

    public func content(for request: Request) -> Content {
        (request.arrival.listener == .s3 ? objects : files)?.content(for: request) ?? Content.none
    }
}
