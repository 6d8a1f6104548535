public import Foundation

/// What a stub responds with.
///
/// ```swift
/// let page: StubResponse = .json(Page(content: []))
/// let late = page.delay(milliseconds: 800)
/// let held = page.hold("page-1", at: .bodyFraction(0.5))
/// ```
public struct StubResponse: Hashable, Sendable, ResponseEffects {
    /// The status; 200 when nil.
    public var status: Int?
    /// The reason phrase in the status line; the usual one of the status when nil.
    public var statusMessage: String?
    /// Header fields by name, each with one or more values. Nil for none but the server's own.
    public var headers: [String: HeaderValue]?
    /// The body as text. Nil for none; at most one of the kinds of body is sent.
    public var body: String?
    /// The body as JSON. Nil for none; a body `null` is ``JSONValue/null``.
    public var jsonBody: JSONValue?
    /// The body, encoded as base64; sent decoded. Nil for none.
    public var base64Body: String?
    /// The body's file, by its path below the fixtures' `__files`. Nil for none.
    public var bodyFileName: String?
    /// An error of S3's, in place of a body. Nil for none.
    public var s3Error: S3ErrorResponse?
    /// Changes to the next candidate's response, in place of a response of its own. It stands alone: the server refuses it beside any other
    /// field. Nil for a response.
    public var modify: ResponseModifier?
    /// The delay before the response, in milliseconds of the session's clock. None when nil.
    public var fixedDelayMilliseconds: Int?
    /// A delay that is drawn for each response, on top of the fixed one. None when nil.
    public var delayDistribution: DelayDistribution?
    /// Sends the body in equal parts over a time. At once when nil.
    public var chunkedDribbleDelay: Dribble?
    /// A transport error in place of the response, or inside it. None when nil.
    public var fault: Fault?
    /// The gate at which the response waits. None when nil.
    public var hold: Hold?
    /// How long the response waits at the gate at most, in milliseconds of real time; 30 seconds when nil. Then it is a 504.
    public var holdTimeoutMilliseconds: Int?
    /// The link that the response takes; the session's when nil.
    public var network: NetworkProfile?
    /// The rate of the body, in 1,000 bits per second. The link's when nil.
    public var bandwidthKilobitsPerSecond: Double?
    /// The base URL of the server that gets the request, and whose response is sent. Nil for none.
    public var proxyBaseUrl: String?
    /// The names of transformers: `["response-template"]` renders the response as a template. None when nil.
    public var transformers: [String]?
    /// Fields of the response that have no property here, e.g. those of a newer server, by name.
    public var additionalFields: [String: JSONValue] = [:]
    /// Why the body could not be made; sending the stub throws it.
    private(set) var encodingFailure: String?

    /// An empty 200.
    public init() {}

    /// A status without a body.
    public static func status(_ status: Int, headers: [String: String] = [:]) -> StubResponse {
        StubResponse().changed {
            $0.status = status
            if !headers.isEmpty { $0.headers = headers.mapValues { HeaderValue($0) } }
        }
    }

    /// A text as the body, as it is: for JSON that a client cannot read, too. Empty for no body.
    public static func text(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> StubResponse {
        .status(status, headers: headers).changed { $0.body = text.isEmpty ? nil : text }
    }

    /// What an encoder makes of a value, as `application/json` unless the header fields say otherwise. If it makes nothing, sending the
    /// stub throws, and says why.
    public static func json(
        _ value: some Encodable, status: Int = 200, headers: [String: String] = [:], encoder: JSONEncoder = JSONEncoder()
    ) -> StubResponse {
        var response = StubResponse.status(status, headers: headers)
        if !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
            response = response.header("Content-Type", "application/json")
        }
        do {
            response.jsonBody = try JSONValue(encoding: value, encoder: encoder)
        } catch EncodingError.invalidValue(_, let context) {
            let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            response.encodingFailure = """
                The response's body, \(type(of: value)), cannot be encoded as JSON: \(context.debugDescription)\
                \(path.isEmpty ? "" : " At \(path).")
                """
        } catch {
            response.encodingFailure = "The response's body, \(type(of: value)), cannot be encoded as JSON: \(error)"
        }
        return response
    }

    /// A file as the body, by its path below the fixtures' `__files`.
    public static func file(_ path: String, status: Int = 200, headers: [String: String] = [:]) -> StubResponse {
        .status(status, headers: headers).changed { $0.bodyFileName = path }
    }

    /// Bytes as the body. No Content-Type is sent when there is none here and none among the header fields.
    public static func data(
        _ data: Data, contentType: String? = nil, status: Int = 200, headers: [String: String] = [:]
    ) -> StubResponse {
        let response = StubResponse.status(status, headers: headers).changed { $0.base64Body = data.base64EncodedString() }
        return contentType.map { response.header("Content-Type", $0) } ?? response
    }

    /// An error of S3's, with its XML, status and fields.
    public static func s3Error(_ error: S3ErrorResponse) -> StubResponse { StubResponse().changed { $0.s3Error = error } }

    /// The next candidate's response with changes, in a sequence: `.respond(.s3Error("SlowDown")).then(.modify())` fails once, and then the
    /// object comes.
    public static func modify(_ modifier: ResponseModifier = ResponseModifier()) -> StubResponse {
        StubResponse().changed { $0.modify = modifier }
    }

    /// A transport error in place of a response.
    public static func fault(_ fault: Fault) -> StubResponse { StubResponse().changed { $0.fault = fault } }

    /// The response of another server. The server asks only those that its operator allowed.
    public static func proxy(to url: URL) -> StubResponse { StubResponse().changed { $0.proxyBaseUrl = url.absoluteString } }

    /// Renders it as a template: `{{request.query.name}}` and the like in body, file and header fields.
    public func templated() -> StubResponse { changed { $0.transformers = ["response-template"] } }
}

extension StubResponse: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case status, statusMessage, headers, body, jsonBody, base64Body, bodyFileName, s3Error, modify, fixedDelayMilliseconds,
            delayDistribution, chunkedDribbleDelay, fault, hold, holdTimeoutMilliseconds, network, bandwidthKilobitsPerSecond, proxyBaseUrl,
            transformers
    }

    /// Reads a response as the server writes it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? { try container.decodeIfPresent(Value.self, forKey: key) }
        status = try value(.status)
        statusMessage = try value(.statusMessage)
        headers = try value(.headers)
        body = try value(.body)
        if container.contains(.jsonBody) { jsonBody = try container.decode(JSONValue.self, forKey: .jsonBody) }
        base64Body = try value(.base64Body)
        bodyFileName = try value(.bodyFileName)
        s3Error = try value(.s3Error)
        modify = try value(.modify)
        fixedDelayMilliseconds = try value(.fixedDelayMilliseconds)
        delayDistribution = try value(.delayDistribution)
        chunkedDribbleDelay = try value(.chunkedDribbleDelay)
        fault = try value(.fault)
        hold = try value(.hold)
        holdTimeoutMilliseconds = try value(.holdTimeoutMilliseconds)
        network = try value(.network)
        bandwidthKilobitsPerSecond = try value(.bandwidthKilobitsPerSecond)
        proxyBaseUrl = try value(.proxyBaseUrl)
        transformers = try value(.transformers)
        additionalFields = try AdditionalFields.decode(beside: CodingKeys.self, from: decoder)
    }

    /// Writes a response as the server reads it.
    public func encode(to encoder: any Encoder) throws {
        if let encodingFailure {
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: encodingFailure))
        }
        try AdditionalFields.encode(additionalFields, to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        func write(_ key: CodingKeys, _ value: (some Encodable)?) throws { try container.encodeIfPresent(value, forKey: key) }
        try write(.status, status)
        try write(.statusMessage, statusMessage)
        try write(.headers, headers)
        try write(.body, body)
        try write(.jsonBody, jsonBody)
        try write(.base64Body, base64Body)
        try write(.bodyFileName, bodyFileName)
        try write(.s3Error, s3Error)
        try write(.modify, modify)
        try write(.fixedDelayMilliseconds, fixedDelayMilliseconds)
        try write(.delayDistribution, delayDistribution)
        try write(.chunkedDribbleDelay, chunkedDribbleDelay)
        try write(.fault, fault)
        try write(.hold, hold)
        try write(.holdTimeoutMilliseconds, holdTimeoutMilliseconds)
        try write(.network, network)
        try write(.bandwidthKilobitsPerSecond, bandwidthKilobitsPerSecond)
        try write(.proxyBaseUrl, proxyBaseUrl)
        try write(.transformers, transformers)
    }
}
