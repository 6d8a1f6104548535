package import HTTPMessage

/// From when to when a link holds.
package struct LinkLifetime: Sendable, Hashable {
    /// The longest life of a link of version 4.
    package static let maximumSeconds = 604_800

    /// When it was signed, in seconds since 1970.
    package let begin: Int
    /// How long it holds from then, in seconds.
    package let seconds: Int
    /// False for version 2, which names only its end.
    private let hasBegin: Bool

    /// The first second in which it does not hold.
    package var end: Int { begin + seconds }

    /// The lifetime in a request's query, of version 4 or 2; nil without one.
    /// - Throws: AuthorizationQueryParametersError, AccessDenied for values that are none.
    package init?(_ request: Request) throws(S3Error) {
        guard let query = request.queryBytes, !query.isEmpty else { return nil }
        let items = SignedQuery(request)
        if let expires = items.value("Expires"), items.value("Signature") != nil, items.value("AWSAccessKeyId") != nil {
            try self.init(end: expires)
        } else {
            try self.init(items)
        }
    }

    /// Of version 4.
    init?(_ query: SignedQuery) throws(S3Error) {
        guard let date = query.value("X-Amz-Date"), let expires = query.value("X-Amz-Expires") else { return nil }
        guard let begin = SignatureTime.parse(date) else {
            throw .malformedLink("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"")
        }
        guard let seconds = Int(expires) else { throw .malformedLink("X-Amz-Expires should be a number") }
        guard seconds >= 0 else { throw .malformedLink("X-Amz-Expires must be non-negative") }
        guard seconds <= Self.maximumSeconds else {
            throw .malformedLink(
                "X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds")
        }
        self.begin = begin
        self.seconds = seconds
        hasBegin = true
    }

    /// Of version 2.
    init(end: String) throws(S3Error) {
        guard let seconds = Int(end), seconds >= 0 else {
            throw S3Error(.accessDenied, "Invalid date (should be seconds since epoch): \(end)")
        }
        begin = 0
        self.seconds = seconds
        hasBegin = false
    }

    /// - Parameter now: in seconds since 1970.
    /// - Throws: AccessDenied, for a link that has expired or is not valid yet.
    package func check(now: Int) throws(S3Error) {
        if hasBegin, begin > now + SignatureTime.maximumSkewSeconds {
            throw S3Error(
                .accessDenied, "Request is not yet valid",
                [("X-Amz-Date", SignatureTime.text(begin)), ("ServerTime", SignatureTime.iso(now))])
        }
        guard now < end else {
            let life = hasBegin ? [("X-Amz-Expires", String(seconds))] : []
            throw S3Error(
                .accessDenied, "Request has expired",
                life + [("Expires", SignatureTime.iso(end)), ("ServerTime", SignatureTime.iso(now))])
        }
    }
}
