internal import HTTPMessage
internal import S3Dialect

enum DeleteObject: S3Operation {
    static let names = [S3OperationName.deleteObject]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { GetObject.cost(of: call, view) }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let key = try call.checkedKey()
        let version = try VersionID.parse(call.parameter("versionId"))
        // Only directory buckets have these. A delete in spite of them would be the worst of all responses.
        for field in ["x-amz-if-match-last-modified-time", "x-amz-if-match-size"] where call.field(field) != nil {
            throw S3Error(.notImplemented, nil, [("Header", field)])
        }
        // A condition is about the newest version. As in S3, it does not go with the name of another one.
        if version != nil, call.writeCondition("If-Match") != nil { throw .notImplemented(header: "If-Match") }
        let conditions = WriteConditions(match: call.writeCondition("If-Match").map(EntityTagList.parse))
        let deletion = try view.delete(key, version: version, in: call.bucket) { current throws(S3Error) in
            try conditions.check(current, key)
        }
        return call.done(204, headers: deletion.fields)
    }
}
