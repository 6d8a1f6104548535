package import HTTPMessage

extension S3Error {
    /// The error that a stub asks for, with the elements and fields that S3 adds for its code, as far as the request has their values.
    /// - Parameters:
    ///   - code: any text.
    ///   - message: nil for the code's own.
    ///   - status: nil for the code's own, or 500 for a code that S3 does not have.
    ///   - now: in seconds since 1970, by the session's clock.
    package static func scripted(
        _ code: String, message: String?, status: Int?, for request: Request, baseDomains: [String], now: Int
    ) -> S3Error {
        guard let known = S3ErrorCode(rawValue: code) else {
            return S3Error(status: status ?? 500, code: code, message: message ?? code)
        }
        let address = S3Address(request, baseDomains: baseDomains)
        return S3Error(
            known, message, details(of: known, request, address, now: now).filter { !$0.1.isEmpty }, status: status,
            headers: fields(of: known, request, address))
    }

    /// Those whose value the request does not have are empty.
    private static func details(of code: S3ErrorCode, _ request: Request, _ address: S3Address, now: Int) -> [(String, String)] {
        let query = request.queryItems
        func parameter(_ name: String) -> String { query.first { $0.name == name }?.value ?? "" }
        let bucket = ("BucketName", address.bucket ?? "")
        let key = ("Key", address.keyText)
        switch code {
        case .noSuchBucket, .bucketAlreadyExists, .bucketAlreadyOwnedByYou, .bucketNotEmpty, .invalidBucketName, .noSuchBucketPolicy,
            .noSuchCORSConfiguration, .noSuchLifecycleConfiguration, .noSuchWebsiteConfiguration, .noSuchTagSet:
            return [bucket]
        case .noSuchKey: return [key]
        case .noSuchVersion: return [key, ("VersionId", parameter("versionId"))]
        case .noSuchUpload: return [("UploadId", parameter("uploadId"))]
        case .invalidPartNumber: return [("PartNumberRequested", parameter("partNumber"))]
        case .invalidPart: return [("UploadId", parameter("uploadId")), ("PartNumber", parameter("partNumber"))]
        case .invalidRange: return request.firstHeader("Range").map { [("RangeRequested", $0)] } ?? []
        case .invalidAccessKeyId, .signatureDoesNotMatch:
            return Authenticator.claim(of: request).map { [("AWSAccessKeyId", $0.accessKey)] } ?? []
        case .preconditionFailed:
            let conditions = ["If-Match", "If-None-Match", "If-Unmodified-Since", "If-Modified-Since"]
            return conditions.first { request.firstHeader($0) != nil }.map { [("Condition", $0)] } ?? []
        case .methodNotAllowed: return [("Method", request.method), ("ResourceType", address.resource.rawValue.uppercased())]
        case .keyTooLongError: return [("Size", String(address.key?.count ?? 0)), ("MaxSizeAllowed", "1024")]
        case .entityTooLarge:
            let length = request.firstHeader("x-amz-decoded-content-length") ?? request.firstHeader("Content-Length") ?? ""
            return [("ProposedSize", length), ("MaxSizeAllowed", String(UploadHead.maximumLength))]
        case .requestTimeTooSkewed: return Self.skew(time(of: request) ?? parameter("X-Amz-Date"), now: now)
        case .authorizationHeaderMalformed: return [("Region", Region.standard)]
        case .expiredToken, .invalidToken:
            return [("Token-0", request.firstHeader("x-amz-security-token") ?? parameter("X-Amz-Security-Token"))]
        case .invalidDigest: return [("Content-MD5", request.firstHeader("Content-MD5") ?? "")]
        case .contentSHA256Mismatch: return [("ClientComputedContentSHA256", request.firstHeader("x-amz-content-sha256") ?? "")]
        // Some clients go to the endpoint: it is the one that they know.
        case .permanentRedirect, .temporaryRedirect, .redirect:
            return [("Endpoint", request.receivedAuthority ?? ""), ("Bucket", address.bucket ?? "")]
        default: return []
        }
    }

    /// When a request was signed, in the form in which S3 repeats it; nil where no field says it.
    private static func time(of request: Request) -> String? {
        guard let written = request.firstHeader("x-amz-date") ?? request.firstHeader("Date") else { return nil }
        if request.firstHeader("Authorization")?.hasPrefix("AWS ") == true { return written }
        return SignatureTime.date(written).map { SignatureTime.text($0) } ?? written
    }

    private static func fields(of code: S3ErrorCode, _ request: Request, _ address: S3Address) -> HeaderFields {
        switch code {
        case .methodNotAllowed: [("Allow", address.resource == .service ? "GET" : "GET, HEAD, PUT, POST, DELETE, OPTIONS")]
        // S3 has waited for the client, and waits no longer.
        case .requestTimeout: [("Connection", "close")]
        case .authorizationHeaderMalformed, .permanentRedirect: [regionField]
        case .temporaryRedirect, .redirect: redirect(of: request)
        default: []
        }
    }
}
