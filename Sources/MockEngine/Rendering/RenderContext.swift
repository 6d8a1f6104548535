package import Budget
package import HTTPMessage

/// What a response is rendered from besides the request: the session's clock and draws, and the address that the client used.
///
/// Made for one request. Not thread-safe. The closures are called only when a template needs them.
package final class RenderContext {
    /// The session's time, in milliseconds since 1970-01-01T00:00:00Z.
    package var nowMilliseconds: Int
    /// Draws for this request, and errors of rendering.
    package var draws: DrawLog
    /// The listener's base URL as the client reached it, with the session prefix, without a trailing slash. Nil for what the Host field
    /// says.
    package var baseURL: (@Sendable () -> String)?
    /// The same for the S3 listener; nil if there is none.
    package var s3BaseURL: (@Sendable (Request) -> String?)?
    /// Makes links to objects of S3; nil if there is no S3 listener.
    package var links: ObjectLinks?
    /// The journal entry's id, which is `request.id` in templates; nil if no entry will be made.
    package var requestID: RequestName?
    /// Variables of the stub's path template, in order.
    package var pathParameters: [(name: String, value: String)] = []
    /// Body files that templates include; nil if there are none.
    var includedFiles: IncludedFiles?
    /// How much of a request's body is examined: decoded bytes of a gzipped one, parts of a multipart one.
    var bodyLimits = MatchingLimits.standard

    /// What the work is charged to; nil for a budget of each template's own.
    package var budget: WorkBudget?
    /// The body, if matching has read it.
    var body: KnownBody?

    package init(nowMilliseconds: Int, draws: DrawLog) {
        self.nowMilliseconds = nowMilliseconds
        self.draws = draws
    }
}
