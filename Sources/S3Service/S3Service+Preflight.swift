package import HTTPMessage
internal import S3Dialect

extension S3Service {
    /// Why a preflight is refused and what would allow it, as a sentence; nil for other requests. A preflight is never signed.
    package func adviceAboutPreflight(_ request: Request, in session: S3Session) -> String? {
        guard request.methodBytes.elementsEqual("OPTIONS".utf8), let origin = request.firstHeader("Origin"),
            let method = request.firstHeader("Access-Control-Request-Method")
        else { return nil }
        let bucket = address(of: request).bucket
        let existing = bucket.flatMap { BucketView(objects, session).existingBucket($0) }
        // Where a rule fits without the fields, they are what it refuses.
        let fits = existing?.layer.settings.cors?.rule(origin: origin, method: method) != nil
        let fields = fits ? " with \(CrossOrigin.requestedFields(request).joined(separator: ", "))" : ""
        let refusal = "No CORS rule lets pages of \"\(origin)\" send \(method)\(fields)."
        // The setting names origins of web pages; others, such as capacitor://localhost, come under the star.
        let isOfWebPage = origin.hasPrefix("http://") || origin.hasPrefix("https://")
        let start = "Start the server with --s3-cors \(isOfWebPage ? origin : "'*'")"
        guard let bucket else { return "\(refusal) \(start)." }
        guard existing != nil else { return "S3 has no bucket \"\(bucket)\". \(refusal) \(start)." }
        return "\(refusal) \(start), or give the bucket \"\(bucket)\" such a rule with PutBucketCors."
    }
}
