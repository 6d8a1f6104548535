package import HTTPMessage
package import S3Dialect

/// A body that a `ContentSource` takes while it arrives, for a request that no stub matches.
///
/// Ends as every `BodySink` does, or after the last piece by `finish`.
package protocol ContentUpload: BodySink {
    /// The longest body that is taken, in bytes as they are sent; nil for the wire's limit.
    var maximumBytes: Int? { get }
    /// Whether the source has refused the request on its head, so that the body does not matter.
    var isRefused: Bool { get }
    /// What the fields of an upload form say, whose body the journal may not have; nil if they were not read, and for another body. Known
    /// when the body is finished.
    var form: PostFormSummary? { get }
    /// The body is complete. Does what is still to be done with it on this thread, if that takes less than a millisecond. Then
    /// `ContentSource.content` is asked on this thread, if still no stub matches: it is as quick.
    /// - Returns: the body as the journal shows it; nil if nothing was done, and `finish` is to be called.
    func finishQuickly() -> RequestBody?
    /// The body is complete. What is still to be done with it is done on the work pool.
    /// - Parameter body: called once, with the body as the journal shows it: on a thread where work may take time, or, if the source has
    ///   refused the request, perhaps at once. Then `ContentSource.content` is asked, if still no stub matches.
    func finish(_ body: @escaping @Sendable (RequestBody) -> Void)
}

extension ContentUpload {
    /// Nil: the default for one that always takes time.
    package func finishQuickly() -> RequestBody? { nil }
    /// No form.
    package var form: PostFormSummary? { nil }
}
