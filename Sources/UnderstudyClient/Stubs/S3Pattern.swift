/// What a request asks of S3, in S3's words. What it does not name, everything meets.
///
/// ```swift
/// try await session.stub(.s3("GetObject", bucket: "pictures", key: "cat.jpg").modify(.delay(milliseconds: 800)))
/// try await session.verify(.s3("UploadPart", bucket: "uploads"), .exactly(3))
/// ```
public struct S3Pattern: Hashable, Sendable {
    /// S3's name of the operation, e.g. `GetObject`, which `HeadObject` is not.
    public var operation: ValuePattern?
    /// The bucket's name.
    public var bucket: ValuePattern?
    /// The object's key, decoded.
    public var key: ValuePattern?
    /// The id of an upload in parts.
    public var uploadId: ValuePattern?
    /// The number of a part.
    public var partNumber: ValuePattern?
    /// The access key of who signed the request, as it says.
    public var accessKey: ValuePattern?
    /// How the request is signed, as ``S3Call/signature`` says it.
    public var signature: ValuePattern?

    /// Requests on the S3 listener that meet all of these patterns; without any, all of them.
    public init(
        _ operation: ValuePattern? = nil, bucket: ValuePattern? = nil, key: ValuePattern? = nil, uploadId: ValuePattern? = nil,
        partNumber: ValuePattern? = nil, accessKey: ValuePattern? = nil, signature: ValuePattern? = nil
    ) {
        self.operation = operation
        self.bucket = bucket
        self.key = key
        self.uploadId = uploadId
        self.partNumber = partNumber
        self.accessKey = accessKey
        self.signature = signature
    }

    /// The values with their names in the JSON, without those that are nil.
    var values: [(name: String, pattern: ValuePattern)] {
        let all = [
            ("operation", operation), ("bucket", bucket), ("key", key), ("uploadId", uploadId), ("partNumber", partNumber),
            ("accessKey", accessKey), ("signature", signature),
        ]
        return all.compactMap { name, pattern in pattern.map { (name, $0) } }
    }
}

extension S3Pattern: Codable {
    private enum CodingKeys: String, CodingKey { case operation, bucket, key, uploadId, partNumber, accessKey, signature }

    /// Reads it as a mapping has it: each value is a text, a number or a pattern.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func pattern(_ key: CodingKeys) throws -> ValuePattern? {
            if let text = try? container.decodeIfPresent(String.self, forKey: key) { return .equalTo(text) }
            if let number = try? container.decodeIfPresent(Int.self, forKey: key) { return .equalTo("\(number)") }
            return try container.decodeIfPresent(ValuePattern.self, forKey: key)
        }
        self.init(
            try pattern(.operation), bucket: try pattern(.bucket), key: try pattern(.key), uploadId: try pattern(.uploadId),
            partNumber: try pattern(.partNumber), accessKey: try pattern(.accessKey), signature: try pattern(.signature))
    }
}
