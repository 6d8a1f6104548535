/// Which requests: what a stub responds to, what a verification counts, what a wait waits for. What it does not name, everything meets.
///
/// ```swift
/// let points: RequestPattern = .get("/points").query("lat", "37.3293")
/// try await session.verify(points, .once)
/// ```
public struct RequestPattern: Hashable, Sendable, Codable, RequestPatternBuilder {
    /// The method, or several. Any when nil.
    public var method: MethodPattern?
    /// Path and query, byte for byte. At most one of the five properties about the URL is set.
    public var url: String?
    /// A regular expression that path and query together have to match as a whole.
    public var urlPattern: String?
    /// The path, byte for byte; the query is not compared.
    public var urlPath: String?
    /// A regular expression that the path has to match as a whole; the query is not compared.
    public var urlPathPattern: String?
    /// A path with variables, e.g. `/pose/{id}`; the query is not compared.
    public var urlPathTemplate: String?
    /// Patterns for query parameters, by name.
    public var queryParameters: [String: ValuePattern]?
    /// Patterns for header fields, by name, whatever its case.
    public var headers: [String: ValuePattern]?
    /// Patterns for cookies, by name.
    public var cookies: [String: ValuePattern]?
    /// Patterns for the fields of a form in the body, by name.
    public var formParameters: [String: ValuePattern]?
    /// Patterns for the variables of ``urlPathTemplate``, by name.
    public var pathParameters: [String: ValuePattern]?
    /// Patterns for the body, all of which have to be met.
    public var bodyPatterns: [ValuePattern]?
    /// Patterns for the parts of a multipart body, in the server's form.
    public var multipartPatterns: [JSONValue]?
    /// The user's name and password that the request has to bring.
    public var basicAuth: BasicCredentials?
    /// A pattern for the name of the host that the request is for, without its port.
    public var host: ValuePattern?
    /// The port that the request is for.
    public var port: Int?
    /// The scheme: `http` or `https`.
    public var scheme: String?
    /// A pattern for the client's address.
    public var clientIp: ValuePattern?
    /// The server's listener: `http`, `s3`, or `any` for both; `http` when nil.
    public var listener: String?
    /// What the request asks of S3. With it only requests on the S3 listener match.
    public var s3: S3Pattern?

    /// Every request on the HTTP listener.
    public init() {}

    /// A copy of a pattern, which the builder's functions change.
    public init(request: RequestPattern) { self = request }

    /// The pattern itself, which the builder's functions change.
    public var request: RequestPattern {
        get { self }
        set { self = newValue }
    }
}
