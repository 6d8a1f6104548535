internal import HTTPMessage

/// A signature of version 2, as a request brings it in its field Authorization or in its query.
struct SignatureV2: Sendable, Hashable {
    /// The name of the key.
    let accessKey: String
    /// In base64.
    let signature: String
    /// The end of a link in seconds since 1970, as written; nil in a field.
    let expires: String?

    /// The signature of a request; nil without one of this version.
    /// - Throws: InvalidArgument, AccessDenied.
    init?(_ request: Request, _ query: SignedQuery) throws(S3Error) {
        if let field = request.firstHeader("Authorization"), field.hasPrefix("AWS ") {
            let words = field.dropFirst("AWS ".utf8.count).split(separator: ":", omittingEmptySubsequences: false)
            guard words.count == 2, !words[0].isEmpty, !words[1].isEmpty else {
                throw .invalidArgument("AWS authorization header is invalid.  Expected AwsAccessKeyId:signature", "Authorization", field)
            }
            (accessKey, signature, expires) = (String(words[0]), String(words[1]), nil)
            return
        }
        let (signature, accessKey) = (query.value("Signature"), query.value("AWSAccessKeyId"))
        if signature == nil, accessKey == nil { return nil }
        guard let signature, let accessKey, let expires = query.value("Expires") else {
            throw S3Error(
                .accessDenied, "Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters")
        }
        (self.accessKey, self.signature, self.expires) = (accessKey, signature, expires)
    }

    /// - Throws: AccessDenied, RequestTimeTooSkewed.
    func checkTime(_ request: Request, now: Int) throws(S3Error) {
        if let expires {
            try LinkLifetime(end: expires).check(now: now)
            return
        }
        guard let text = request.firstHeader("x-amz-date") ?? request.firstHeader("Date"),
            let time = SignatureTime.date(text), time >= 0
        else { throw S3Error(.accessDenied, "AWS authentication requires a valid Date or x-amz-date header") }
        try SignatureVerifier.checkSkew(time, written: text, now: now)
    }
}
