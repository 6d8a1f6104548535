internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

/// All versions and delete markers: in the order of the keys, the newest of each key first.
enum ListObjectVersions: S3Operation {
    static let names = [S3OperationName.listObjectVersions]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func checkQuery(_ call: S3Call) throws(S3Error) { try ListingPage.checkIsNumber(call, "max-keys") }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let bucket = try view.bucket(call.bucket)
        let text = try ListingText(encoding: call.parameter("encoding-type"))
        let marker = call.parameter("key-marker") ?? ""
        let versionMarker = call.parameter("version-id-marker")
        let afterVersion = try version(versionMarker, beside: marker)
        let query = try ListingPage.Query(call, after: ObjectKey(marker))
        let page = try VersionPage(bucket, query, afterVersion: afterVersion)
        return call.document(
            XMLText("ListVersionsResult") { xml in
                xml.element("Name", call.bucket)
                xml.element("Prefix", text(query.prefix.text))
                xml.element("KeyMarker", text(marker))
                xml.element("VersionIdMarker", versionMarker ?? "")
                if page.isTruncated {
                    xml.element("NextKeyMarker", page.lastKey.map { text($0) })
                    xml.element("NextVersionIdMarker", page.lastVersion?.text)
                }
                xml.element("MaxKeys", query.limit)
                if !query.delimiter.bytes.isEmpty { xml.element("Delimiter", text(query.delimiter.text)) }
                xml.element("EncodingType", text.encoding)
                xml.element("IsTruncated", page.isTruncated)
                var elements = ObjectElements(text, hasOwner: true, page.entries.count, &xml)
                for entry in page.entries {
                    let name: XMLTag = entry.version.isDeleteMarker ? .deleteMarker : .version
                    elements.add(name, entry.key, entry.version, isLatest: entry.isLatest, to: &xml)
                }
                text.commonPrefixes(page.commonPrefixes, &xml)
            })
    }

    /// The version that a page begins after; nil without one.
    /// - Throws: InvalidArgument for a version that a page cannot begin after.
    private static func version(_ version: String?, beside key: String) throws(S3Error) -> VersionID? {
        guard let version else { return nil }
        let name = "version-id-marker"
        if version.isEmpty { throw .invalidArgument("A version-id marker cannot be empty.", name, version) }
        guard !key.isEmpty else {
            throw .invalidArgument("A version-id marker cannot be specified without a key marker.", name, version)
        }
        return try VersionID.parse(version, argument: name)
    }
}
