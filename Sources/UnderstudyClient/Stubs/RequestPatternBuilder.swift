/// What builds a pattern of requests, one field after the other, in the words of the JSON: ``Stub`` and ``RequestPattern``. Of
/// several functions about the URL the last one counts.
public protocol RequestPatternBuilder {
    /// The pattern that the builder's functions change.
    var request: RequestPattern { get set }
    /// What has this pattern, and nothing else yet.
    init(request: RequestPattern)
}

extension RequestPatternBuilder {
    /// GET of a path, with any query. A path that has a `?` is compared as a whole, query included.
    public static func get(_ path: String) -> Self { to("GET", path) }
    /// POST to a path, with any query.
    public static func post(_ path: String) -> Self { to("POST", path) }
    /// PUT to a path, with any query.
    public static func put(_ path: String) -> Self { to("PUT", path) }
    /// PATCH of a path, with any query.
    public static func patch(_ path: String) -> Self { to("PATCH", path) }
    /// DELETE of a path, with any query.
    public static func delete(_ path: String) -> Self { to("DELETE", path) }
    /// HEAD of a path, with any query.
    public static func head(_ path: String) -> Self { to("HEAD", path) }
    /// OPTIONS of a path, with any query.
    public static func options(_ path: String) -> Self { to("OPTIONS", path) }
    /// Any method to a path, with any query.
    public static func any(_ path: String) -> Self { to("ANY", path) }
    /// A request to S3, whatever form of address the client uses. What is nil, every request meets.
    ///
    /// - Parameters:
    ///   - operation: S3's name of the operation, e.g. `GetObject`.
    ///   - bucket: the bucket's name.
    ///   - key: the object's key, decoded.
    ///   - uploadId: the id of an upload in parts.
    ///   - partNumber: the number of a part.
    ///   - accessKey: the access key of who signed the request, as it says.
    ///   - signature: how the request is signed, e.g. `AWS4-HMAC-SHA256`, or `AWS4-HMAC-SHA256 link` for a presigned URL.
    public static func s3(
        _ operation: ValuePattern? = nil, bucket: ValuePattern? = nil, key: ValuePattern? = nil, uploadId: ValuePattern? = nil,
        partNumber: ValuePattern? = nil, accessKey: ValuePattern? = nil, signature: ValuePattern? = nil
    ) -> Self {
        Self(request: RequestPattern()).setting {
            $0.s3 = S3Pattern(
                operation, bucket: bucket, key: key, uploadId: uploadId, partNumber: partNumber, accessKey: accessKey,
                signature: signature)
        }
    }
    /// Any method to any URL.
    public static var any: Self { Self(request: RequestPattern()).method("ANY") }

    /// A method of any name to a path, with any query.
    public static func to(_ method: String, _ path: String) -> Self {
        let start = Self(request: RequestPattern()).method(method)
        return path.contains("?" as Character) ? start.url(path) : start.path(path)
    }

    /// A copy in which `change` has changed properties of the pattern.
    public func setting(_ change: (inout RequestPattern) -> Void) -> Self {
        var copy = self
        change(&copy.request)
        return copy
    }

    /// The method, or `ANY`.
    public func method(_ method: String) -> Self { setting { $0.method = .one(method) } }
    /// Any of several methods, or any but these: `.methods(.oneOf(["GET", "PUT"]))`.
    public func methods(_ methods: MethodPattern) -> Self { setting { $0.method = methods } }
    /// Compares path and query, byte for byte.
    public func url(_ url: String) -> Self { settingURL(\.url, url) }
    /// Matches path and query, as a whole, with a regular expression.
    public func urlMatching(_ expression: String) -> Self { settingURL(\.urlPattern, expression) }
    /// Compares the path, byte for byte, and not the query.
    public func path(_ path: String) -> Self { settingURL(\.urlPath, path) }
    /// Matches the path, as a whole, with a regular expression, and not the query.
    public func pathMatching(_ expression: String) -> Self { settingURL(\.urlPathPattern, expression) }
    /// A path with variables, e.g. `/pose/{id}`; ``pathParameter(_:_:)`` says what they are like.
    public func pathTemplate(_ template: String) -> Self { settingURL(\.urlPathTemplate, template) }

    /// Takes the place of what was said of the URL before. Variables are those of a template.
    private func settingURL(_ property: WritableKeyPath<RequestPattern, String?>, _ text: String) -> Self {
        setting {
            ($0.url, $0.urlPattern, $0.urlPath, $0.urlPathPattern, $0.urlPathTemplate) = (nil, nil, nil, nil, nil)
            $0[keyPath: property] = text
            if $0.urlPathTemplate == nil { $0.pathParameters = nil }
        }
    }

    /// What a query parameter is like.
    public func query(_ name: String, _ pattern: ValuePattern) -> Self { setting { $0.queryParameters[or: [:]][name] = pattern } }
    /// What a header field is like. Its name is compared without case.
    public func header(_ name: String, _ pattern: ValuePattern) -> Self { setting { $0.headers[or: [:]][name] = pattern } }
    /// What a cookie is like.
    public func cookie(_ name: String, _ pattern: ValuePattern) -> Self { setting { $0.cookies[or: [:]][name] = pattern } }
    /// What a form's field is like.
    public func form(_ name: String, _ pattern: ValuePattern) -> Self { setting { $0.formParameters[or: [:]][name] = pattern } }
    /// What a variable of the path's template is like.
    public func pathParameter(_ name: String, _ pattern: ValuePattern) -> Self {
        setting { $0.pathParameters[or: [:]][name] = pattern }
    }
    /// What the body is like, beside what was said of it before.
    public func body(_ patterns: ValuePattern...) -> Self { setting { $0.bodyPatterns[or: []] += patterns } }
    /// The name and password that the request has to bring.
    public func basicAuth(_ username: String, _ password: String) -> Self {
        setting { $0.basicAuth = BasicCredentials(username: username, password: password) }
    }
    /// What the name of the host is like, without its port.
    public func host(_ pattern: ValuePattern) -> Self { setting { $0.host = pattern } }
    /// The server's listener on which requests come: `http`, `s3` or `any`.
    public func listener(_ name: String) -> Self { setting { $0.listener = name } }
}

extension Optional {
    /// The value, or this one where there is none yet.
    subscript(or value: Wrapped) -> Wrapped {
        get { self ?? value }
        set { self = newValue }
    }
}
