internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

enum ListBuckets: S3Operation {
    static let names = [S3OperationName.listBuckets]

    private static let mostBuckets = 10_000
    private static let parameters = ["prefix", "max-buckets", "continuation-token", "bucket-region"]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let prefix = call.parameter("prefix") ?? ""
        let limit = try limit(call)
        // Unlike ListObjectsV2, it takes an empty token.
        let after = try call.parameter("continuation-token") == "" ? nil : ListingPage.token(call)
        let all = view.buckets()
        var buckets = all.filter { $0.name.utf8.starts(with: prefix.utf8) }
        if let after { buckets = buckets.filter { after.utf8.lexicographicallyPrecedes($0.name.utf8) } }
        let usual = call.settings.region
        let region = { (name: String) in view.existingBucket(name)?.layer.settings.regionName(usual) ?? usual }
        if let wanted = call.parameter("bucket-region") {
            guard Region.isKnown(wanted) || wanted == usual || all.contains(where: { region($0.name) == wanted }) else {
                throw .invalidArgument("Argument value \(wanted) is not a valid AWS Region", "bucket-region")
            }
            buckets = buckets.filter { region($0.name) == wanted }
        }
        let page = buckets.prefix(limit)
        // As in S3, only the response to a request with a parameter says where the buckets are.
        let namesRegion = Self.parameters.contains { call.parameter($0) != nil }
        return call.document(
            XMLText("ListAllMyBucketsResult") { xml in
                xml.owner()
                xml.element("Buckets") { xml in
                    for bucket in page {
                        xml.element("Bucket") { xml in
                            xml.element("Name", bucket.name)
                            xml.date("CreationDate", bucket.created)
                            if namesRegion { xml.element("BucketRegion", region(bucket.name)) }
                            xml.element("BucketArn", BucketName.arn(of: bucket.name))
                        }
                    }
                }
                if let last = page.last, page.count < buckets.count { xml.element("ContinuationToken", ListingPage.token(for: last.name)) }
                if !prefix.isEmpty { xml.element("Prefix", prefix) }
            })
    }

    /// Unlike other limits, this one must be in its range.
    private static func limit(_ call: S3Call) throws(S3Error) -> Int {
        guard let text = call.parameter("max-buckets") else { return mostBuckets }
        guard let limit = Int(text), (1...mostBuckets).contains(limit) else {
            throw .invalidArgument("Argument max-buckets must be an integer between 1 and \(mostBuckets).", "max-buckets", text)
        }
        return limit
    }
}
