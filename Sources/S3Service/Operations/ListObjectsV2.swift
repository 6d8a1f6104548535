internal import S3Dialect
internal import XMLDocument
internal import HTTPMessage

enum ListObjectsV2: S3Operation {
    static let name = "ListObjectsV2"
    static let resource = S3Resource.bucket
    static let selectors = ["list-type"]

    static func perform(_ call: S3Call, _ objects: ObjectStore) throws(S3Error) -> Response {
        guard call.mayTakeTime else { throw .needsTime }
        guard call.parameter("list-type") == "2" else {
            throw .invalidArgument("Invalid List Type specified in Request", "list-type", call.parameter("list-type") ?? "")
        }
        let text = try ListingText(encoding: call.parameter("encoding-type"))
        let token = try ListingPage.token(call)
        let startAfter = call.parameter("start-after")
        let query = ListingPage.Query(
            prefix: call.parameter("prefix") ?? "", delimiter: call.parameter("delimiter") ?? "", after: token ?? startAfter ?? "",
            limit: try ListingPage.limit(call, "max-keys"))
        let page = ListingPage(try objects.entries(of: call.bucket), query)

        var contents = XMLText.fragment
        for entry in page.entries {
            try text.object("Contents", entry, objects, &contents, hasOwner: call.parameter("fetch-owner") == "true", call)
        }
        return call.document(
            XMLText("ListBucketResult") { xml in
                xml.element("Name", call.bucket)
                xml.element("Prefix", text(query.prefix))
                if !query.delimiter.isEmpty { xml.element("Delimiter", text(query.delimiter)) }
                xml.element("MaxKeys", query.limit)
                xml.element("KeyCount", page.count)
                xml.element("IsTruncated", page.isTruncated)
                if text.isEncoded { xml.element("EncodingType", "url") }
                xml.element("ContinuationToken", call.parameter("continuation-token"))
                if page.isTruncated { xml.element("NextContinuationToken", page.last.map(ListingPage.token(for:))) }
                xml.element("StartAfter", startAfter.map { text($0) })
                xml.append(contents)
                text.commonPrefixes(page.commonPrefixes, &xml)
            })
    }
}
