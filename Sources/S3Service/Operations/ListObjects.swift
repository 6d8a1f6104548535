internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

/// Version 1 of the listing, which many clients still use.
enum ListObjects: S3Operation {
    static let names = [S3OperationName.listObjects]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func checkQuery(_ call: S3Call) throws(S3Error) {
        try ListingPage.checkIsNumber(call, "max-keys")
        for (name, spelling) in [("continuation-token", "continuation-token"), ("start-after", "startAfter")]
        where call.parameter(name) != nil {
            throw .invalidArgument("\(spelling) only supported in REST.GET.BUCKET with list-type=2", name)
        }
    }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let bucket = try view.bucket(call.bucket)
        try call.checkNamesNoUpload()
        let text = try ListingText(encoding: call.parameter("encoding-type"))
        let marker = call.parameter("marker") ?? ""
        let query = try ListingPage.Query(call, after: ObjectKey(marker))
        let page = try ListingPage(bucket, query)
        return call.document(
            XMLText("ListBucketResult") { xml in
                xml.element("Name", call.bucket)
                xml.element("Prefix", text(query.prefix.text))
                xml.element("Marker", text(marker))
                if page.isTruncated, !query.delimiter.bytes.isEmpty { xml.element("NextMarker", page.last.map { text($0) }) }
                xml.element("MaxKeys", query.limit)
                if !query.delimiter.bytes.isEmpty { xml.element("Delimiter", text(query.delimiter.text)) }
                xml.element("EncodingType", text.encoding)
                xml.element("IsTruncated", page.isTruncated)
                var elements = ObjectElements(text, hasOwner: call.isFromOwner, page.entries.count, &xml)
                for entry in page.entries { elements.add(.contents, entry.key, entry.version, to: &xml) }
                text.commonPrefixes(page.commonPrefixes, &xml)
            }, headers: [("x-amz-bucket-region", bucket.layer.settings.regionName(call.settings.region))])
    }
}
