internal import HTTPMessage
internal import S3Dialect

/// Finds the operation of a request.
enum S3Router {
    static let operations: [any S3Operation.Type] = [
        GetObject.self,
        HeadBucket.self,
        ListObjectsV2.self,
        ListObjects.self,
        ListObjectVersions.self,
        ListBuckets.self,
        GetBucketLocation.self,
        GetBucketConfiguration.self,
        GetObjectTagging.self,
        GetObjectAttributes.self,
        GetAccessControlList.self,
        GetObjectAccessControlList.self,
    ]

    /// The parameters that select S3's operations, including those that this server does not have. None of them is a plain read.
    private static let subresources: Set<String> = [
        "accelerate", "acl", "analytics", "attributes", "cors", "delete", "encryption", "intelligent-tiering", "inventory", "legal-hold",
        "lifecycle", "list-type", "location", "logging", "metadataConfiguration", "metadataTable", "metrics", "notification", "object-lock",
        "ownershipControls", "policy", "policyStatus", "publicAccessBlock", "renameObject", "replication", "requestPayment", "restore",
        "retention", "select", "select-type", "session", "tagging", "torrent", "uploadId", "uploads", "versioning", "versions", "website",
    ]

    static func operation(for call: S3Call) throws(S3Error) -> any S3Operation.Type {
        let method = call.request.method
        let selectors = call.query.isEmpty ? [] : call.query.map(\.name).filter { subresources.contains($0) }
        for operation in operations where operation.resource == call.resource && operation.methods.contains(method) {
            let isChosen = operation.selectors.isEmpty ? selectors.isEmpty : selectors.contains { operation.selectors.contains($0) }
            if isChosen { return operation }
        }
        switch method {
        case "GET", "HEAD":
            if call.resource == .service, selectors.isEmpty { throw .methodNotAllowed(method, on: call.resource, allowed: "GET, HEAD") }
            throw .notImplemented(selectors.joined(separator: ", "))
        case "PUT", "POST", "DELETE":
            if call.resource == .service { throw .methodNotAllowed(method, on: call.resource, allowed: "GET, HEAD") }
            throw .notImplemented("\(method). Objects are read from the fixture folder; put a file there instead.")
        case "OPTIONS":
            throw S3Error(
                .accessForbidden, nil,
                [
                    ("Method", call.request.firstHeader("Access-Control-Request-Method") ?? ""),
                    ("ResourceType", call.resource.rawValue.uppercased()),
                ])
        default: throw .methodNotAllowed(method, on: call.resource, allowed: "GET, HEAD")
        }
    }
}
