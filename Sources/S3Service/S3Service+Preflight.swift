package import HTTPMessage
internal import S3Dialect

extension S3Service {
    /// Why a preflight is refused and what would allow it, as a sentence; nil for other requests. A preflight is never signed.
    package func adviceAboutPreflight(_ request: Request, in session: S3Session) -> String? {
        guard request.methodBytes.elementsEqual("OPTIONS".utf8), let origin = request.firstHeader("Origin") else { return nil }
        let method = request.firstHeader("Access-Control-Request-Method")
        let bucket = S3Address(request, baseDomains: settings.baseDomains).bucket
        let existing = bucket.flatMap { BucketView(objects, session).existingBucket($0) }
        // Where a rule fits without the fields, they are what it refuses.
        let fits = method.map { existing?.layer.settings.cors?.rule(origin: origin, method: $0) != nil } ?? false
        let fields = fits ? " with \(CrossOrigin.requestedFields(request).joined(separator: ", "))" : ""
        let refusal = "No CORS rule lets pages of \"\(origin)\" send \(method ?? "requests")\(fields)."
        let start = "Start the server with --s3-cors \(origin == "null" ? "'*'" : origin)"
        guard let bucket else { return "\(refusal) \(start)." }
        guard existing != nil else { return "S3 has no bucket \"\(bucket)\". \(refusal) \(start)." }
        return "\(refusal) \(start), or give the bucket \"\(bucket)\" such a rule with PutBucketCors."
    }
}
