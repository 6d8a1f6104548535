/// An error of S3's, sent with its XML, its status and its fields.
///
/// ```swift
/// try await session.stub(.s3("PutObject").respond(.s3Error("SlowDown")))
/// ```
public struct S3ErrorResponse: Hashable, Sendable, ExpressibleByStringLiteral {
    /// One of S3's codes, e.g. `SlowDown`; another one needs a status.
    public var code: String
    /// In place of S3's own message.
    public var message: String?
    /// In place of S3's own status.
    public var status: Int?

    /// An error with S3's own message and status where there are none here.
    public init(_ code: String, message: String? = nil, status: Int? = nil) {
        self.code = code
        self.message = message
        self.status = status
    }

    /// A code of S3's.
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
