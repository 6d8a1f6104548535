/// What a request asked of S3, and who it said it was from.
public struct S3Call: Hashable, Sendable, Codable {
    /// S3's name of the operation; nil when S3 has none for the request.
    public let operation: String?
    /// The bucket's name; nil for a request about the service itself.
    public let bucket: String?
    /// The object's key, decoded; nil for a request about no object.
    public let key: String?
    /// The id of an upload in parts; nil for a request about none.
    public let uploadId: String?
    /// The number of a part; nil for a request about none.
    public let partNumber: Int?
    /// The access key that signed it; nil when nobody did. The signature is not verified for this.
    public let accessKey: String?
    /// How it was signed, e.g. `AWS4-HMAC-SHA256` or `AWS4-HMAC-SHA256 link`; nil when it was not.
    public let signature: String?
}
