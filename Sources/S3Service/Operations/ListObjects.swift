internal import S3Dialect
internal import XMLDocument
internal import HTTPMessage

/// Version 1 of the listing, which many clients still use.
enum ListObjects: S3Operation {
    static let name = "ListObjects"
    static let resource = S3Resource.bucket

    static func perform(_ call: S3Call, _ objects: ObjectStore) throws(S3Error) -> Response {
        guard call.mayTakeTime else { throw .needsTime }
        let text = try ListingText(encoding: call.parameter("encoding-type"))
        let marker = call.parameter("marker") ?? ""
        let query = ListingPage.Query(
            prefix: call.parameter("prefix") ?? "", delimiter: call.parameter("delimiter") ?? "", after: marker,
            limit: try ListingPage.limit(call, "max-keys"))
        let page = ListingPage(try objects.entries(of: call.bucket), query)

        var contents = XMLText.fragment
        for entry in page.entries { try text.object("Contents", entry, objects, &contents, hasOwner: true, call) }
        return call.document(
            XMLText("ListBucketResult") { xml in
                xml.element("Name", call.bucket)
                xml.element("Prefix", text(query.prefix))
                xml.element("Marker", text(marker))
                if page.isTruncated, !query.delimiter.isEmpty { xml.element("NextMarker", page.last.map { text($0) }) }
                xml.element("MaxKeys", query.limit)
                if !query.delimiter.isEmpty { xml.element("Delimiter", text(query.delimiter)) }
                if text.isEncoded { xml.element("EncodingType", "url") }
                xml.element("IsTruncated", page.isTruncated)
                xml.append(contents)
                text.commonPrefixes(page.commonPrefixes, &xml)
            })
    }
}
