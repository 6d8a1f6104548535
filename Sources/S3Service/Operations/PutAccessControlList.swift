internal import HTTPMessage
internal import S3Dialect

/// Of a bucket or an object: by the fields of the request, or by a document.
enum PutAccessControlList: S3Operation {
    static let names = [S3OperationName.putBucketAcl, .putObjectAcl]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost {
        if case .pooled = OperationCost.document(of: call) { return .pooled }
        return call.operation == .putObjectAcl ? GetObject.cost(of: call, view) : .quick
    }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let bucket = try view.bucket(call.bucket)
        let acl = try acl(call)
        try bucket.layer.settings.checkACL(acl, of: call)
        guard call.operation == .putObjectAcl else {
            try view.changeSettings(of: call.bucket, .accessToBucket(call.bucket)) { (settings) throws(S3Error) in settings.acl = acl }
            return call.done()
        }
        let version = try VersionID.parse(call.parameter("versionId"))
        let object = try view.describe(try call.checkedKey(), version: version, for: call) { $0.acl = acl }
        return call.done(headers: bucket.versionFields(object))
    }

    private static func acl(_ call: S3Call) throws(S3Error) -> AccessControlList {
        let body = try call.body()
        if let named = try AccessControlList(call) {
            guard body.isEmpty else { throw S3Error(.unexpectedContent) }
            return named
        }
        guard !body.isEmpty else {
            throw S3Error(.missingSecurityHeader, "Your request was missing a required header", [("MissingHeaderName", "x-amz-acl")])
        }
        return try AccessControlList(try AccessControlPolicy(body))
    }
}
