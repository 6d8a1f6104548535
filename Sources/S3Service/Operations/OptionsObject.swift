internal import HTTPMessage
internal import S3Dialect

/// The preflight of a page of another origin.
enum OptionsObject: S3Operation {
    static let names = [S3OperationName.optionsObject]

    static func admit(_ call: inout S3Call, _ view: BucketView) {}

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        guard let origin = call.request.firstHeader("Origin") else {
            throw S3Error(.badRequest, "Insufficient information. Origin request header needed.")
        }
        // S3 reads what is asked for before it looks for the bucket.
        let method = call.request.firstHeader("Access-Control-Request-Method")
        if let method, !["GET", "PUT", "POST", "DELETE", "HEAD"].contains(method) { throw unusable(method) }
        let names = CrossOrigin.requestedFields(call.request)
        if let name = names.first(where: { !$0.isEmpty && !ASCII.isToken($0.utf8) }) {
            throw S3Error(.badRequest, "Access-Control-Request-Headers \"\(name)\" contains invalid character.")
        }
        let bucket = view.existingBucket(call.bucket)
        let configuration = bucket?.layer.settings.cors
        let common = CrossOrigin.preflightRule(call.settings, origin: origin)
        guard configuration != nil || common != nil else {
            let reason = bucket == nil ? "Bucket not found" : "CORS is not enabled for this bucket."
            throw refusal(method ?? "OPTIONS", .bucket, "CORSResponse: \(reason)")
        }
        guard let method else { throw unusable("null") }
        guard let rule = configuration?.rule(origin: origin, method: method, fields: names) ?? common else {
            throw refusal(
                method, call.address.resource,
                "CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request method / "
                    + "Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.")
        }
        return call.done(headers: rule.fields(origin: origin, requested: names.isEmpty ? nil : names.joined(separator: ", ")))
    }

    private static func unusable(_ method: String) -> S3Error {
        S3Error(.badRequest, "Invalid Access-Control-Request-Method: \(method)")
    }

    private static func refusal(_ method: String, _ resource: S3Resource, _ message: String) -> S3Error {
        S3Error(.accessForbidden, message, [("Method", method), ("ResourceType", resource.rawValue.uppercased())])
    }
}
