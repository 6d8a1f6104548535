package import HTTPMessage
internal import Digest

/// Makes links that are signed with version 4: for a feed, for an upload, for a test. Any thread.
package struct LinkMaker: Sendable {
    /// How links with the same purpose relate.
    package enum Change: Sendable, Hashable {
        /// The same link throughout a window of half its life, so that caches keep what is behind it. It holds at least half its life from
        /// any moment.
        case stable
        /// Another link each time.
        /// - Parameter number: any text of letters and digits that has not been there.
        case rotating(number: String)
    }

    /// The parameters that a link's query has from its signature, and those of version 2, in lower case. A link with one of them twice, or
    /// with both versions, is refused.
    package static let ownParameters: Set<String> = [
        "x-amz-algorithm", "x-amz-credential", "x-amz-date", "x-amz-expires", "x-amz-signedheaders", "x-amz-signature", "awsaccesskeyid",
        "expires", "signature",
    ]
    /// The parameter that makes a rotating link another one each time, in lower case.
    package static let rotatingParameter = "x-amz-security-token"
    /// The header fields that a link decides, in lower case: Host by its URL, and Authorization, beside which it is refused.
    package static let ownFields: Set<String> = ["authorization", "host"]
    /// The fields that a form has from its signature, its address and its file, and those of version 2, in lower case.
    package static let ownFormFields: Set<String> = [
        "awsaccesskeyid", "bucket", "file", "key", "policy", "signature", "x-amz-algorithm", "x-amz-credential", "x-amz-date",
        "x-amz-signature",
    ]

    private let accessKey: String
    private let secret: String
    private let region: String

    package init(accessKey: String, secret: String, region: String = Region.standard) {
        self.accessKey = accessKey
        self.secret = secret
        self.region = region
    }

    /// A link to an object.
    /// - Parameters:
    ///   - method: for which alone it holds.
    ///   - baseURL: of the server as the client reaches it, with the prefix of a session: `http://127.0.0.1:9000/__session/7f3a`. The host
    ///     of the link is in lower case and without the default port of the scheme, as clients send it.
    ///   - expires: how long it holds, in seconds: 1 to 604,800; other numbers become the nearest of them.
    ///   - now: in seconds since 1970.
    ///   - parameters: of the query, such as `response-content-type` or `versionId`; none of `ownParameters`.
    ///   - fields: those that the request must have, such as Content-Type, beside Host: each once, and none of `ownFields`.
    package func link(
        _ method: String = "GET", baseURL: String, bucket: String, key: [UInt8], expires: Int, now: Int, _ change: Change = .stable,
        parameters: [(name: String, value: String)] = [], fields: HeaderFields = []
    ) -> String {
        let base = BaseURL(baseURL)
        let life = min(max(expires, 1), LinkLifetime.maximumSeconds)
        let (time, token) = Self.moment(now, life, change)
        let scope = CredentialScope(date: String(SignatureTime.text(time).prefix(8)), region: region)
        var headers: HeaderFields = [("Host", base.authority)]
        headers.append(contentsOf: fields)
        let names = headers.map { $0.name.lowercased() }.sorted()

        var items: [(name: String, value: String)] = [
            ("X-Amz-Algorithm", SignatureV4.algorithm), ("X-Amz-Credential", "\(accessKey)/\(scope.text)"),
            ("X-Amz-Date", SignatureTime.text(time)), ("X-Amz-Expires", String(life)),
            ("X-Amz-SignedHeaders", names.joined(separator: ";")),
        ]
        if let token { items.append(("X-Amz-Security-Token", token)) }
        let query = (items + parameters).map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }.joined(separator: "&")
        let path = "\(base.path)/\(PercentCoding.encode(bucket.utf8))/\(PercentCoding.encode(key, keeping: "/"))"
        let request = Request(method: method, target: "\(path)?\(query)", headers: headers)
        let signed = SignedQuery(request)
        let canonical = CanonicalRequest(
            request, query: signed.items, signedFields: SignedFields(names), payload: SignatureV4.payload(ofLink: request, signed))
        let digest = MessageDigest.of(canonical.bytes(.encoded), .sha256).hex
        let signature = SigningKey(secret: secret, scope).signature(
            of: "\(SignatureV4.algorithm)\n\(SignatureTime.text(time))\n\(scope.text)\n\(digest)")
        return "\(base.origin)\(path)?\(query)&X-Amz-Signature=\(signature)"
    }

    /// An upload form: the address that it is sent to, and its fields before `file`.
    /// - Parameters:
    ///   - key: of the object; may end in `${filename}`, and then the form may give any name.
    ///   - sizes: the lengths that the file may have, in bytes; nil for any.
    ///   - fields: further fields, such as Content-Type, with the values that they must have.
    package func form(
        baseURL: String, bucket: String, key: String, expires: Int, now: Int, sizes: ClosedRange<Int>? = nil,
        fields: [(name: String, value: String)] = []
    ) -> (url: String, fields: [(name: String, value: String)]) {
        let scope = CredentialScope(date: String(SignatureTime.text(now).prefix(8)), region: region)
        let signed = [
            ("x-amz-algorithm", SignatureV4.algorithm), ("x-amz-credential", "\(accessKey)/\(scope.text)"),
            ("x-amz-date", SignatureTime.text(now)),
        ]
        let exact = fields + signed.map { (name: $0.0, value: $0.1) }
        let policy = PostPolicy.text(bucket: bucket, key: key, exact: exact, sizes: sizes, expires: now + expires)
        let signature = SigningKey(secret: secret, scope).signature(of: policy)
        return (
            BaseURL(baseURL).text + "/" + PercentCoding.encode(bucket.utf8),
            [("key", key)] + exact + [("policy", policy), ("x-amz-signature", signature)]
        )
    }

    /// When a link begins to hold, in seconds since 1970.
    package static func begin(now: Int, expires: Int, _ change: Change) -> Int {
        moment(now, min(max(expires, 1), LinkLifetime.maximumSeconds), change).time
    }

    /// When a link is signed, and what makes it another one.
    private static func moment(_ now: Int, _ life: Int, _ change: Change) -> (time: Int, token: String?) {
        switch change {
        case .rotating(let number): return (now, number)
        case .stable:
            let window = max(1, life / 2)
            return (now / window * window, nil)
        }
    }

    private static func encoded(_ text: String) -> String { PercentCoding.encode(text.utf8) }
}
