package import HTTPMessage
internal import Digest

/// Verifies the signatures of requests. Any thread.
package struct SignatureVerifier: Sendable {
    /// The known keys.
    package let keys: S3Keys
    /// Other names of the server.
    package let aliases: HostAliases
    /// Domains below which the first labels are the bucket.
    package let baseDomains: [String]
    private let links = VerifiedLinks()

    package init(keys: S3Keys, aliases: HostAliases = HostAliases(), baseDomains: [String] = []) {
        self.keys = keys
        self.aliases = aliases
        self.baseDomains = baseDomains
    }

    /// Verifies the signature of a request in a field or in its query.
    /// - Parameter now: in seconds since 1970.
    /// - Returns: nil for a request without a signature.
    /// - Throws: the refusal. A wrong signature's has the canonical request and the string to sign; `SignatureDiagnosis` finds out more.
    package func verify(_ request: Request, now: Int) throws(S3Error) -> SignedRequest? {
        if let known = links.verdict(on: request) {
            try known.lifetime.check(now: now)
            return known.signer
        }
        let query = SignedQuery(request)
        let marks = [
            request.firstHeaderIndex("Authorization") != nil, query.value("X-Amz-Algorithm") != nil,
            query.value("Signature") != nil && query.value("AWSAccessKeyId") != nil,
        ]
        guard marks.count(where: { $0 }) <= 1 else {
            throw .invalidArgument(
                "Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the"
                    + " Authorization header should be specified", "Authorization", request.firstHeader("Authorization") ?? "")
        }
        if let signature = try SignatureV4(request, query) { return try verify(signature, request, query, now: now) }
        if let signature = try SignatureV2(request, query) { return try verify(signature, request, query, now: now) }
        guard let field = request.firstHeader("Authorization") else { return nil }
        if field.isEmpty { return nil }
        guard field.contains(" ") else { throw .authorizationInOneWord(field) }
        throw .invalidArgument("Unsupported Authorization Type", "Authorization", field)
    }

    // MARK: Version 4

    private func verify(_ signature: SignatureV4, _ request: Request, _ query: SignedQuery, now: Int) throws(S3Error) -> SignedRequest {
        try checkTarget(request)
        let lifetime = signature.place == .query ? try LinkLifetime(query) : nil
        if lifetime == nil { try Self.checkSkew(signature.timeSeconds, written: signature.time, now: now) }
        guard let key = keys.signingKey(of: signature.accessKey, signature.scope) else { throw Self.unknownKey(signature.accessKey) }
        try lifetime?.check(now: now)
        try signature.checkScopeDate()
        try Self.checkSignedFields(signature, request)
        let attempt = SignatureAttempt(signature, key, request, query)
        guard let host = findHost(of: attempt, request) else { throw attempt.refusal }
        var chunks: ChunkSignatures?
        if case .chunks(true, _) = try BodyForm(field: signature.payload) {
            chunks = ChunkSignatures(key, time: signature.time, seed: signature.signature)
        }
        let alias: String? = if case .alias(let name) = host { name } else { nil }
        let signer = SignedRequest(
            accessKey: signature.accessKey, way: signature.place == .field ? .fieldV4 : .linkV4, alias: alias, chunks: chunks)
        if let lifetime { links.keep(VerifiedLinks.Verdict(signer: signer, lifetime: lifetime), signature, for: request) }
        return signer
    }

    /// Whether the request is a link that was verified before and holds now. Takes less than a microsecond.
    package func knows(_ request: Request, now: Int) -> Bool {
        guard let known = links.verdict(on: request) else { return false }
        return (try? known.lifetime.check(now: now)) != nil
    }

    /// The Host that a client has signed.
    private enum SignedHost {
        /// That of the request.
        case own
        /// Another name of the server.
        case alias(String)
    }

    /// The Host that the client signed; nil when none fits.
    private func findHost(of attempt: SignatureAttempt, _ request: Request) -> SignedHost? {
        if attempt.fits { return .own }
        if let first = attempt.withoutRedirect, first.fits { return .own }
        guard !aliases.names.isEmpty, let host = request.firstHeader("Host") else { return nil }
        let bucket = S3Address.bucket(inHost: host, baseDomains: baseDomains)
        for candidate in aliases.candidates(for: host, bucket: bucket) where attempt.with(host: candidate).fits {
            return .alias(candidate)
        }
        return nil
    }

    /// The Host is signed, and the host of a target in absolute form is not: it must not name another bucket.
    private func checkTarget(_ request: Request) throws(S3Error) {
        guard let authority = request.targetAuthority else { return }
        let host = request.firstHeader("Host") ?? ""
        guard S3Address.bucket(inHost: authority, baseDomains: baseDomains) == S3Address.bucket(inHost: host, baseDomains: baseDomains)
        else {
            throw S3Error(.accessDenied, "The Host, which is signed, and the URL of the request line name different buckets.")
        }
    }

    static func checkSkew(_ time: Int, written: String, now: Int) throws(S3Error) {
        guard abs(time - now) <= SignatureTime.maximumSkewSeconds else {
            throw S3Error(.requestTimeTooSkewed, nil, S3Error.skew(written, now: now))
        }
    }

    /// Whoever adds an `x-amz-*` field to what was signed asks for more than the signer wanted. The Host must be signed, too.
    private static func checkSignedFields(_ signature: SignatureV4, _ request: Request) throws(S3Error) {
        var missing: [String] = signature.signedFields.place(of: Array("host".utf8)[...]) == nil ? ["host"] : []
        var told: Set<String> = []
        for index in 0..<request.headerCount {
            let name = request.headerName(index)
            guard ASCII.equalsIgnoringCase(name.prefix("x-amz-".utf8.count), "x-amz-".utf8),
                signature.signedFields.place(of: name) == nil
            else { continue }
            let text = request.lowerName(index)
            // What stands for the body is signed in any case.
            if text != "x-amz-content-sha256", told.insert(text).inserted { missing.append(text) }
        }
        guard missing.isEmpty else {
            throw S3Error(
                .accessDenied, "There were headers present in the request which were not signed",
                [("HeadersNotSigned", missing.joined(separator: ", "))])
        }
    }

    // MARK: Version 2

    private func verify(_ signature: SignatureV2, _ request: Request, _ query: SignedQuery, now: Int) throws(S3Error) -> SignedRequest {
        try checkTarget(request)
        guard let secret = keys.secret(of: signature.accessKey) else { throw Self.unknownKey(signature.accessKey) }
        try signature.checkTime(request, now: now)
        let way: SignedRequest.Way = signature.expires == nil ? .fieldV2 : .linkV2
        // The Host is signed only where it has the bucket, and then as the bucket.
        let bucket = request.firstHeader("Host").flatMap { S3Address.bucket(inHost: $0, baseDomains: baseDomains) }
        let attempt = SignatureV2Attempt(signature, secret: secret, request, query, bucket: bucket)
        guard attempt.fits else { throw attempt.refusal }
        return SignedRequest(accessKey: signature.accessKey, way: way, alias: nil, chunks: nil)
    }

    static func unknownKey(_ accessKey: String) -> S3Error { S3Error(.invalidAccessKeyId, nil, [("AWSAccessKeyId", accessKey)]) }
}
