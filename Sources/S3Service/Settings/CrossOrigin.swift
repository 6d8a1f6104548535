internal import HTTPMessage
internal import S3Dialect

/// The fields that let a page of another origin read a response: by the rules of the bucket, or by the setting for all buckets.
enum CrossOrigin {
    private static let methods = ["GET", "PUT", "POST", "DELETE", "HEAD"]
    /// What pages may read beside S3's own fields.
    private static let exposed = [
        "ETag", "Accept-Ranges", "Content-Disposition", "Content-Encoding", "Content-Length", "Content-Range", "Date", "Last-Modified",
        "Location", "Server",
    ]
    private static let ownPrefix = "x-amz-"
    /// Of a preflight, which stands for responses that are not known yet.
    private static let usualOwnFields = [
        "x-amz-request-id", "x-amz-id-2", "x-amz-version-id", "x-amz-delete-marker", "x-amz-bucket-region", "x-amz-expiration",
        "x-amz-bucket-arn", "x-amz-checksum-crc32",
        "x-amz-checksum-crc32c", "x-amz-checksum-crc64nvme", "x-amz-checksum-md5", "x-amz-checksum-sha1", "x-amz-checksum-sha256",
        "x-amz-checksum-sha512", "x-amz-checksum-type",
        "x-amz-mp-parts-count", "x-amz-storage-class", "x-amz-tagging-count",
    ]

    /// Empty without an Origin, and when no rule fits. Costs almost nothing without an Origin.
    /// - Parameter response: its fields that begin with `x-amz-` are exposed where the setting for all buckets applies.
    static func fields(for call: S3Call, _ view: BucketView, _ response: WirePlan) -> HeaderFields {
        guard call.operation != .optionsObject, let origin = call.request.firstHeader("Origin") else { return [] }
        let rules = view.existingBucket(call.bucket)?.layer.settings.cors
        // S3 takes what a preflight would ask for from any request.
        let method = call.request.firstHeader("Access-Control-Request-Method") ?? call.request.method
        if let rule = rules?.rule(origin: origin, method: method, fields: requestedFields(call.request)) {
            return rule.fields(origin: origin, requested: nil)
        }
        return fields(for: call.request, response, call.settings)
    }

    /// The names of the fields that a preflight asks for.
    static func requestedFields(_ request: Request) -> [String] {
        request.headers("Access-Control-Request-Headers").flatMap { $0.split(separator: ",") }.map { String(FieldText.trimmingBlanks($0)) }
    }

    /// By the setting for all buckets alone.
    static func fields(for request: Request, _ response: WirePlan, _ settings: S3Settings) -> HeaderFields {
        guard !settings.corsOrigins.isEmpty, let origin = request.firstHeader("Origin") else { return [] }
        let own = (Array(response.response.headers) + Array(response.ownFields)).map(\.name).filter {
            ASCII.equalsIgnoringCase($0.prefix(ownPrefix.utf8.count).utf8, ownPrefix.utf8)
        }
        return rule(settings, origin: origin, exposing: own)?.fields(origin: origin, requested: nil) ?? []
    }

    /// The rule for a preflight; nil when the setting for all buckets does not mean the origin.
    static func preflightRule(_ settings: S3Settings, origin: String) -> CORSRule? {
        rule(settings, origin: origin, exposing: usualOwnFields)
    }

    private static func rule(_ settings: S3Settings, origin: String, exposing own: [String]) -> CORSRule? {
        guard !settings.corsOrigins.isEmpty else { return nil }
        let rule = CORSRule(
            origins: settings.corsOrigins, methods: methods, allowedFields: ["*"], exposedFields: exposed + own, maximumAgeSeconds: 3_000)
        return rule.allows(origin: origin) ? rule : nil
    }
}
