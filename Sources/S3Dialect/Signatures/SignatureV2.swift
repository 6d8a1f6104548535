internal import Digest
internal import HTTPMessage
internal import JSONDocument

/// A signature of version 2, as a request brings it in its field Authorization or in its query.
struct SignatureV2: Sendable, Hashable {
    /// The name of the key.
    let accessKey: String
    /// In base64.
    let signature: String
    /// The end of a link in seconds since 1970, as written; nil in a field.
    let expires: String?

    /// The parameters that are signed.
    private static let signedParameters: Set<String> = [
        "accelerate", "acl", "analytics", "cors", "defaultObjectAcl", "delete", "encryption", "inventory", "legal-hold", "lifecycle",
        "location",
        "logging", "metrics", "notification", "object-lock", "ownershipControls", "partNumber", "policy", "policyStatus",
        "publicAccessBlock", "replication", "requestPayment", "response-cache-control", "response-content-disposition",
        "response-content-encoding", "response-content-language", "response-content-type", "response-expires", "restore", "retention",
        "select", "select-type", "storageClass", "tagging", "torrent", "uploadId", "uploads", "versionId", "versioning", "versions",
        "website",
    ]

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

    /// What a client may have signed of a request, the most likely first: clients leave the prefix of a session out of the path, and write a
    /// slash behind a bucket that they do not send.
    /// - Parameter bucket: of a virtual-hosted request; nil for path style.
    func stringsToSign(_ request: Request, _ query: SignedQuery, bucket: String?) -> [String] {
        let dates = dates(request)
        let parameters = parameters(query)
        var paths = [String(decoding: request.receivedTargetBytes.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)]
        if !request.prefixBytes.isEmpty { paths.append(request.path) }
        if bucket == nil { paths += paths.filter { !$0.hasSuffix("/") }.map { $0 + "/" } }
        let resources = paths.map { (bucket.map { "/\($0)" } ?? "") + $0 + parameters }
        return dates.flatMap { date in
            let front = stringBeforeResource(request, query, date: date)
            return resources.map { front + $0 }
        }
    }

    /// The date that is signed, by itself. Where there is `x-amz-date`, it is none; boto3 signs the field Date there, too.
    private func dates(_ request: Request) -> [String] {
        if let expires { return [expires] }
        let date = request.firstHeader("Date") ?? ""
        guard request.firstHeaderIndex("x-amz-date") != nil else { return [date] }
        return date.isEmpty ? [""] : ["", date]
    }

    private func stringBeforeResource(_ request: Request, _ query: SignedQuery, date: String) -> String {
        let method = String(decoding: request.methodBytes, as: UTF8.self)
        // A link carries fields in its query.
        func field(_ name: String) -> String {
            if let value = request.firstHeader(name) { return value }
            return expires == nil
                ? "" : query.items.first { ASCII.equalsIgnoringCase($0.name, name.utf8) }.map { Self.text($0.value) } ?? ""
        }
        return [method, field("Content-MD5"), field("Content-Type"), date].joined(separator: "\n") + "\n" + fields(request, query)
    }

    /// Whether the signature is that of the text.
    func fits(_ text: String, secret: String) -> Bool {
        let computed: [UInt8] = Base64.encode(MessageDigest.of(text, .sha1, key: Array(secret.utf8)).bytes)
        return HexadecimalDigest.areEqual(computed, Array(signature.utf8))
    }

    /// The refusal of a wrong signature.
    func refusal(_ text: String) -> S3Error {
        S3Error(
            .signatureDoesNotMatch, nil,
            [
                ("AWSAccessKeyId", accessKey), ("StringToSign", text), ("SignatureProvided", signature),
                ("StringToSignBytes", SignatureAttempt.hexadecimal(Array(text.utf8))),
            ])
    }

    /// All `x-amz-*` fields in order of their names, a line each.
    private func fields(_ request: Request, _ query: SignedQuery) -> String {
        var pairs: [(name: String, value: String)] = request.headers.map { ($0.name.lowercased(), $0.value) }
        if expires != nil {
            // A client that sends the field itself, too, signed it once.
            let sent = Set(pairs.map(\.name))
            pairs += query.items.map { (Self.text($0.name).lowercased(), Self.text($0.value)) }.filter { !sent.contains($0.0) }
        }
        let grouped = ValuesByName(pairs.filter { $0.name.hasPrefix("x-amz-") }).entries.sorted {
            $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
        }
        return grouped.map { "\($0.name):\($0.values.joined(separator: ","))\n" }.joined()
    }

    /// The parameters that select something.
    private func parameters(_ query: SignedQuery) -> String {
        let signed = query.items.map { (name: Self.text($0.name), value: Self.text($0.value)) }
            .filter { Self.signedParameters.contains($0.name) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            .map { $0.value.isEmpty ? $0.name : "\($0.name)=\($0.value)" }
        return signed.isEmpty ? "" : "?" + signed.joined(separator: "&")
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
