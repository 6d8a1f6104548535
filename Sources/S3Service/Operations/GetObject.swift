internal import FileStore
internal import HTTPMessage
internal import S3Dialect

/// GetObject and HeadObject.
enum GetObject: S3Operation {
    static let name = "GetObject"
    static let resource = S3Resource.object
    static let methods = ["GET", "HEAD"]

    static func perform(_ call: S3Call, _ objects: ObjectStore) throws(S3Error) -> Response {
        let overrides = try ResponseOverrides.fields(call.query, isSigned: call.isSigned)
        var look = objects.look(for: call)
        let file = try objects.object(call, &look)
        try checkVersion(call)
        let head = try ObjectHead.of(file, call, objects, &look)
        let validators = Conditions.Validators(entityTag: head.entityTag, lastModified: file.lastModified)
        var verdict = Conditions.Verdict.whole
        if Conditions.arePresent(in: call.request) {
            verdict = Conditions.evaluate(call.request, validators, length: file.size, rangesOnHead: true)
        }
        if let part = call.parameter("partNumber") { try apply(part, to: &verdict, call, file) }

        if verdict == .whole, overrides.isEmpty {
            let response = file.sharedResponse(variant: head) { head.whole(file) }
            if call.isPlainRead { objects.keep(response, for: call.request.targetBytes, seen: look) }
            return response
        }
        var fields = RequestIdentity.commonFields
        fields.append(contentsOf: verdict == .notModified ? head.notModifiedFields : head.fields)
        for field in overrides { fields.set(field.name, field.value) }
        switch verdict {
        case .whole: return Response(status: 200, headers: fields, body: file.body)
        case .part(let range):
            fields.append(name: "Content-Range", value: range.contentRange(of: file.size))
            return Response(status: 206, headers: fields, body: file.body(range))
        // Not sent, but its length is: a length of 0 would say that the object is empty (RFC 9110, section 8.6).
        case .notModified: return Response(status: 304, headers: fields, body: file.body)
        case .preconditionFailed:
            let condition = call.request.firstHeaderIndex("If-Match") != nil ? "If-Match" : "If-Unmodified-Since"
            throw S3Error(.preconditionFailed, nil, [("Condition", condition)])
        case .rangeNotSatisfiable:
            throw S3Error(
                .invalidRange, nil,
                [("RangeRequested", call.request.firstHeader("Range") ?? ""), ("ActualObjectSize", String(file.size))],
                headers: [("Content-Range", "bytes */\(file.size)"), ("Accept-Ranges", "bytes")])
        }
    }

    /// An object without multipart upload has one part.
    private static func apply(_ part: String, to verdict: inout Conditions.Verdict, _ call: S3Call, _ file: StoredFile) throws(S3Error) {
        guard let number = Int(part), (1...10_000).contains(number) else {
            throw .invalidArgument("Part number must be an integer between 1 and 10000, inclusive", "partNumber", part)
        }
        if call.request.firstHeaderIndex("Range") != nil {
            throw S3Error(.invalidRequest, "Cannot specify both Range header and partNumber query parameter")
        }
        guard number == 1 else {
            throw S3Error(.invalidPartNumber, nil, [("PartNumberRequested", part), ("ActualPartCount", "1")])
        }
        if verdict == .whole, file.size > 0 { verdict = .part(0..<file.size) }
    }

    private static func checkVersion(_ call: S3Call) throws(S3Error) {
        guard let version = call.parameter("versionId"), version != "null" else { return }
        if version.isEmpty { throw .invalidArgument("Version id cannot be the empty string", "versionId", version) }
        throw .invalidArgument("Invalid version id specified", "versionId", version)
    }
}
