internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

/// One setting of a bucket: which operations there are for it, and what an absent one looks like.
struct BucketSetting: Sendable {
    let get: S3OperationName
    /// Nil where the server refuses to change it.
    var put: S3OperationName?
    var delete: S3OperationName?
    /// The document; nil when the setting is absent.
    var document: @Sendable (BucketSettings) -> [UInt8]? = { _ in nil }
    /// The content type of the document.
    var type = "application/xml"
    /// The response to a GET of an absent setting.
    let absence: Absence
    /// Reads a document into the settings of a bucket with that name.
    var read: @Sendable ([UInt8], String, inout BucketSettings) throws(S3Error) -> Void = { _, _, _ in }
    var remove: @Sendable (inout BucketSettings) -> Void = { _ in }

    enum Absence: Sendable {
        case error(S3Error)
        case document(XMLText)
    }

    static let all: [BucketSetting] = single + absent

    private static let single: [BucketSetting] = [
        BucketSetting(
            get: .getBucketTagging, put: .putBucketTagging, delete: .deleteBucketTagging, document: { $0.tags?.document.bytes },
            absence: .error(S3Error(.noSuchTagSet)),
            read: { (bytes, _, settings) throws(S3Error) in
                let set = try TagSet(bytes, limit: TagSet.bucketLimit)
                settings.tags = set.tags.isEmpty ? nil : set
            },
            remove: { $0.tags = nil }),
        BucketSetting(
            get: .getBucketCors, put: .putBucketCors, delete: .deleteBucketCors, document: { $0.cors?.document.bytes },
            absence: .error(S3Error(.noSuchCORSConfiguration)),
            read: { (bytes, _, settings) throws(S3Error) in settings.cors = try CORSConfiguration(bytes) },
            remove: { $0.cors = nil }),
        BucketSetting(
            get: .getBucketOwnershipControls, put: .putBucketOwnershipControls, delete: .deleteBucketOwnershipControls,
            document: { $0.ownership?.document.bytes }, absence: .error(S3Error(.ownershipControlsNotFoundError)),
            read: { (bytes, _, settings) throws(S3Error) in
                let ownership = try ObjectOwnership(bytes)
                if ownership == .bucketOwnerEnforced, settings.acl.map({ $0 != .ofOwner }) ?? false {
                    throw S3Error(.invalidBucketAclWithObjectOwnership)
                }
                settings.ownership = ownership
            },
            remove: { $0.ownership = nil }),
        BucketSetting(
            get: .getPublicAccessBlock, put: .putPublicAccessBlock, delete: .deletePublicAccessBlock,
            document: { $0.publicAccessBlock?.document.bytes }, absence: .error(S3Error(.noSuchPublicAccessBlockConfiguration)),
            read: { (bytes, _, settings) throws(S3Error) in settings.publicAccessBlock = try PublicAccessBlock(bytes) },
            remove: { $0.publicAccessBlock = nil }),
        kept(.policy, .getBucketPolicy, .putBucketPolicy, .deleteBucketPolicy, absence: .error(S3Error(.noSuchBucketPolicy))),
        kept(
            .lifecycle, .getBucketLifecycleConfiguration, .putBucketLifecycleConfiguration, .deleteBucketLifecycle,
            absence: .error(S3Error(.noSuchLifecycleConfiguration))),
        kept(.website, .getBucketWebsite, .putBucketWebsite, .deleteBucketWebsite, absence: .error(S3Error(.noSuchWebsiteConfiguration))),
        kept(
            .encryption, .getBucketEncryption, .putBucketEncryption, .deleteBucketEncryption,
            absence: .document(usualEncryption)),
        kept(
            .notification, .getBucketNotificationConfiguration, .putBucketNotificationConfiguration, nil,
            absence: .document(XMLText("NotificationConfiguration") { _ in })),
        kept(.logging, .getBucketLogging, .putBucketLogging, nil, absence: .document(XMLText("BucketLoggingStatus") { _ in })),
        BucketSetting(
            get: .getBucketPolicyStatus, document: { $0.documents[.policy].map { policyStatus($0).bytes } },
            absence: .error(S3Error(.noSuchBucketPolicy))),
        BucketSetting(get: .getObjectLockConfiguration, absence: .error(S3Error(.objectLockConfigurationNotFoundError))),
        BucketSetting(get: .getBucketReplication, absence: .error(S3Error(.replicationConfigurationNotFoundError))),
        BucketSetting(get: .getBucketAccelerateConfiguration, absence: .document(XMLText("AccelerateConfiguration") { _ in })),
        BucketSetting(
            get: .getBucketRequestPayment,
            absence: .document(XMLText("RequestPaymentConfiguration") { $0.element("Payer", "BucketOwner") })),
    ]

    /// Configurations with ids, of which a bucket has none.
    private static let absent: [BucketSetting] =
        none(.getBucketAnalyticsConfiguration, .listBucketAnalyticsConfigurations, "ListBucketAnalyticsConfigurationResult")
        + none(
            .getBucketIntelligentTieringConfiguration, .listBucketIntelligentTieringConfigurations,
            "ListBucketIntelligentTieringConfigurationsOutput")
        + none(.getBucketInventoryConfiguration, .listBucketInventoryConfigurations, "ListInventoryConfigurationsResult")
        + none(.getBucketMetricsConfiguration, .listBucketMetricsConfigurations, "ListMetricsConfigurationsResult")

    /// What S3 does with every bucket since 2023.
    private static let usualEncryption = XMLText("ServerSideEncryptionConfiguration") { xml in
        xml.element("Rule") { xml in
            xml.element("ApplyServerSideEncryptionByDefault") { $0.element("SSEAlgorithm", "AES256") }
            xml.element("BucketKeyEnabled", false)
        }
    }

    private static func policyStatus(_ policy: KeptDocument) -> XMLText {
        XMLText("PolicyStatus") { $0.element("IsPublic", policy.isPublicPolicy) }
    }

    /// The setting that an operation is about.
    static func of(_ operation: S3OperationName) throws(S3Error) -> BucketSetting {
        guard let setting = all.first(where: { $0.get == operation || $0.put == operation || $0.delete == operation }) else {
            throw .notImplemented(operation.rawValue)
        }
        return setting
    }

    private static func none(_ get: S3OperationName, _ list: S3OperationName, _ root: String) -> [BucketSetting] {
        [
            BucketSetting(get: get, absence: .error(S3Error(.noSuchConfiguration))),
            BucketSetting(get: list, absence: .document(XMLText(root) { $0.element("IsTruncated", false) })),
        ]
    }

    /// A setting that nothing acts on.
    private static func kept(
        _ kind: KeptDocument.Kind, _ get: S3OperationName, _ put: S3OperationName, _ delete: S3OperationName?, absence: Absence
    ) -> BucketSetting {
        BucketSetting(
            get: get, put: put, delete: delete, document: { $0.documents[kind]?.bytes },
            type: kind == .policy ? "application/json" : "application/xml", absence: absence,
            read: { (bytes, bucket, settings) throws(S3Error) in
                let document = try KeptDocument(kind, bytes, bucket: bucket)
                if document.isPublicPolicy, settings.publicAccessBlock?.blocksPublicPolicy == true { throw S3Error(.accessDenied) }
                settings.documents[kind] = document
            },
            remove: { $0.documents[kind] = nil })
    }
}
