/// A condition key of S3's own that a policy names: `s3:prefix`.
struct PolicyConditionKey: Hashable {
    /// The actions that it can be asked of, in lower case; nil where it is not known of which it cannot.
    let actions: [String]?

    /// - Returns: nil for keys of others, `aws:SourceIp`.
    /// - Throws: MalformedPolicy for what is none of S3's.
    init?(_ text: String) throws(S3Error) {
        var name = text.lowercased()
        guard name.hasPrefix("s3:") else { return nil }
        name.removeFirst("s3:".count)
        // Behind the slash is the name of a tag.
        if let slash = name.firstIndex(of: "/") { name = String(name[...slash]) }
        guard let found = Self.known[name] else { throw .malformedPolicy(.conditionKey) }
        actions = found.isEmpty ? nil : found
    }

    private static let known: [String: [String]] = {
        var known: [String: [String]] = [:]
        for (keys, actions) in table {
            for key in words(keys) { known[key] = words(actions) }
        }
        return known
    }()

    private static func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() } }

    /// Keys and their actions.
    private static let table: KeyValuePairs = [
        "prefix delimiter max-keys": "ListBucket ListBucketVersions ListBucketMultipartUploads",
        "x-amz-acl x-amz-grant-full-control x-amz-grant-read x-amz-grant-read-acp x-amz-grant-write x-amz-grant-write-acp":
            "BypassGovernanceRetention CreateAccessPoint CreateBucket PutBucketAcl PutObject PutObjectAcl PutObjectVersionAcl",
        "x-amz-copy-source x-amz-metadata-directive x-amz-website-redirect-location": "BypassGovernanceRetention PutObject",
        """
        x-amz-server-side-encryption x-amz-server-side-encryption-aws-kms-key-id x-amz-server-side-encryption-customer-algorithm
        x-amz-storage-class
        """:
            "BypassGovernanceRetention PutObject PutObjectAcl PutObjectVersionAcl ReplicateObject UpdateObjectEncryption",
        "RequestObjectTag/ RequestObjectTagKeys":
            "BypassGovernanceRetention PutObject PutObjectTagging PutObjectVersionTagging ReplicateObject ReplicateTags",
        "ExistingObjectTag/": """
        DeleteObjectTagging DeleteObjectVersionTagging GetObject GetObjectAcl GetObjectAttributes GetObjectTagging GetObjectVersion
        GetObjectVersionAcl GetObjectVersionAttributes GetObjectVersionTagging PutObjectAcl PutObjectTagging PutObjectVersionAcl
        PutObjectVersionTagging
        """,
        """
        AccessGrantScope AccessGrantsInstanceArn AccessGrantsLocationScope AccessPointNetworkOrigin AccessPointTag/ BucketTag/
        DataAccessPointAccount DataAccessPointArn ExistingJobOperation ExistingJobPriority InventoryAccessibleOptionalFields
        JobSuspendedCause ObjectCreationOperation RequestJobOperation RequestJobPriority ResourceAccount TlsVersion authType
        destinationRegion if-match if-none-match isReplicationPauseRequest locationconstraint object-lock-legal-hold object-lock-mode
        object-lock-remaining-retention-days object-lock-retain-until-date signatureAge signatureversion versionid
        x-amz-bucket-namespace x-amz-content-sha256 x-amz-object-ownership
        """: "",
    ]
}
