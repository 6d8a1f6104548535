/// An action that a policy names: `s3:GetObject`, also with wildcards.
struct PolicyAction {
    /// What an action is about.
    private enum Subject: CaseIterable { case object, bucket, other }

    private let subjects: Set<Subject>
    /// The actions that it stands for, in lower case; nil for all.
    private let names: Set<String>?

    /// - Parameter text: nil for what is no text.
    /// - Throws: MalformedPolicy for what is none of S3's.
    init(_ text: String?) throws(S3Error) {
        let name = text?.lowercased() ?? ""
        guard name != "*" else {
            subjects = Set(Subject.allCases)
            names = nil
            return
        }
        guard name.hasPrefix("s3:") else { throw .malformedPolicy(.action) }
        let pattern = PolicyPattern(name.dropFirst("s3:".count))
        let found = Self.known.filter { pattern.matches($0.name) }
        subjects = Set(found.map(\.subject))
        names = Set(found.map(\.name))
        guard !subjects.isEmpty else { throw .malformedPolicy(.action) }
    }

    /// Whether one of the actions that it stands for takes a condition with that key.
    func takes(_ key: PolicyConditionKey) -> Bool {
        guard let names, let actions = key.actions else { return true }
        return actions.contains(where: names.contains)
    }

    /// Whether one of the actions that it stands for can be asked of a resource.
    func applies(to resource: PolicyResource) -> Bool {
        resource.isObject && subjects.contains(.object) || resource.isBucket && subjects.contains(.bucket)
    }

    private static let known: [(name: String, subject: Subject)] = [(objects, Subject.object), (buckets, .bucket), (others, .other)]
        .flatMap { names, subject in names.split(whereSeparator: \.isWhitespace).map { ($0.lowercased(), subject) } }

    private static let objects = """
        AbortMultipartUpload BypassGovernanceRetention DeleteObject DeleteObjectTagging DeleteObjectVersion
        DeleteObjectVersionTagging GetObject GetObjectAcl GetObjectAttributes GetObjectLegalHold GetObjectRetention
        GetObjectTagging GetObjectTorrent GetObjectVersion GetObjectVersionAcl GetObjectVersionAttributes
        GetObjectVersionForReplication GetObjectVersionTagging GetObjectVersionTorrent InitiateReplication
        ListMultipartUploadParts ObjectOwnerOverrideToBucketOwner PutObject PutObjectAcl PutObjectLegalHold PutObjectRetention
        PutObjectTagging PutObjectVersionAcl PutObjectVersionTagging ReplicateDelete ReplicateObject ReplicateTags RestoreObject
        UpdateObjectEncryption
        """

    private static let buckets = """
        CreateBucket CreateBucketMetadataTableConfiguration DeleteBucket DeleteBucketMetadataTableConfiguration
        DeleteBucketPolicy DeleteBucketWebsite GetAccelerateConfiguration GetAnalyticsConfiguration GetBucketAbac GetBucketAcl
        GetBucketCORS GetBucketLocation GetBucketLogging GetBucketMetadataTableConfiguration GetBucketNotification
        GetBucketObjectLockConfiguration GetBucketOwnershipControls GetBucketPolicy GetBucketPolicyStatus
        GetBucketPublicAccessBlock GetBucketRequestPayment GetBucketTagging GetBucketVersioning GetBucketWebsite
        GetEncryptionConfiguration GetIntelligentTieringConfiguration GetInventoryConfiguration GetLifecycleConfiguration
        GetMetricsConfiguration GetReplicationConfiguration ListBucket ListBucketMultipartUploads ListBucketVersions
        ListTagsForResource PauseReplication PutAccelerateConfiguration PutAnalyticsConfiguration PutBucketAbac PutBucketAcl
        PutBucketCORS PutBucketLogging PutBucketNotification PutBucketObjectLockConfiguration PutBucketOwnershipControls
        PutBucketPolicy PutBucketPublicAccessBlock PutBucketRequestPayment PutBucketTagging PutBucketVersioning PutBucketWebsite
        PutEncryptionConfiguration PutIntelligentTieringConfiguration PutInventoryConfiguration PutLifecycleConfiguration
        PutMetricsConfiguration PutReplicationConfiguration TagResource UntagResource
        UpdateBucketMetadataInventoryTableConfiguration UpdateBucketMetadataJournalTableConfiguration
        """

    /// Access points, jobs, grants, the account.
    private static let others = """
        AssociateAccessGrantsIdentityCenter CreateAccessGrant CreateAccessGrantsInstance CreateAccessGrantsLocation
        CreateAccessPoint CreateAccessPointForObjectLambda CreateJob CreateMultiRegionAccessPoint CreateStorageLensGroup
        DeleteAccessGrant DeleteAccessGrantsInstance DeleteAccessGrantsInstanceResourcePolicy DeleteAccessGrantsLocation
        DeleteAccessPoint DeleteAccessPointForObjectLambda DeleteAccessPointPolicy DeleteAccessPointPolicyForObjectLambda
        DeleteJobTagging DeleteMultiRegionAccessPoint DeleteStorageLensConfiguration DeleteStorageLensConfigurationTagging
        DeleteStorageLensGroup DescribeJob DescribeMultiRegionAccessPointOperation DissociateAccessGrantsIdentityCenter
        GetAccessGrant GetAccessGrantsInstance GetAccessGrantsInstanceForPrefix GetAccessGrantsInstanceResourcePolicy
        GetAccessGrantsLocation GetAccessPoint GetAccessPointConfigurationForObjectLambda GetAccessPointForObjectLambda
        GetAccessPointPolicy GetAccessPointPolicyForObjectLambda GetAccessPointPolicyStatus
        GetAccessPointPolicyStatusForObjectLambda GetAccountPublicAccessBlock GetDataAccess GetJobTagging
        GetMultiRegionAccessPoint GetMultiRegionAccessPointPolicy GetMultiRegionAccessPointPolicyStatus
        GetMultiRegionAccessPointRoutes GetStorageLensConfiguration GetStorageLensConfigurationTagging GetStorageLensDashboard
        GetStorageLensGroup ListAccessGrants ListAccessGrantsInstances ListAccessGrantsLocations ListAccessPoints
        ListAccessPointsForObjectLambda ListAllMyBuckets ListCallerAccessGrants ListJobs ListMultiRegionAccessPoints
        ListStorageLensConfigurations ListStorageLensGroups PutAccessGrantsInstanceResourcePolicy
        PutAccessPointConfigurationForObjectLambda PutAccessPointPolicy PutAccessPointPolicyForObjectLambda
        PutAccessPointPublicAccessBlock PutAccountPublicAccessBlock PutJobTagging PutMultiRegionAccessPointPolicy
        PutStorageLensConfiguration PutStorageLensConfigurationTagging SubmitMultiRegionAccessPointRoutes
        UpdateAccessGrantsLocation UpdateJobPriority UpdateJobStatus UpdateStorageLensGroup
        """
}
