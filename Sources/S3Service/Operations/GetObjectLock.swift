internal import HTTPMessage
internal import S3Dialect

/// The retention or the legal hold of an object. No bucket has an object lock.
enum GetObjectLock: S3Operation {
    static let names = [S3OperationName.getObjectLegalHold, .getObjectRetention]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { GetObject.cost(of: call, view) }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let version = try VersionID.parse(call.parameter("versionId"))
        do throws(S3Error) {
            _ = try view.bucket(call.bucket).object(try call.checkedKey(), version: version)
        } catch { throw error.ofMarker(in: call) }
        throw S3Error(.invalidRequest, "Bucket is missing Object Lock Configuration")
    }
}
