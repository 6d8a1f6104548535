internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

/// One setting of a bucket: which operations there are for it, what their responses say, and what an absent one looks like.
struct BucketSetting: Sendable {
    /// What a document does to the settings of its bucket. Takes no time.
    typealias Change = @Sendable (inout BucketSettings) throws(S3Error) -> Void
    /// Reads the document of a call. Takes time for a long one.
    typealias Reader = @Sendable ([UInt8], S3Call, BucketView) throws(S3Error) -> Change

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
    /// The status of the response to a PUT. As S3 does; clients expect nothing else.
    var putStatus = 200
    /// The fields of responses about it, beside its document.
    var fields: @Sendable (BucketSettings) -> HeaderFields = { _ in [] }
    /// What the document of a PUT means.
    var read: Reader = { _, _, _ in { _ in } }
    /// What a DELETE does.
    var remove: Change = { _ in }

    enum Absence: Sendable {
        case error(S3Error)
        case document(XMLText)
    }

    static let all: [BucketSetting] = single + absent

    private static let single: [BucketSetting] = [
        BucketSetting(
            get: .getBucketTagging, put: .putBucketTagging, delete: .deleteBucketTagging, document: { $0.tags?.document.bytes },
            absence: .error(S3Error(.noSuchTagSet)), putStatus: 204,
            read: { (bytes, _, _) throws(S3Error) in
                let set = try TagSet(bytes, of: .bucket)
                return { $0.tags = set.tags.isEmpty ? nil : set }
            },
            remove: { $0.tags = nil }),
        BucketSetting(
            get: .getBucketCors, put: .putBucketCors, delete: .deleteBucketCors, document: { $0.cors?.document.bytes },
            absence: .error(S3Error(.noSuchCORSConfiguration)),
            read: { (bytes, _, _) throws(S3Error) in
                let cors = try CORSConfiguration(bytes)
                return { $0.cors = cors }
            },
            remove: { $0.cors = nil }),
        BucketSetting(
            get: .getBucketOwnershipControls, put: .putBucketOwnershipControls, delete: .deleteBucketOwnershipControls,
            document: { $0.ownership?.document.bytes }, absence: .error(S3Error(.ownershipControlsNotFoundError)),
            read: { (bytes, _, _) throws(S3Error) in
                let ownership = try ObjectOwnership(bytes)
                return { (settings) throws(S3Error) in
                    if ownership == .bucketOwnerEnforced, settings.acl.map({ $0 != .ofOwner }) ?? false {
                        throw S3Error(.invalidBucketAclWithObjectOwnership)
                    }
                    settings.ownership = ownership
                }
            },
            remove: { $0.ownership = nil }),
        BucketSetting(
            get: .getPublicAccessBlock, put: .putPublicAccessBlock, delete: .deletePublicAccessBlock,
            document: { $0.publicAccessBlock?.document.bytes }, absence: .error(S3Error(.noSuchPublicAccessBlockConfiguration)),
            read: { (bytes, _, _) throws(S3Error) in
                let block = try PublicAccessBlock(bytes)
                return { $0.publicAccessBlock = block }
            },
            remove: { $0.publicAccessBlock = nil }),
        policy, lifecycle, logging,
        kept(.website, .getBucketWebsite, .putBucketWebsite, .deleteBucketWebsite, absence: .error(S3Error(.noSuchWebsiteConfiguration))),
        kept(
            .encryption, .getBucketEncryption, .putBucketEncryption, .deleteBucketEncryption,
            absence: .document(usualEncryption)),
        kept(
            .notification, .getBucketNotificationConfiguration, .putBucketNotificationConfiguration, nil,
            absence: .document(XMLText("NotificationConfiguration") { _ in })),
        BucketSetting(
            get: .getBucketPolicyStatus, document: { $0.documents[.policy].map { policyStatus($0).bytes } },
            absence: .error(S3Error(.noSuchBucketPolicy))),
        BucketSetting(get: .getObjectLockConfiguration, absence: .error(S3Error(.objectLockConfigurationNotFoundError))),
        BucketSetting(
            get: .getBucketReplication, delete: .deleteBucketReplication,
            absence: .error(S3Error(.replicationConfigurationNotFoundError))),
        BucketSetting(get: .getBucketAccelerateConfiguration, absence: .document(XMLText("AccelerateConfiguration") { _ in })),
        BucketSetting(
            get: .getBucketRequestPayment, put: .putBucketRequestPayment, document: { $0.payer?.document.bytes },
            absence: .document(RequestPayer.bucketOwner.document),
            read: { (bytes, _, _) throws(S3Error) in
                let payer = try RequestPayer(bytes)
                return { $0.payer = payer }
            }),
    ]

    private static let policy: BucketSetting = {
        var setting = kept(.policy, .getBucketPolicy, .putBucketPolicy, .deleteBucketPolicy, absence: .error(S3Error(.noSuchBucketPolicy)))
        setting.type = "application/json"
        setting.putStatus = 204
        return setting
    }()

    private static let lifecycle: BucketSetting = {
        var setting = kept(
            .lifecycle, .getBucketLifecycleConfiguration, .putBucketLifecycleConfiguration, .deleteBucketLifecycle,
            absence: .error(S3Error(.noSuchLifecycleConfiguration)))
        setting.fields = { $0.transitionMinimum.fields }
        setting.read = { [read = setting.read] (bytes, call, view) throws(S3Error) in
            let minimum = try TransitionMinimum(call)
            let change = try read(bytes, call, view)
            return { (settings) throws(S3Error) in
                try change(&settings)
                settings.transitionMinimum = minimum
            }
        }
        return setting
    }()

    private static let logging = kept(
        .logging, .getBucketLogging, .putBucketLogging, nil, absence: .document(XMLText("BucketLoggingStatus") { _ in }), check: checkTarget
    )

    /// Checks the bucket that logs are for.
    /// - Throws: InvalidTargetBucketForLogging, CrossLocationLoggingProhibitted.
    private static func checkTarget(of document: KeptDocument, _ call: S3Call, _ view: BucketView) throws(S3Error) {
        guard let target = document.logTarget else { return }
        guard let logs = view.existingBucket(target) else {
            throw S3Error(.invalidTargetBucketForLogging, nil, [("TargetBucket", target)])
        }
        let region = logs.layer.settings.regionName(call.settings.region)
        let own = try view.bucket(call.bucket).layer.settings.regionName(call.settings.region)
        guard region == own else {
            // S3 does not name the oldest region as the source.
            let source = own == "us-east-1" ? [] : [("SourceBucketLocation", own)]
            throw S3Error(.crossLocationLoggingProhibitted, nil, [("TargetBucketLocation", region)] + source)
        }
    }

    /// Configurations with ids, of which a bucket has none.
    private static let absent: [BucketSetting] =
        none(
            .getBucketAnalyticsConfiguration, .listBucketAnalyticsConfigurations, .deleteBucketAnalyticsConfiguration,
            "ListBucketAnalyticsConfigurationResult")
        + none(
            .getBucketIntelligentTieringConfiguration, .listBucketIntelligentTieringConfigurations,
            .deleteBucketIntelligentTieringConfiguration, "ListBucketIntelligentTieringConfigurationsOutput")
        + none(
            .getBucketInventoryConfiguration, .listBucketInventoryConfigurations, .deleteBucketInventoryConfiguration,
            "ListInventoryConfigurationsResult")
        + none(
            .getBucketMetricsConfiguration, .listBucketMetricsConfigurations, .deleteBucketMetricsConfiguration,
            "ListMetricsConfigurationsResult")

    /// What S3 does with every bucket: it encrypts since 2023, and refuses keys of customers since 2026.
    private static let usualEncryption = XMLText("ServerSideEncryptionConfiguration") { xml in
        xml.element("Rule") { xml in
            xml.element("ApplyServerSideEncryptionByDefault") { $0.element("SSEAlgorithm", "AES256") }
            xml.element("BucketKeyEnabled", false)
            xml.element("BlockedEncryptionTypes") { $0.element("EncryptionType", "SSE-C") }
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

    private static func none(
        _ get: S3OperationName, _ list: S3OperationName, _ delete: S3OperationName, _ root: String
    ) -> [BucketSetting] {
        [
            BucketSetting(
                get: get, delete: delete, absence: .error(S3Error(.noSuchConfiguration)),
                remove: { (_) throws(S3Error) in throw S3Error(.noSuchConfiguration) }),
            BucketSetting(get: list, absence: .document(XMLText(root) { $0.element("IsTruncated", false) })),
        ]
    }

    /// A setting that is kept as a document.
    /// - Parameter check: what a document must be beside well formed.
    private static func kept(
        _ kind: KeptDocument.Kind, _ get: S3OperationName, _ put: S3OperationName, _ delete: S3OperationName?, absence: Absence,
        check: @escaping @Sendable (KeptDocument, S3Call, BucketView) throws(S3Error) -> Void = { _, _, _ in }
    ) -> BucketSetting {
        BucketSetting(
            get: get, put: put, delete: delete, document: { $0.documents[kind]?.bytes }, absence: absence,
            read: { (bytes, call, view) throws(S3Error) in
                let document = try KeptDocument(kind, bytes, bucket: call.bucket)
                try check(document, call, view)
                let isPublic = document.isPublicPolicy
                return { (settings) throws(S3Error) in
                    if isPublic, settings.publicAccessBlock?.blocksPublicPolicy == true { throw S3Error(.accessDenied) }
                    settings.documents[kind] = document
                }
            },
            remove: { $0.documents[kind] = nil })
    }
}
