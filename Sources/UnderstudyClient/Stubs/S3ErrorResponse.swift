/// An error of S3's, sent with its XML, its status and its fields.
///
/// ```swift
/// try await session.stub(.s3("PutObject").respond(.s3Error("SlowDown")))
/// ```
public struct S3ErrorResponse: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The error's code: one of S3's, e.g. `SlowDown`, or one of your own, which needs a status.
    public var code: String
    /// The message; S3's own when nil.
    public var message: String?
    /// The status; S3's own when nil.
    public var status: Int?

    /// An error with a code; message and status are S3's own when nil.
    public init(_ code: String, message: String? = nil, status: Int? = nil) {
        self.code = code
        self.message = message
        self.status = status
    }

    /// An error with one of S3's codes, and S3's own message and status.
    public init(stringLiteral code: String) { self.init(code) }
}

extension S3ErrorResponse: Codable {
    private enum CodingKeys: String, CodingKey { case code, message, status }

    /// Reads it as a mapping has it: the code alone, or an object.
    public init(from decoder: any Decoder) throws {
        if let code = try? decoder.singleValueContainer().decode(String.self) {
            self.init(code)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(String.self, forKey: .code), message: try container.decodeIfPresent(String.self, forKey: .message),
            status: try container.decodeIfPresent(Int.self, forKey: .status))
    }
}
