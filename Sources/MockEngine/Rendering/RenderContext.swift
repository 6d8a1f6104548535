public import JSONDocument

/// What answers are made from, besides the request: the session's clock and draws, and how the client reached us.
///
/// Made for one request, used by one thread.
public struct RenderContext {
    /// The session's time, in milliseconds since 1970-01-01T00:00:00Z.
    public var nowMilliseconds: Int
    public var draws: DrawLog
    /// This listener's base URL as the client reached it, session prefix included, no slash at the end. Called when a template asks.
    public var baseURL: @Sendable () -> String
    /// The S3 listener's, or nil when there is none.
    public var s3BaseURL: @Sendable () -> String?
    /// Variables of the stub's path template, in order.
    public var pathParameters: [(name: String, value: String)] = []
    /// The stub's `transformerParameters`.
    public var transformerParameters = JSONObject()

    public init(
        nowMilliseconds: Int, draws: DrawLog, baseURL: @escaping @Sendable () -> String, s3BaseURL: @escaping @Sendable () -> String? = { nil }
    ) {
        self.nowMilliseconds = nowMilliseconds
        self.draws = draws
        self.baseURL = baseURL
        self.s3BaseURL = s3BaseURL
    }
}
