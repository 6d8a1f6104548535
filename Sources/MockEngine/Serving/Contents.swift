package import HTTPMessage

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

    /// The content from the source of the request's listener.
    package func wholeContent(for request: Request, in session: Session) -> Content {
        source(for: request)?.wholeContent(for: request, in: session) ?? .none
    }

    /// Asks the source of the request's listener.
    package func upload(for head: Request, in session: Session) -> (any ContentUpload)? {
        source(for: head)?.upload(for: head, in: session)
    }

    /// The content from the source of the request's listener.
    package func content(for request: Request, _ upload: any ContentUpload, in session: Session) -> Content {
        source(for: request)?.content(for: request, upload, in: session) ?? .none
    }

    /// The fields from the source of the request's listener.
    package func originFields(for request: Request, beside plan: WirePlan, in session: Session) -> HeaderFields {
        source(for: request)?.originFields(for: request, beside: plan, in: session) ?? []
    }

    /// The path from the source of the request's listener.
    package func filePath(for request: Request) -> String? { source(for: request)?.filePath(for: request) }

    /// The path from the source of the request's listener.
    package func existingPath(for request: Request) -> String? { source(for: request)?.existingPath(for: request) }

    /// The bucket from the source of the request's listener.
    package func bucketName(for request: Request) -> String? { source(for: request)?.bucketName(for: request) }

    /// The twin from the source of the request's listener.
    package func twin(of request: Request) -> ContentTwin? { source(for: request)?.twin(of: request) }

    /// The file from the source of the request's listener.
    package func stubBody(for request: Request) -> StubBody? { source(for: request)?.stubBody(for: request) }

    /// What is in the way at the source of the request's listener.
    package func obstacle(to request: Request) -> String? { source(for: request)?.obstacle(to: request) }

    /// Asks the source of files.
    package func mayBeMade(_ path: String) -> Bool { files?.mayBeMade(path) ?? true }

    private func source(for request: Request) -> (any ContentSource)? { request.arrival.listener == .s3 ? objects : files }
}
