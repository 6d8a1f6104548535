/// Which requests: what a stub responds to, what a verification counts, what a wait waits for. What it does not name, everything meets.
///
/// ```swift
/// let points: RequestPattern = .get("/points").query("lat", "37.3293")
/// try await session.verify(points, .once)
/// ```
public struct RequestPattern: Hashable, Sendable, Codable, RequestPatternBuilder {
    /// The method, or several; all when nil.
    public var method: MethodPattern?
    /// Path and query, byte for byte.
    public var url: String?
    /// A regular expression over path and query, as a whole.
    public var urlPattern: String?
    /// The path, byte for byte; any query.
    public var urlPath: String?
    /// A regular expression over the path, as a whole.
    public var urlPathPattern: String?
    /// A path with variables, e.g. `/pose/{id}`.
    public var urlPathTemplate: String?
    /// What query parameters are like, by name.
    public var queryParameters: [String: ValuePattern]?
    /// What header fields are like, by name.
    public var headers: [String: ValuePattern]?
    /// What cookies are like, by name.
    public var cookies: [String: ValuePattern]?
    /// What a form's fields are like, by name.
    public var formParameters: [String: ValuePattern]?
    /// What the variables of ``urlPathTemplate`` are like, by name.
    public var pathParameters: [String: ValuePattern]?
    /// What the body is like. All of them have to be met.
    public var bodyPatterns: [ValuePattern]?
    /// What a part of a multipart body is like, in the server's form.
    public var multipartPatterns: [JSONValue]?
    /// The name and password that the request has to bring.
    public var basicAuth: BasicCredentials?
    /// What the host is like.
    public var host: ValuePattern?
    /// The port.
    public var port: Int?
    /// `http` or `https`.
    public var scheme: String?
    /// What the client's address is like.
    public var clientIp: ValuePattern?
    /// The server's listener: `http` when nil, `s3`, or `any`.
    public var listener: String?
    /// What the request asks of S3. With it only requests on the S3 listener match.
    public var s3: S3Pattern?

    /// Every request of the HTTP listener.
    public init() {}

    /// A pattern of which the builder's functions say more.
    public init(request: RequestPattern) { self = request }

    /// The pattern itself: what the builder's functions change.
    public var request: RequestPattern {
        get { self }
        set { self = newValue }
    }
}
