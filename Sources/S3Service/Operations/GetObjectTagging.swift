internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

enum GetObjectTagging: S3Operation {
    static let names = [S3OperationName.getObjectTagging]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { GetObject.cost(of: call, view) }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let version = try VersionID.parse(call.parameter("versionId"))
        let bucket = try view.bucket(call.bucket)
        let key = try call.checkedKey()
        let object: StoredObject
        do throws(S3Error) { object = try bucket.object(key, version: version) } catch {
            throw refusal(error.ofMarker(in: call), call, key)
        }
        return call.document(TagDocument.of(object.head.description.tags), headers: bucket.versionFields(object))
    }

    /// S3 names a missing object with its bucket, in this operation only.
    private static func refusal(_ error: S3Error, _ call: S3Call, _ key: ObjectKey) -> S3Error {
        error.code == S3ErrorCode.noSuchKey.rawValue ? .noSuchKey(call.bucket + "/" + key.text) : error
    }
}
