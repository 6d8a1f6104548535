/// By which method and which parameters requests to one kind of resource find their operations.
struct OperationTable: Sendable {
    /// One operation.
    struct Line: Sendable {
        var operation: S3OperationName
        /// The parameters that it needs, all of them. None: that no parameter selects another operation.
        var parameters: [String]
        /// Whether it needs `x-amz-copy-source`.
        var isCopy = false

        /// - Parameters:
        ///   - selectors: those of the parameters that select operations.
        ///   - given: all parameters.
        func isChosen(_ selectors: [String], _ given: [String], isCopy: Bool) -> Bool {
            if self.isCopy, !isCopy { return false }
            // A preflight has the parameters of the request that follows.
            if operation == .optionsObject { return true }
            // The first parameter of a line is a selector.
            if parameters.isEmpty || selectors.isEmpty { return parameters.isEmpty && selectors.isEmpty }
            return parameters.allSatisfy(given.contains)
        }
    }

    /// The operations of each method. The first that is chosen counts.
    let lines: [String: [Line]]
    /// The parameters that select, also those that select nothing: a request with one of them alone has no operation.
    private(set) var selectors: Set<String>

    /// Which of these parameters are sub-resources: sorted, each once. A request may have one.
    func subresources(among names: [String]) -> [String] {
        Set(names).filter { selectors.contains($0) && $0 != "list-type" }.sorted()
    }

    private init(_ lines: KeyValuePairs<String, [Line]>) {
        self.lines = Dictionary(uniqueKeysWithValues: lines.map { ($0.key, $0.value) })
        selectors = Set(lines.flatMap(\.value).compactMap(\.parameters.first))
    }

    private func refusing(_ parameters: Set<String>) -> OperationTable {
        var table = self
        table.selectors.formUnion(parameters)
        return table
    }

    static func of(_ resource: S3Resource) -> OperationTable {
        switch resource {
        case .service: service
        case .bucket: bucket
        case .object: object
        }
    }

    static let resources: [S3OperationName: S3Resource] = {
        var resources: [S3OperationName: S3Resource] = [:]
        for resource in S3Resource.allCases {
            for line in of(resource).lines.values.joined() { resources[line.operation] = resource }
        }
        return resources
    }()

    /// The method of each operation's requests.
    static let methods: [S3OperationName: String] = {
        var methods: [S3OperationName: String] = [:]
        for resource in S3Resource.allCases {
            for (method, lines) in of(resource).lines { for line in lines { methods[line.operation] = method } }
        }
        return methods
    }()

    private static func line(_ operation: S3OperationName, _ parameters: String..., isCopy: Bool = false) -> Line {
        Line(operation: operation, parameters: parameters, isCopy: isCopy)
    }

    private static let service = OperationTable(["GET": [line(.listBuckets)]])

    private static let bucket = OperationTable([
        "GET": [
            line(.getBucketAbac, "abac"),
            line(.getBucketAccelerateConfiguration, "accelerate"),
            line(.getBucketAcl, "acl"),
            line(.getBucketAnalyticsConfiguration, "analytics", "id"),
            line(.listBucketAnalyticsConfigurations, "analytics"),
            line(.getBucketCors, "cors"),
            line(.getBucketEncryption, "encryption"),
            line(.getBucketIntelligentTieringConfiguration, "intelligent-tiering", "id"),
            line(.listBucketIntelligentTieringConfigurations, "intelligent-tiering"),
            line(.getBucketInventoryConfiguration, "inventory", "id"),
            line(.listBucketInventoryConfigurations, "inventory"),
            line(.getBucketLifecycleConfiguration, "lifecycle"),
            line(.getBucketLocation, "location"),
            line(.getBucketLogging, "logging"),
            line(.getBucketMetadataConfiguration, "metadataConfiguration"),
            line(.getBucketMetadataTableConfiguration, "metadataTable"),
            line(.getBucketMetricsConfiguration, "metrics", "id"),
            line(.listBucketMetricsConfigurations, "metrics"),
            line(.getBucketNotificationConfiguration, "notification"),
            line(.getObjectLockConfiguration, "object-lock"),
            line(.getBucketOwnershipControls, "ownershipControls"),
            line(.getBucketPolicyStatus, "policyStatus"),
            line(.getBucketPolicy, "policy"),
            line(.getPublicAccessBlock, "publicAccessBlock"),
            line(.getBucketReplication, "replication"),
            line(.getBucketRequestPayment, "requestPayment"),
            line(.createSession, "session"),
            line(.getBucketTagging, "tagging"),
            line(.listMultipartUploads, "uploads"),
            line(.getBucketVersioning, "versioning"),
            line(.listObjectVersions, "versions"),
            line(.getBucketWebsite, "website"),
            line(.listObjectsV2, "list-type"),
            line(.listObjects),
        ],
        "HEAD": [line(.headBucket)],
        "PUT": [
            line(.putBucketAbac, "abac"),
            line(.putBucketAccelerateConfiguration, "accelerate"),
            line(.putBucketAcl, "acl"),
            line(.putBucketAnalyticsConfiguration, "analytics"),
            line(.putBucketCors, "cors"),
            line(.putBucketEncryption, "encryption"),
            line(.putBucketIntelligentTieringConfiguration, "intelligent-tiering"),
            line(.putBucketInventoryConfiguration, "inventory"),
            line(.putBucketLifecycleConfiguration, "lifecycle"),
            line(.putBucketLogging, "logging"),
            line(.updateBucketMetadataAnnotationTableConfiguration, "metadataAnnotationTable"),
            line(.updateBucketMetadataInventoryTableConfiguration, "metadataInventoryTable"),
            line(.updateBucketMetadataJournalTableConfiguration, "metadataJournalTable"),
            line(.putBucketMetricsConfiguration, "metrics"),
            line(.putBucketNotificationConfiguration, "notification"),
            line(.putObjectLockConfiguration, "object-lock"),
            line(.putBucketOwnershipControls, "ownershipControls"),
            line(.putBucketPolicy, "policy"),
            line(.putPublicAccessBlock, "publicAccessBlock"),
            line(.putBucketReplication, "replication"),
            line(.putBucketRequestPayment, "requestPayment"),
            line(.putBucketTagging, "tagging"),
            line(.putBucketVersioning, "versioning"),
            line(.putBucketWebsite, "website"),
            line(.createBucket),
        ],
        "DELETE": [
            line(.deleteBucketAnalyticsConfiguration, "analytics"),
            line(.deleteBucketCors, "cors"),
            line(.deleteBucketEncryption, "encryption"),
            line(.deleteBucketIntelligentTieringConfiguration, "intelligent-tiering"),
            line(.deleteBucketInventoryConfiguration, "inventory"),
            line(.deleteBucketLifecycle, "lifecycle"),
            line(.deleteBucketMetadataConfiguration, "metadataConfiguration"),
            line(.deleteBucketMetadataTableConfiguration, "metadataTable"),
            line(.deleteBucketMetricsConfiguration, "metrics"),
            line(.deleteBucketOwnershipControls, "ownershipControls"),
            line(.deleteBucketPolicy, "policy"),
            line(.deletePublicAccessBlock, "publicAccessBlock"),
            line(.deleteBucketReplication, "replication"),
            line(.deleteBucketTagging, "tagging"),
            line(.deleteBucketWebsite, "website"),
            line(.deleteBucket),
        ],
        "POST": [
            line(.deleteObjects, "delete"),
            line(.createBucketMetadataConfiguration, "metadataConfiguration"),
            line(.createBucketMetadataTableConfiguration, "metadataTable"),
            line(.postObject),
        ],
        "OPTIONS": [line(.optionsObject)],
    ]).refusing(["annotation", "torrent"])

    /// What a bucket has and an object has not. Without them, a write of such a setting would replace the object.
    private static let settingsOfBuckets: Set<String> = [
        "abac", "accelerate", "analytics", "cors", "delete", "encryption", "intelligent-tiering", "inventory", "lifecycle", "location",
        "logging", "metadataAnnotationTable", "metadataConfiguration", "metadataInventoryTable", "metadataJournalTable", "metadataTable",
        "metrics", "notification", "object-lock", "ownershipControls", "policy", "policyStatus", "publicAccessBlock", "replication",
        "requestPayment", "versioning", "versions", "website",
    ]

    private static let object = OperationTable([
        "GET": [
            line(.getObjectAcl, "acl"),
            line(.getObjectAnnotation, "annotation", "annotationName"),
            line(.listObjectAnnotations, "annotation"),
            line(.getObjectAttributes, "attributes"),
            line(.getObjectLegalHold, "legal-hold"),
            line(.getObjectRetention, "retention"),
            line(.getObjectTagging, "tagging"),
            line(.getObjectTorrent, "torrent"),
            line(.listParts, "uploadId"),
            line(.getObject),
        ],
        "HEAD": [line(.headObject)],
        "PUT": [
            line(.putObjectAcl, "acl"),
            line(.putObjectAnnotation, "annotation"),
            line(.updateObjectEncryption, "encryption"),
            line(.putObjectLegalHold, "legal-hold"),
            line(.renameObject, "renameObject"),
            line(.putObjectRetention, "retention"),
            line(.putObjectTagging, "tagging"),
            line(.uploadPartCopy, "uploadId", isCopy: true),
            line(.uploadPart, "uploadId"),
            line(.copyObject, isCopy: true),
            line(.putObject),
        ],
        "DELETE": [
            line(.deleteObjectAnnotation, "annotation"),
            line(.deleteObjectTagging, "tagging"),
            line(.abortMultipartUpload, "uploadId"),
            line(.deleteObject),
        ],
        "POST": [
            line(.restoreObject, "restore"),
            line(.selectObjectContent, "select"),
            line(.createMultipartUpload, "uploads"),
            line(.completeMultipartUpload, "uploadId"),
        ],
        "OPTIONS": [line(.optionsObject)],
    ]).refusing(settingsOfBuckets)
}
