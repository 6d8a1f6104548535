internal import HTTPMessage
internal import S3Dialect

/// Finds the operation of a request.
enum S3Router {
    static let operations: [any S3Operation.Type] = [
        GetObject.self,
        PutObject.self,
        PostObject.self,
        DeleteObject.self,
        CopyObject.self,
        HeadBucket.self,
        CreateBucket.self,
        DeleteBucket.self,
        ListObjectsV2.self,
        ListObjects.self,
        ListObjectVersions.self,
        ListBuckets.self,
        GetBucketLocation.self,
        DeleteObjects.self,
        GetObjectAttributes.self,
        CreateMultipartUpload.self,
        UploadPart.self,
        UploadPartCopy.self,
        CompleteMultipartUpload.self,
        AbortMultipartUpload.self,
        ListParts.self,
        ListMultipartUploads.self,
        GetObjectTagging.self,
        PutObjectTagging.self,
        DeleteObjectTagging.self,
        GetBucketVersioning.self,
        PutBucketVersioning.self,
        GetBucketConfiguration.self, GetObjectLock.self,
        PutBucketConfiguration.self,
        DeleteBucketConfiguration.self,
        GetAccessControlList.self,
        PutAccessControlList.self,
        OptionsObject.self,
    ]

    private static let table: [S3OperationName: any S3Operation.Type] = {
        var table: [S3OperationName: any S3Operation.Type] = [:]
        for operation in operations { for name in operation.names { table[name] = operation } }
        return table
    }()

    /// - Throws: NotImplemented.
    static func operation(_ name: S3OperationName) throws(S3Error) -> any S3Operation.Type {
        guard let operation = table[name] else { throw .notImplemented(name.rawValue) }
        return operation
    }

    /// The name of a request's operation.
    /// - Throws: MethodNotAllowed; BadRequest for a method that HTTP does not have; NoLoggingStatusForKey, InvalidRequest for a read of an
    ///   object that is one of a bucket, or the reverse; InvalidArgument for a read, a delete and the end of an upload that name the source
    ///   of a copy.
    static func name(of request: Request, _ address: S3Address) throws(S3Error) -> S3OperationName {
        if address.resource == .bucket, request.queryBytes != nil { try checkNamesNoObject(request) }
        if let name = S3OperationName(request, address) {
            if let source = request.firstHeader(CopySource.field), address.resource != .service,
                readsAndDeletes.contains(request.method) || name == .completeMultipartUpload
            {
                throw .invalidArgument("You can only specify a copy source header for copy requests.", CopySource.field, source)
            }
            return name
        }
        guard methods.contains(request.method) else { throw S3Error(.badRequest, "An error occurred when parsing the HTTP request.") }
        let parameters = request.queryItems.map(\.name)
        if address.resource == .object, let refusal = refusalForKey(request.method, parameters) { throw refusal }
        let allowed = ["GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS"].filter {
            S3OperationName(method: $0.utf8, address.resource, parameters: parameters, isCopy: false) != nil
        }
        throw .methodNotAllowed(request.method, on: address.resource, allowed: allowed.joined(separator: ", "))
    }

    /// Checks that a request of a bucket names no part and no version of an object.
    /// - Throws: InvalidRequest, InvalidArgument.
    private static func checkNamesNoObject(_ request: Request) throws(S3Error) {
        // A preflight has the parameters of the request that follows.
        guard request.method != "OPTIONS" else { return }
        let query = request.queryItems
        if query.contains(where: { $0.name == "partNumber" }) { throw S3Error(.invalidRequest, "Object must have a valid key name.") }
        guard readsAndDeletes.contains(request.method), let version = query.first(where: { $0.name == "versionId" }),
            !query.contains(where: { $0.name == "acl" })
        else { return }
        throw .invalidArgument("This operation does not accept a version-id.", "versionId", version.value)
    }

    /// S3's own refusals of what only a bucket has; nil for another one.
    private static func refusalForKey(_ method: String, _ parameters: [String]) -> S3Error? {
        if parameters.contains("logging") { return S3Error(.noLoggingStatusForKey) }
        guard method == "GET" else { return nil }
        if parameters.contains("uploads") { return S3Error(.invalidRequest, "Key is not expected for the GET method ?uploads subresource") }
        guard parameters.contains("versions") else { return nil }
        return S3Error(.invalidRequest, "There is no such thing as the ?versions sub-resource for a key")
    }

    /// The methods of HTTP. S3 distinguishes their case.
    private static let methods: Set<String> = ["GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"]
    private static let readsAndDeletes: Set<String> = ["GET", "HEAD", "DELETE"]
}
