internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

enum ListObjectsV2: S3Operation {
    static let names = [S3OperationName.listObjectsV2]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func checkQuery(_ call: S3Call) throws(S3Error) {
        try ListingPage.checkIsNumber(call, "max-keys")
        guard call.parameter("marker") == nil else {
            throw .invalidArgument("Marker unsupported with REST.GET.BUCKET in list-type=2", "marker")
        }
    }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        guard call.parameter("list-type") == "2" else {
            throw .invalidArgument("Invalid List Type specified in Request", "list-type", call.parameter("list-type") ?? "")
        }
        let bucket = try view.bucket(call.bucket)
        try call.checkNamesNoUpload()
        let text = try ListingText(encoding: call.parameter("encoding-type"))
        let token = try ListingPage.token(call)
        let startAfter = call.parameter("start-after")
        var query = try ListingPage.Query(call, after: ObjectKey(token ?? startAfter ?? ""))
        query.skipsPrefixOfAfter = token != nil
        let page = try ListingPage(bucket, query)
        let hasOwner = call.parameter("fetch-owner") == "true"
        return call.document(
            XMLText("ListBucketResult") { xml in
                xml.element("Name", call.bucket)
                xml.element("Prefix", text(query.prefix.text))
                if !query.delimiter.bytes.isEmpty { xml.element("Delimiter", text(query.delimiter.text)) }
                xml.element("MaxKeys", query.limit)
                xml.element("KeyCount", page.count)
                xml.element("IsTruncated", page.isTruncated)
                xml.element("EncodingType", text.encoding)
                xml.element("ContinuationToken", call.parameter("continuation-token"))
                if page.isTruncated { xml.element("NextContinuationToken", page.last.map(ListingPage.token(for:))) }
                if let startAfter, !startAfter.isEmpty, counts(startAfter, beside: token) { xml.element("StartAfter", text(startAfter)) }
                var elements = ObjectElements(text, hasOwner: hasOwner, page.entries.count, &xml)
                for entry in page.entries { elements.add(.contents, entry.key, entry.version, to: &xml) }
                text.commonPrefixes(page.commonPrefixes, &xml)
            }, headers: [("x-amz-bucket-region", bucket.layer.settings.regionName(call.settings.region))])
    }

    /// Whether a page names the start: AWS leaves out one beyond the token, which has no effect.
    private static func counts(_ startAfter: String, beside token: String?) -> Bool {
        token.map { ObjectKey(startAfter) <= ObjectKey($0) } ?? true
    }
}
