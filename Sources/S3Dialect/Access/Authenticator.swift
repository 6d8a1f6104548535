package import HTTPMessage

/// Finds out who sent a request, as far as the mode asks. Any thread.
package struct Authenticator: Sendable {
    /// What the server asks of requests.
    package let mode: AuthenticationMode
    /// Verifies signatures in strict mode.
    package let verifier: SignatureVerifier

    package init(mode: AuthenticationMode, verifier: SignatureVerifier) {
        self.mode = mode
        self.verifier = verifier
    }

    /// Who signed a request, in strict mode.
    /// - Parameter now: in seconds since 1970, by the clock of the session.
    /// - Returns: nil for a request without a signature, and in the other modes, which verify none.
    /// - Throws: the refusal.
    package func identify(_ request: Request, now: Int) throws(S3Error) -> SignedRequest? {
        switch mode {
        case .off: break
        case .expiry: try LinkLifetime(request)?.check(now: now)
        case .strict: return try verifier.verify(request, now: now)
        }
        return nil
    }

    /// Whether anybody may read what the request asks for, as far as that is known without access to a bucket: without a query, it depends
    /// on the mode alone. Does not block.
    /// - Parameter now: in seconds since 1970, by the clock of the session.
    package func surelyAllowsRead(_ request: Request, now: @autoclosure () -> Int) -> Bool {
        switch mode {
        case .off: true
        case .expiry: request.queryBytes == nil || (try? LinkLifetime(request)?.check(now: now())) != nil
        case .strict: verifier.knows(request, now: now())
        }
    }

    /// Who signed an upload form, in strict mode.
    /// - Throws: the refusal of a wrong signature.
    package func identify(_ fields: PostFields) throws(S3Error) -> SignedRequest? {
        mode == .strict ? try verifier.verify(fields) : nil
    }

    /// Who an upload form says it is from, for the journal. Nothing is verified.
    package static func claim(of fields: PostFields) -> SignedRequest? {
        if let credential = fields["x-amz-credential"] {
            return credential.split(separator: "/").first.map {
                SignedRequest(accessKey: String($0), way: .formV4, alias: nil, chunks: nil)
            }
        }
        guard fields["signature"] != nil, let key = fields["awsaccesskeyid"] else { return nil }
        return SignedRequest(accessKey: key, way: .formV2, alias: nil, chunks: nil)
    }

    /// Who a request says it is from, for the journal. Nothing is verified.
    package static func claim(of request: Request) -> SignedRequest? {
        func claim(_ accessKey: Substring, _ way: SignedRequest.Way) -> SignedRequest {
            SignedRequest(accessKey: String(accessKey), way: way, alias: nil, chunks: nil)
        }
        if let field = request.firstHeader("Authorization") {
            if field.hasPrefix("AWS "), let key = field.dropFirst("AWS ".count).split(separator: ":").first { return claim(key, .fieldV2) }
            guard field.hasPrefix("AWS4-"), let mark = field.firstRange(of: "Credential=") else { return nil }
            return field[mark.upperBound...].split(separator: "/").first.map { claim($0, .fieldV4) }
        }
        guard request.queryBytes != nil else { return nil }
        let query = SignedQuery(request)
        if query.value("X-Amz-Signature") != nil, let credential = query.value("X-Amz-Credential") {
            return credential.split(separator: "/").first.map { claim($0, .linkV4) }
        }
        guard query.value("Signature") != nil, let key = query.value("AWSAccessKeyId") else { return nil }
        return claim(key[...], .linkV2)
    }
}
