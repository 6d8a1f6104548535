internal import S3Dialect
internal import XMLDocument
internal import HTTPMessage

/// There is no versioning: each object is its own latest version, named `null`.
enum ListObjectVersions: S3Operation {
    static let name = "ListObjectVersions"
    static let resource = S3Resource.bucket
    static let selectors = ["versions"]

    static func perform(_ call: S3Call, _ objects: ObjectStore) throws(S3Error) -> Response {
        guard call.mayTakeTime else { throw .needsTime }
        let text = try ListingText(encoding: call.parameter("encoding-type"))
        let marker = call.parameter("key-marker") ?? ""
        let query = ListingPage.Query(
            prefix: call.parameter("prefix") ?? "", delimiter: call.parameter("delimiter") ?? "", after: marker,
            limit: try ListingPage.limit(call, "max-keys"))
        let page = ListingPage(try objects.entries(of: call.bucket), query)

        var versions = XMLText.fragment
        for entry in page.entries { try text.object("Version", entry, objects, &versions, hasOwner: true, isVersion: true, call) }
        return call.document(
            XMLText("ListVersionsResult") { xml in
                xml.element("Name", call.bucket)
                xml.element("Prefix", text(query.prefix))
                xml.element("KeyMarker", text(marker))
                xml.element("VersionIdMarker", call.parameter("version-id-marker") ?? "")
                if page.isTruncated {
                    xml.element("NextKeyMarker", page.last.map { text($0) })
                    xml.element("NextVersionIdMarker", "null")
                }
                xml.element("MaxKeys", query.limit)
                if !query.delimiter.isEmpty { xml.element("Delimiter", text(query.delimiter)) }
                if text.isEncoded { xml.element("EncodingType", "url") }
                xml.element("IsTruncated", page.isTruncated)
                xml.append(versions)
                text.commonPrefixes(page.commonPrefixes, &xml)
            })
    }
}
