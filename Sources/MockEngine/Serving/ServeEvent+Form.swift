internal import HTTPMessage
internal import S3Dialect

extension ServeEvent {
    /// Notes what an upload form says, if the journal may not have its body. Reads the disk where the body is in a file.
    mutating func readForm() {
        if let upload {
            form = upload.form
        } else if request.body.count > session.journal.settings.bodyLimit,
            S3RequestSummary(request, baseDomains: session.environment.s3BaseDomains)?.operation == .postObject
        {
            form = PostFormSummary(beginningOf: request)
        }
    }
}
