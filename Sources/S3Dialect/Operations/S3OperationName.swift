package import HTTPMessage

/// The names of S3's operations, as its reference writes them.
///
/// HEAD is apart from GET, and a copy from a put. Those that a server does not have are here, too: a stub may answer them, and a refusal
/// names them.
package enum S3OperationName: String, Sendable, Hashable, CaseIterable {
    // The service.
    case listBuckets = "ListBuckets"

    // Buckets.
    case createBucket = "CreateBucket"
    case createBucketMetadataConfiguration = "CreateBucketMetadataConfiguration"
    case createBucketMetadataTableConfiguration = "CreateBucketMetadataTableConfiguration"
    case createSession = "CreateSession"
    case deleteBucket = "DeleteBucket"
    case deleteBucketAnalyticsConfiguration = "DeleteBucketAnalyticsConfiguration"
    case deleteBucketCors = "DeleteBucketCors"
    case deleteBucketEncryption = "DeleteBucketEncryption"
    case deleteBucketIntelligentTieringConfiguration = "DeleteBucketIntelligentTieringConfiguration"
    case deleteBucketInventoryConfiguration = "DeleteBucketInventoryConfiguration"
    case deleteBucketLifecycle = "DeleteBucketLifecycle"
    case deleteBucketMetadataConfiguration = "DeleteBucketMetadataConfiguration"
    case deleteBucketMetadataTableConfiguration = "DeleteBucketMetadataTableConfiguration"
    case deleteBucketMetricsConfiguration = "DeleteBucketMetricsConfiguration"
    case deleteBucketOwnershipControls = "DeleteBucketOwnershipControls"
    case deleteBucketPolicy = "DeleteBucketPolicy"
    case deleteBucketReplication = "DeleteBucketReplication"
    case deleteBucketTagging = "DeleteBucketTagging"
    case deleteBucketWebsite = "DeleteBucketWebsite"
    case deleteObjects = "DeleteObjects"
    case deletePublicAccessBlock = "DeletePublicAccessBlock"
    case getBucketAbac = "GetBucketAbac"
    case getBucketAccelerateConfiguration = "GetBucketAccelerateConfiguration"
    case getBucketAcl = "GetBucketAcl"
    case getBucketAnalyticsConfiguration = "GetBucketAnalyticsConfiguration"
    case getBucketCors = "GetBucketCors"
    case getBucketEncryption = "GetBucketEncryption"
    case getBucketIntelligentTieringConfiguration = "GetBucketIntelligentTieringConfiguration"
    case getBucketInventoryConfiguration = "GetBucketInventoryConfiguration"
    case getBucketLifecycleConfiguration = "GetBucketLifecycleConfiguration"
    case getBucketLocation = "GetBucketLocation"
    case getBucketLogging = "GetBucketLogging"
    case getBucketMetadataConfiguration = "GetBucketMetadataConfiguration"
    case getBucketMetadataTableConfiguration = "GetBucketMetadataTableConfiguration"
    case getBucketMetricsConfiguration = "GetBucketMetricsConfiguration"
    case getBucketNotificationConfiguration = "GetBucketNotificationConfiguration"
    case getBucketOwnershipControls = "GetBucketOwnershipControls"
    case getBucketPolicy = "GetBucketPolicy"
    case getBucketPolicyStatus = "GetBucketPolicyStatus"
    case getBucketReplication = "GetBucketReplication"
    case getBucketRequestPayment = "GetBucketRequestPayment"
    case getBucketTagging = "GetBucketTagging"
    case getBucketVersioning = "GetBucketVersioning"
    case getBucketWebsite = "GetBucketWebsite"
    case getObjectLockConfiguration = "GetObjectLockConfiguration"
    case getPublicAccessBlock = "GetPublicAccessBlock"
    case headBucket = "HeadBucket"
    case listBucketAnalyticsConfigurations = "ListBucketAnalyticsConfigurations"
    case listBucketIntelligentTieringConfigurations = "ListBucketIntelligentTieringConfigurations"
    case listBucketInventoryConfigurations = "ListBucketInventoryConfigurations"
    case listBucketMetricsConfigurations = "ListBucketMetricsConfigurations"
    case listMultipartUploads = "ListMultipartUploads"
    case listObjectVersions = "ListObjectVersions"
    case listObjects = "ListObjects"
    case listObjectsV2 = "ListObjectsV2"
    case putBucketAbac = "PutBucketAbac"
    case updateBucketMetadataAnnotationTableConfiguration = "UpdateBucketMetadataAnnotationTableConfiguration"
    case updateBucketMetadataInventoryTableConfiguration = "UpdateBucketMetadataInventoryTableConfiguration"
    case updateBucketMetadataJournalTableConfiguration = "UpdateBucketMetadataJournalTableConfiguration"
    /// An upload from a form in a browser.
    case postObject = "PostObject"
    case putBucketAccelerateConfiguration = "PutBucketAccelerateConfiguration"
    case putBucketAcl = "PutBucketAcl"
    case putBucketAnalyticsConfiguration = "PutBucketAnalyticsConfiguration"
    case putBucketCors = "PutBucketCors"
    case putBucketEncryption = "PutBucketEncryption"
    case putBucketIntelligentTieringConfiguration = "PutBucketIntelligentTieringConfiguration"
    case putBucketInventoryConfiguration = "PutBucketInventoryConfiguration"
    case putBucketLifecycleConfiguration = "PutBucketLifecycleConfiguration"
    case putBucketLogging = "PutBucketLogging"
    case putBucketMetricsConfiguration = "PutBucketMetricsConfiguration"
    case putBucketNotificationConfiguration = "PutBucketNotificationConfiguration"
    case putBucketOwnershipControls = "PutBucketOwnershipControls"
    case putBucketPolicy = "PutBucketPolicy"
    case putBucketReplication = "PutBucketReplication"
    case putBucketRequestPayment = "PutBucketRequestPayment"
    case putBucketTagging = "PutBucketTagging"
    case putBucketVersioning = "PutBucketVersioning"
    case putBucketWebsite = "PutBucketWebsite"
    case putObjectLockConfiguration = "PutObjectLockConfiguration"
    case putPublicAccessBlock = "PutPublicAccessBlock"

    // Objects.
    case abortMultipartUpload = "AbortMultipartUpload"
    case completeMultipartUpload = "CompleteMultipartUpload"
    case copyObject = "CopyObject"
    case createMultipartUpload = "CreateMultipartUpload"
    case deleteObject = "DeleteObject"
    case deleteObjectAnnotation = "DeleteObjectAnnotation"
    case deleteObjectTagging = "DeleteObjectTagging"
    case getObject = "GetObject"
    case getObjectAcl = "GetObjectAcl"
    case getObjectAnnotation = "GetObjectAnnotation"
    case getObjectAttributes = "GetObjectAttributes"
    case getObjectLegalHold = "GetObjectLegalHold"
    case getObjectRetention = "GetObjectRetention"
    case getObjectTagging = "GetObjectTagging"
    case getObjectTorrent = "GetObjectTorrent"
    case headObject = "HeadObject"
    case listObjectAnnotations = "ListObjectAnnotations"
    case listParts = "ListParts"
    case putObject = "PutObject"
    case putObjectAcl = "PutObjectAcl"
    case putObjectAnnotation = "PutObjectAnnotation"
    case putObjectLegalHold = "PutObjectLegalHold"
    case putObjectRetention = "PutObjectRetention"
    case putObjectTagging = "PutObjectTagging"
    case renameObject = "RenameObject"
    case restoreObject = "RestoreObject"
    case selectObjectContent = "SelectObjectContent"
    case updateObjectEncryption = "UpdateObjectEncryption"
    case uploadPart = "UploadPart"
    case uploadPartCopy = "UploadPartCopy"

    /// The preflight of a page of another origin, for a bucket or an object. S3's reference calls it `OPTIONS object`.
    case optionsObject = "OptionsObject"

    /// The operation of a request; nil when S3 has none.
    ///
    /// Parameters that select nothing, such as `x-id`, are not looked at.
    package init?(_ request: Request, _ address: S3Address) {
        self.init(
            method: request.methodBytes, address.resource, parameters: request.queryBytes.map { QueryItem.parse($0).map(\.name) } ?? [],
            isCopy: request.firstHeaderIndex("x-amz-copy-source") != nil)
    }

    /// The operation of a request of that form; nil when S3 has none.
    /// - Parameters:
    ///   - method: S3 distinguishes case.
    ///   - parameters: the names in the query, decoded.
    ///   - isCopy: whether there is a field `x-amz-copy-source`.
    package init?(method: some Sequence<UInt8>, _ resource: S3Resource, parameters: [String], isCopy: Bool) {
        let method = String(decoding: Array(method), as: UTF8.self)
        let table = OperationTable.of(resource)
        // Only a GET is a listing.
        let selectors = parameters.filter { table.selectors.contains($0) && ($0 != "list-type" || method == "GET") }
        guard let line = table.lines[method]?.first(where: { $0.isChosen(selectors, parameters, isCopy: isCopy) }) else { return nil }
        self = line.operation
    }

    /// Checks that a request asks for one thing: S3 does not choose between two.
    /// - Throws: InvalidArgument with the names of the parameters that exclude each other.
    package static func checkParameters(of request: Request, _ address: S3Address) throws(S3Error) {
        // A preflight has the parameters of the request that follows, which is refused.
        guard !request.methodBytes.elementsEqual("OPTIONS".utf8) else { return }
        let names = OperationTable.of(address.resource).subresources(among: request.queryItems.map(\.name))
        guard names.count > 1 else { return }
        throw .invalidArgument("Conflicting query string parameters: \(names.joined(separator: ", "))", "ResourceType", names[0])
    }

    /// What it is about. `OptionsObject` is about a bucket, too.
    package var resource: S3Resource { OperationTable.resources[self] ?? .object }

    /// The method of its requests, which is one; nil for none.
    package var method: String? { OperationTable.methods[self] }

    /// The parameters that select operations on such a resource. A request with one of them is no plain read.
    package static func selectors(of resource: S3Resource) -> Set<String> { OperationTable.of(resource).selectors }
}
