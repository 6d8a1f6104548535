internal import HTTPMessage
internal import S3Dialect

/// GetObject and HeadObject.
enum GetObject: S3Operation {
    static let names = [S3OperationName.getObject, .headObject]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost {
        view.existingBucket(call.bucket)?.isQuick(call.key) ?? true ? .quick : .pooled
    }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let overrides = try ResponseOverrides.fields(call.query, isSigned: call.isSigned)
        let version = try VersionID.parse(call.parameter("versionId"))
        let part = try call.partToRead()
        _ = try call.checkedKey()
        try EncryptionFields.checkRead(call)
        try call.checkChecksumMode()
        let bucket = try view.bucket(call.bucket)
        var look = view.folder.look()
        let object = try bucket.object(call.key, version: version, &look)
        var verdict = object.verdict(on: call, hasRanges: true, now: view.now)
        var own = HeaderFields()
        let isWhole = part == nil && (verdict == .whole || verdict == .part(0..<object.size))
        if isWhole, call.asksForChecksum, let checksum = object.head.checksum {
            own.append(contentsOf: checksum.fields)
        }
        if bucket.layer.versioning != nil, !object.head.fields.contains("x-amz-version-id") {
            own.append(contentsOf: bucket.versionFields(object))
        }
        if version == nil { own.append(contentsOf: bucket.expirationFields(call.key, object)) }
        if let part { own.append(contentsOf: try object.choosePart(part, call, &verdict)) }

        if verdict == .whole, overrides.isEmpty, own.isEmpty {
            let response = object.head.whole(object.content)
            // A checksum depends on another field of the request. What the session has changed is not for others: a copy may have the
            // content of a file.
            if call.isPlainRead, object.head.checksum == nil, bucket.layer.leavesToFolder(call.key), case .fixture = object.content {
                view.folder.keep(response, for: call.request.pathBytes, seen: look)
            }
            return response
        }
        var fields = RequestIdentity.commonFields
        fields.append(contentsOf: verdict == .notModified ? object.head.notModifiedFields : object.head.fields)
        fields.append(contentsOf: own)
        for field in overrides { fields.set(field.name, field.value) }
        return try response(verdict, fields, object, call)
    }

    private static func response(
        _ verdict: Conditions.Verdict, _ fields: HeaderFields, _ object: StoredObject, _ call: S3Call
    ) throws(S3Error) -> Response {
        var fields = fields
        switch verdict {
        case .whole: return Response(status: 200, headers: fields, body: object.content.body)
        // A range of no bytes cannot be written: an empty part is a whole response without a body.
        case .part(let range) where range.isEmpty: return Response(status: 200, headers: fields, body: .bytes([]))
        case .part(let range):
            fields.append(name: "Content-Range", value: range.contentRange(of: object.size))
            return Response(status: 206, headers: fields, body: object.content.body(range))
        // S3 sends no length; with one, the SDK for Ruby waits for a body.
        case .notModified: return Response(status: 304, headers: fields)
        case .preconditionFailed: throw call.failedCondition
        case .rangeNotSatisfiable:
            throw S3Error(
                .invalidRange, nil,
                [("RangeRequested", call.request.firstHeader("Range") ?? ""), ("ActualObjectSize", String(object.size))],
                headers: [("Content-Range", "bytes */\(object.size)"), ("Accept-Ranges", "bytes")])
        }
    }
}
