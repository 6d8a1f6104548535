package import HTTPMessage
package import JSONDocument

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
    /// The source's own response, mostly a refusal, with what is wrong with the request: for the journal, the log and a field of the
    /// response.
    case refused(WirePlan, reason: String)
    /// The content takes a while. The closure calls `give` once, on any thread.
    case later(@Sendable (_ give: @escaping @Sendable (Content) -> Void) -> Void)
}
