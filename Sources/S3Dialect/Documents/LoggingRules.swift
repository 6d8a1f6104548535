/// What S3 refuses about the logs of a bucket.
enum LoggingRules {
    private static let permissions: Set<String> = ["FULL_CONTROL", "READ", "READ_ACP", "WRITE"]
    private static let granteeTypes: Set<String> = ["CanonicalUser", "AmazonCustomerByEmail", "Group"]
    private static let dateSources: Set<String> = ["EventTime", "DeliveryTime"]

    /// - Throws: MalformedXML.
    static func check(_ root: InputElement) throws(S3Error) {
        guard let enabled = try root.children("LoggingEnabled").optional("LoggingEnabled") else { return }
        let parts = try enabled.children("TargetBucket", "TargetPrefix", "TargetGrants", "TargetObjectKeyFormat")
        for name in ["TargetBucket", "TargetPrefix"] { _ = try parts.required(name).text() }
        for grant in try parts.optional("TargetGrants")?.children("Grant") ?? [] {
            let parts = try grant.children("Grantee", "Permission")
            let grantee = try parts.required("Grantee")
            _ = try grantee.children("ID", "DisplayName", "EmailAddress", "URI")
            let permission = try parts.required("Permission").word()
            guard let type = grantee.attribute("type"), granteeTypes.contains(type), permissions.contains(permission) else {
                throw S3Error(.malformedXML)
            }
        }
        // One of the two.
        let formats = try parts.optional("TargetObjectKeyFormat")?.children("SimplePrefix", "PartitionedPrefix") ?? []
        guard formats.count <= 1 else { throw S3Error(.malformedXML) }
        _ = try formats.optional("SimplePrefix")?.children()
        let partitioned = try formats.optional("PartitionedPrefix")?.children("PartitionDateSource")
        guard let source = try partitioned?.optional("PartitionDateSource")?.word() else { return }
        guard dateSources.contains(source) else { throw S3Error(.malformedXML) }
    }
}
