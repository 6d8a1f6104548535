internal import S3Dialect
internal import XMLDocument
internal import HTTPMessage

enum ListBuckets: S3Operation {
    static let name = "ListBuckets"
    static let resource = S3Resource.service

    static func perform(_ call: S3Call, _ objects: ObjectStore) throws(S3Error) -> Response {
        guard call.mayTakeTime else { throw .needsTime }
        let prefix = call.parameter("prefix") ?? ""
        let limit = try ListingPage.limit(call, "max-buckets", most: 10_000)
        let after = try ListingPage.token(call)
        var buckets = objects.buckets().filter { $0.name.utf8.starts(with: prefix.utf8) }
        if let after { buckets = buckets.filter { after.utf8.lexicographicallyPrecedes($0.name.utf8) } }
        let page = buckets.prefix(limit)
        return call.document(
            XMLText("ListAllMyBucketsResult") { xml in
                xml.owner()
                xml.element("Buckets") { xml in
                    for bucket in page {
                        xml.element("Bucket") { xml in
                            xml.element("Name", bucket.name)
                            xml.element("CreationDate", CivilTime(secondsSinceEpoch: bucket.created.secondsSinceEpoch).iso8601Milliseconds)
                            xml.element("BucketRegion", call.settings.region)
                        }
                    }
                }
                if let last = page.last, page.count < buckets.count { xml.element("ContinuationToken", ListingPage.token(for: last.name)) }
                if !prefix.isEmpty { xml.element("Prefix", prefix) }
            })
    }
}

extension XMLText {
    /// All buckets and objects have the same owner.
    mutating func owner(_ name: String = "Owner", attributes: [(name: String, value: String)] = []) {
        element(name, attributes: attributes) { xml in
            xml.element("ID", "75aa57f09aa0c8caeab4f8c24e99d10f8e7faeebf76c078efc7c6caea54ba06a")
            xml.element("DisplayName", "understudy")
        }
    }
}
