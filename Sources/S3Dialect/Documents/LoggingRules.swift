/// What S3 refuses about the logs of a bucket.
enum LoggingRules {
    private static let permissions: Set<String> = ["FULL_CONTROL", "READ", "WRITE"]
    private static let granteeTypes: Set<String> = ["CanonicalUser", "AmazonCustomerByEmail", "Group"]
    private static let dateSources: Set<String> = ["EventTime", "DeliveryTime"]

    /// - Throws: MalformedXML.
    static func check(_ root: InputElement) throws(S3Error) {
        guard let parts = try root.elements.optional("LoggingEnabled")?.elements else { return }
        for grant in try parts.optional("TargetGrants")?.children("Grant") ?? [] {
            let type = try grant.elements.required("Grantee").attribute("type")
            let permission = try grant.elements.required("Permission").word()
            guard let type, granteeTypes.contains(type), permissions.contains(permission) else { throw S3Error(.malformedXML) }
        }
        // One of the two.
        let formats = try parts.optional("TargetObjectKeyFormat")?.children("SimplePrefix", "PartitionedPrefix") ?? []
        guard formats.count <= 1 else { throw S3Error(.malformedXML) }
        guard let source = try formats.optional("PartitionedPrefix")?.elements.optional("PartitionDateSource")?.word() else { return }
        guard dateSources.contains(source) else { throw S3Error(.malformedXML) }
    }
}
