internal import HTTPMessage
internal import S3Dialect

enum DeleteObject: S3Operation {
    static let names = [S3OperationName.deleteObject]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { GetObject.cost(of: call, view) }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let key = try call.checkedKey()
        let version = try VersionID.parse(call.parameter("versionId"))
        let match = call.request.firstHeader("If-Match").map(EntityTagList.parse)
        let deletion = try view.delete(key, version: version, in: call.bucket) { current, isMarker throws(S3Error) in
            guard match != nil else { return }
            if isMarker { throw WriteConditions.failed("If-Match") }
            try WriteConditions(match: match).check(current, key)
        }
        return call.done(204, headers: deletion.fields)
    }
}
