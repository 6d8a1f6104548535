package import HTTPMessage

/// What an answer is made from, besides the request: the session's clock and draws, and how the client reached us.
///
/// Made for one request, used by one thread. The closures are called only when a template asks.
package struct RenderContext {
    /// The session's time, in milliseconds since 1970-01-01T00:00:00Z.
    package var nowMilliseconds: Int
    package var draws: DrawLog
    /// This listener's base URL as the client reached it, session prefix included, no slash at the end. Nil: what the Host field says.
    package var baseURL: (@Sendable () -> String)?
    /// The same for the S3 listener; nil when there is none.
    package var s3BaseURL: (@Sendable (Request) -> String?)?
    /// The journal entry's id: what `request.id` is; nil where no entry will be made.
    package var requestID: RequestName?
    /// Variables of the stub's path template, in order.
    package var pathParameters: [(name: String, value: String)] = []
    /// Body files that templates include; nil where there are none.
    var includedFiles: IncludedFiles?
    /// How much of a request's body is looked into: decoded bytes of a gzipped one, parts of a multipart one.
    package var bodyLimits = MatchingLimits.standard

    package init(nowMilliseconds: Int, draws: DrawLog) {
        self.nowMilliseconds = nowMilliseconds
        self.draws = draws
    }
}
