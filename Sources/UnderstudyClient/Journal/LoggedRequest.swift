public import Foundation

/// A request as it arrived.
public struct LoggedRequest: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The method, e.g. `GET`.
    public let method: String
    /// Path and query, as they were sent, without a session's prefix.
    public let url: String
    /// The whole URL; nil when the server does not say.
    public let absoluteUrl: String?
    /// Header fields by name, as they were sent.
    public let headers: [String: HeaderValue]
    /// Cookies by name.
    public let cookies: [String: HeaderValue]
    /// Query parameters by name, decoded.
    public let query: [String: [String]]
    /// A form's fields by name, decoded.
    public let form: [String: [String]]
    /// The body; empty if there was none, or if it was too long to keep or not received whole (``bodyLength``).
    public let body: Data
    /// The length in bytes of a body that was too long to keep, or the announced one of a body that was not received whole; nil for a body
    /// that was kept.
    public let bodyLength: Int?
    /// When the request arrived, by the session's clock. Nil when the server does not say.
    public let date: Date?
    /// The client's address. Nil when the server does not say.
    public let clientIp: String?

    /// What the request asked of S3; nil for a request on another listener.
    public let s3: S3Call?

    /// The path, without the query.
    public var path: String { String(url.prefix { $0 != "?" }) }
    /// The body as text; bytes that are no UTF-8 are replaced.
    public var bodyText: String { String(decoding: body, as: UTF8.self) }

    /// The first value of a header field, whatever the case of its name; nil when it is not there.
    public func header(_ name: String) -> String? {
        headers.first { $0.key.lowercased() == name.lowercased() }?.value.values.first
    }

    /// The first value of a query parameter; nil when it is not there.
    public func query(_ name: String) -> String? { query[name]?.first }

    /// The body as a type of yours.
    ///
    /// - Throws: what the decoder throws, e.g. for a body that is no JSON, was too long to keep, or was not received.
    public func json<Value: Decodable>(_ type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()) throws -> Value {
        try decoder.decode(type, from: body)
    }

    /// Such as `GET /points?lat=37.3293`.
    public var description: String { "\(method) \(url)" }

    private enum CodingKeys: String, CodingKey {
        case method, url, absoluteUrl, headers, cookies, queryParams, formParams, bodyAsBase64, bodyLength, loggedDate, clientIp, s3
    }

    private struct Parameter: Codable {
        var key: String
        var values: [String]
    }

    /// Reads it as the server writes it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        method = try container.decode(String.self, forKey: .method)
        url = try container.decode(String.self, forKey: .url)
        absoluteUrl = try container.decodeIfPresent(String.self, forKey: .absoluteUrl)
        headers = try container.decodeIfPresent([String: HeaderValue].self, forKey: .headers) ?? [:]
        cookies = try container.decodeIfPresent([String: HeaderValue].self, forKey: .cookies) ?? [:]
        query = try (container.decodeIfPresent([String: Parameter].self, forKey: .queryParams) ?? [:]).mapValues(\.values)
        form = try (container.decodeIfPresent([String: Parameter].self, forKey: .formParams) ?? [:]).mapValues(\.values)
        body = Data(base64Encoded: try container.decodeIfPresent(String.self, forKey: .bodyAsBase64) ?? "") ?? Data()
        bodyLength = try container.decodeIfPresent(Int.self, forKey: .bodyLength)
        date = try container.decodeIfPresent(Double.self, forKey: .loggedDate).map { Date(timeIntervalSince1970: $0 / 1000) }
        clientIp = try container.decodeIfPresent(String.self, forKey: .clientIp)
        s3 = try container.decodeIfPresent(S3Call.self, forKey: .s3)
    }

    /// Writes it in the same form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(method, forKey: .method)
        try container.encode(url, forKey: .url)
        try container.encodeIfPresent(absoluteUrl, forKey: .absoluteUrl)
        try container.encode(headers, forKey: .headers)
        try container.encode(cookies, forKey: .cookies)
        try container.encode(Self.parameters(query), forKey: .queryParams)
        try container.encode(Self.parameters(form), forKey: .formParams)
        try container.encode(body.base64EncodedString(), forKey: .bodyAsBase64)
        try container.encodeIfPresent(bodyLength, forKey: .bodyLength)
        try container.encodeIfPresent(date.map { ($0.timeIntervalSince1970 * 1000).rounded() }, forKey: .loggedDate)
        try container.encodeIfPresent(clientIp, forKey: .clientIp)
        try container.encodeIfPresent(s3, forKey: .s3)
    }

    private static func parameters(_ values: [String: [String]]) -> [String: Parameter] {
        Dictionary(uniqueKeysWithValues: values.map { ($0, Parameter(key: $0, values: $1)) })
    }
}
