internal import S3Dialect
internal import XMLDocument
internal import HTTPMessage

/// Configurations that clients ask for in advance. No bucket has any.
enum GetBucketConfiguration: S3Operation {
    static let name = "GetBucketConfiguration"
    static let resource = S3Resource.bucket
    static var selectors: [String] { Array(absent.keys) + Array(plain.keys) }

    /// Configurations whose absence is an error.
    private static let absent: [String: S3ErrorCode] = [
        "tagging": .noSuchTagSet, "cors": .noSuchCORSConfiguration, "policy": .noSuchBucketPolicy, "policyStatus": .noSuchBucketPolicy,
        "lifecycle": .noSuchLifecycleConfiguration, "website": .noSuchWebsiteConfiguration,
        "publicAccessBlock": .noSuchPublicAccessBlockConfiguration, "ownershipControls": .ownershipControlsNotFoundError,
        "encryption": .serverSideEncryptionConfigurationNotFoundError, "object-lock": .objectLockConfigurationNotFoundError,
        "replication": .replicationConfigurationNotFoundError,
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
            if let code = absent[item.name] { throw S3Error(code, nil, [("BucketName", call.bucket)]) }
            if let (root, content) = plain[item.name] { return call.document(XMLText(root, content)) }
        }
        throw .notImplemented(call.query.map(\.name).joined(separator: ", "))
    }
}
