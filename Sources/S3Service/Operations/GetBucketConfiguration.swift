internal import XMLDocument
internal import HTTPMessage

/// Configurations that clients ask for in advance. No bucket has any.
enum GetBucketConfiguration: S3Operation {
    static let name = "GetBucketConfiguration"
    static let resource = S3Call.Resource.bucket
    static var selectors: [String] { Array(absent.keys) + Array(plain.keys) }

    /// Configurations whose absence is an error.
    private static let absent: [String: (code: String, message: String)] = [
        "tagging": ("NoSuchTagSet", "The TagSet does not exist"),
        "cors": ("NoSuchCORSConfiguration", "The CORS configuration does not exist"),
        "policy": ("NoSuchBucketPolicy", "The bucket policy does not exist"),
        "policyStatus": ("NoSuchBucketPolicy", "The bucket policy does not exist"),
        "lifecycle": ("NoSuchLifecycleConfiguration", "The lifecycle configuration does not exist"),
        "website": ("NoSuchWebsiteConfiguration", "The specified bucket does not have a website configuration"),
        "publicAccessBlock": ("NoSuchPublicAccessBlockConfiguration", "The public access block configuration was not found"),
        "ownershipControls": ("OwnershipControlsNotFoundError", "The bucket ownership controls were not found"),
        "encryption": ("ServerSideEncryptionConfigurationNotFoundError", "The server side encryption configuration was not found"),
        "object-lock": ("ObjectLockConfigurationNotFoundError", "Object Lock configuration does not exist for this bucket"),
        "replication": ("ReplicationConfigurationNotFoundError", "The replication configuration was not found"),
    ]

    /// Configurations whose absence is an empty document.
    private static let plain: [String: (root: String, content: @Sendable (inout XMLText) -> Void)] = [
        "versioning": ("VersioningConfiguration", { _ in }),
        "logging": ("BucketLoggingStatus", { _ in }),
        "notification": ("NotificationConfiguration", { _ in }),
        "accelerate": ("AccelerateConfiguration", { _ in }),
        "requestPayment": ("RequestPaymentConfiguration", { $0.element("Payer", "BucketOwner") }),
    ]

    static func perform(_ call: S3Call, _ objects: ObjectStore) throws(S3Error) -> Response {
        try objects.requireBucket(call.bucket)
        for item in call.query {
            if let (code, message) = absent[item.name] { throw S3Error(404, code, message, [("BucketName", call.bucket)]) }
            if let (root, content) = plain[item.name] { return call.document(XMLText(root, content)) }
        }
        throw .notImplemented(call.query.map(\.name).joined(separator: ", "))
    }
}
