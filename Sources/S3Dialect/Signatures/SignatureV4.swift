package import HTTPMessage

/// A signature of version 4, as a request brings it in its field Authorization or in its query.
package struct SignatureV4: Sendable, Hashable {
    /// Where it stands.
    package enum Place: Sendable, Hashable { case field, query }

    static let algorithm = "AWS4-HMAC-SHA256"

    /// Where it stands.
    package let place: Place
    /// The name of the key.
    package let accessKey: String
    /// What the key is for.
    package let scope: CredentialScope
    /// Of the request: `yyyymmddThhmmssZ`.
    package let time: String
    /// The same in seconds since 1970.
    package let timeSeconds: Int
    /// How long a link holds, in seconds; nil in a field.
    package let expires: Int?
    /// The fields that are signed.
    package let signedFields: SignedFields
    /// 64 hexadecimal digits.
    package let signature: String
    /// What stands for the body in what is signed.
    let payload: String

    /// The signature of a request; nil without one of this version.
    /// - Throws: AuthorizationHeaderMalformed, AuthorizationQueryParametersError, AccessDenied without a time.
    package init?(_ request: Request) throws(S3Error) { try self.init(request, SignedQuery(request)) }

    /// - Parameter query: of the request.
    init?(_ request: Request, _ query: SignedQuery) throws(S3Error) {
        if let index = request.firstHeaderIndex("Authorization"), request.headerValue(index).starts(with: "AWS4-".utf8) {
            try self.init(field: request.headerValue(index), request)
            return
        }
        guard query.value("X-Amz-Algorithm") != nil || query.value("X-Amz-Signature") != nil || query.value("X-Amz-Credential") != nil
        else { return nil }
        try self.init(query: query, request)
    }

    private init(field: ArraySlice<UInt8>, _ request: Request) throws(S3Error) {
        let parts = try AuthorizationField(field)
        place = .field
        accessKey = parts.credential.accessKey
        scope = parts.credential.scope
        signedFields = parts.signedFields
        signature = parts.signature
        expires = nil
        (time, timeSeconds) = try Self.time(of: request)
        guard let payload = request.firstHeader("x-amz-content-sha256") else {
            throw S3Error(.invalidRequest, "Missing required header for this request: x-amz-content-sha256")
        }
        self.payload = payload
    }

    private init(query: SignedQuery, _ request: Request) throws(S3Error) {
        guard let algorithm = query.value("X-Amz-Algorithm"), let credential = query.value("X-Amz-Credential"),
            let signature = query.value("X-Amz-Signature"), let time = query.value("X-Amz-Date"),
            let signedFields = query.value("X-Amz-SignedHeaders"), let lifetime = try LinkLifetime(query)
        else {
            throw .malformedLink(
                "Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date,"
                    + " X-Amz-SignedHeaders, and X-Amz-Expires parameters.")
        }
        guard algorithm == Self.algorithm else {
            throw .malformedLink("X-Amz-Algorithm only supports \"AWS4-HMAC-SHA256 and AWS4-ECDSA-P256-SHA256\"")
        }
        let parts = try Credential(credential) { .malformedLink("Error parsing the X-Amz-Credential parameter; \($0)") }
        place = .query
        (accessKey, scope) = (parts.accessKey, parts.scope)
        self.time = time
        timeSeconds = lifetime.begin
        expires = lifetime.seconds
        self.signedFields = SignedFields(list: Array(signedFields.utf8)[...])
        self.signature = signature
        payload = Self.payload(ofLink: request, query)
    }

    /// What stands for the body in what a link signs.
    /// - Parameter query: of the request.
    static func payload(ofLink request: Request, _ query: SignedQuery) -> String {
        query.value("X-Amz-Content-Sha256") ?? request.firstHeader("x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD"
    }

    /// Checks that the key is for the day of the request.
    /// - Throws: AuthorizationHeaderMalformed, AuthorizationQueryParametersError.
    func checkScopeDate() throws(S3Error) {
        guard !time.hasPrefix(scope.date) else { return }
        let cause = "Invalid credential date \"\(scope.date)\". This date is not the same as X-Amz-Date: \"\(time.prefix(8))\"."
        throw place == .field ? .malformedAuthorization(cause) : .malformedLink(cause)
    }

    /// The time of a request with a field: `x-amz-date`, or else `Date`.
    private static func time(of request: Request) throws(S3Error) -> (String, Int) {
        if let text = request.firstHeader("x-amz-date") ?? request.firstHeader("Date") {
            if let seconds = SignatureTime.parse(text) { return (text, seconds) }
            if let seconds = SignatureTime.date(text) { return (SignatureTime.text(seconds), seconds) }
        }
        throw S3Error(.accessDenied, "AWS authentication requires a valid Date or x-amz-date header")
    }
}

extension S3Error {
    static func malformedAuthorization(_ cause: String) -> S3Error {
        S3Error(.authorizationHeaderMalformed, "The authorization header is malformed; \(cause)")
    }

    /// - Parameter field: the value of Authorization.
    static func authorizationInOneWord(_ field: String) -> S3Error {
        .invalidArgument("Authorization header is invalid -- one and only one ' ' (space) required", "Authorization", field)
    }

    static func malformedLink(_ cause: String) -> S3Error { S3Error(.authorizationQueryParametersError, cause) }
}
