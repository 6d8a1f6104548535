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
    /// The text beside the status.
    public var statusMessage: String?
    /// Header fields, each with one or more values.
    public var headers: [String: HeaderValue]?
    /// The body as text.
    public var body: String?
    /// The body as JSON.
    public var jsonBody: JSONValue?
    /// The body's bytes.
    public var base64Body: String?
    /// A file below the fixtures' `__files`.
    public var bodyFileName: String?
    /// An error of S3's, in place of a body.
    public var s3Error: S3ErrorResponse?
    /// A delay before the response.
    public var fixedDelayMilliseconds: Int?
    /// A delay that is drawn for each response, on top of the fixed one.
    public var delayDistribution: DelayDistribution?
    /// The body in equal parts over a time.
    public var chunkedDribbleDelay: Dribble?
    /// A transport error.
    public var fault: Fault?
    /// A gate at which the response waits.
    public var hold: Hold?
    /// How long it waits there at most, in real time; 30 seconds when nil.
    public var holdTimeoutMilliseconds: Int?
    /// The link that it takes, in place of the session's.
    public var network: NetworkProfile?
    /// The rate of its body.
    public var bandwidthKilobitsPerSecond: Double?
    /// The server to which the request goes on.
    public var proxyBaseUrl: String?
    /// `["response-template"]` for a template.
    public var transformers: [String]?
    /// Fields that have no property here: those of a newer server.
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

    /// A text, e.g. JSON that is not JSON.
    public static func text(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> StubResponse {
        .status(status, headers: headers).changed { $0.body = text.isEmpty ? nil : text }
    }

    /// What an encoder makes of a value, as `application/json`. If it makes nothing, sending the stub fails and says why.
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

    /// A file below the fixtures' `__files`.
    public static func file(_ path: String, status: Int = 200, headers: [String: String] = [:]) -> StubResponse {
        .status(status, headers: headers).changed { $0.bodyFileName = path }
    }

    /// Bytes.
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
        var response = StubResponse()
        do { response.additionalFields["modify"] = try JSONValue(encoding: modifier) } catch {
            response.encodingFailure = "The modifier cannot be encoded as JSON: \(error)"
        }
        return response
    }

    /// A transport error.
    public static func fault(_ fault: Fault) -> StubResponse { StubResponse().changed { $0.fault = fault } }

    /// The response of another server. The server asks only those that its operator allowed.
    public static func proxy(to url: URL) -> StubResponse { StubResponse().changed { $0.proxyBaseUrl = url.absoluteString } }

    /// Rendered as a template: `{{request.query.name}}` and the like in body, file and header fields.
    public func templated() -> StubResponse { changed { $0.transformers = ["response-template"] } }
}

extension StubResponse: Codable {
    private enum Key: String, CaseIterable {
        case status, statusMessage, headers, body, jsonBody, base64Body, bodyFileName, s3Error, fixedDelayMilliseconds, delayDistribution,
            chunkedDribbleDelay, fault, hold, holdTimeoutMilliseconds, network, bandwidthKilobitsPerSecond, proxyBaseUrl, transformers
    }

    /// Reads a response as the server writes it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldName.self)
        func value<Value: Decodable>(_ key: Key) throws -> Value? {
            try container.decodeIfPresent(Value.self, forKey: FieldName(key.rawValue))
        }
        status = try value(.status)
        statusMessage = try value(.statusMessage)
        headers = try value(.headers)
        body = try value(.body)
        if container.contains(FieldName(Key.jsonBody.rawValue)) {
            jsonBody = try container.decode(JSONValue.self, forKey: FieldName(Key.jsonBody.rawValue))
        }
        base64Body = try value(.base64Body)
        bodyFileName = try value(.bodyFileName)
        s3Error = try value(.s3Error)
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
        let known = Set(Key.allCases.map(\.rawValue))
        for key in container.allKeys where !known.contains(key.stringValue) {
            additionalFields[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
    }

    /// Writes a response as the server reads it.
    public func encode(to encoder: any Encoder) throws {
        if let encodingFailure {
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: encodingFailure))
        }
        var container = encoder.container(keyedBy: FieldName.self)
        func write(_ key: Key, _ value: (some Encodable)?) throws {
            try container.encodeIfPresent(value, forKey: FieldName(key.rawValue))
        }
        for (name, value) in additionalFields { try container.encode(value, forKey: FieldName(name)) }
        try write(.status, status)
        try write(.statusMessage, statusMessage)
        try write(.headers, headers)
        try write(.body, body)
        try write(.jsonBody, jsonBody)
        try write(.base64Body, base64Body)
        try write(.bodyFileName, bodyFileName)
        try write(.s3Error, s3Error)
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
