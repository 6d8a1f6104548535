internal import Digest
internal import HTTPMessage
internal import JSONDocument

/// A signature of version 2 beside what the server computes. Parts of the request may be replaced, to find out what the client signed.
struct SignatureV2Attempt {
    /// A field that is signed: its name in lower case and its value.
    typealias Field = (name: String, value: String)

    private let signature: SignatureV2
    private let secret: String
    var method: String
    /// Content-MD5 and Content-Type, empty where they are absent.
    var contentFields: [Field]
    /// All `x-amz-*` fields in order of their names, with the values of each joined.
    var ownFields: [Field]
    /// The field Date; empty when it is absent.
    private let date: String
    private let resources: [String]

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

    /// - Parameter bucket: of a virtual-hosted request; nil for path style.
    init(_ signature: SignatureV2, secret: String, _ request: Request, _ query: SignedQuery, bucket: String?) {
        self.signature = signature
        self.secret = secret
        method = String(decoding: request.methodBytes, as: UTF8.self)
        let isLink = signature.expires != nil
        contentFields = ["content-md5", "content-type"].map { name in
            // A link carries fields in its query.
            let carried = isLink ? query.items.first { ASCII.equalsIgnoringCase($0.name, name.utf8) } : nil
            return (name, request.firstHeader(name) ?? carried.map { Self.text($0.value) } ?? "")
        }
        ownFields = Self.ownFields(request, isLink ? query : nil)
        date = request.firstHeader("Date") ?? ""
        resources = Self.resources(request, query, bucket: bucket)
    }

    /// Whether the client's signature is that of the request.
    var fits: Bool {
        texts.contains { text in
            let computed: [UInt8] = Base64.encode(MessageDigest.of(text, .sha1, key: Array(secret.utf8)).bytes)
            return SecretComparison.areEqual(computed, Array(signature.signature.utf8))
        }
    }

    /// The refusal of a wrong signature.
    var refusal: S3Error {
        let text = texts[0]
        return S3Error(
            .signatureDoesNotMatch, nil,
            [
                ("AWSAccessKeyId", signature.accessKey), ("StringToSign", text), ("SignatureProvided", signature.signature),
                ("StringToSignBytes", SignatureAttempt.hexadecimal(Array(text.utf8))),
            ])
    }

    /// What a client may have signed of a request, the most likely first.
    private var texts: [String] {
        let own = ownFields.map { "\($0.name):\($0.value)\n" }.joined()
        return dates.flatMap { date in
            let front = ([method] + contentFields.map(\.value) + [date]).joined(separator: "\n") + "\n" + own
            return resources.map { front + $0 }
        }
    }

    /// The date that is signed, by itself. Empty beside `x-amz-date`, or the field Date, which boto3 signs there, too.
    private var dates: [String] {
        if let expires = signature.expires { return [expires] }
        guard ownFields.contains(where: { $0.name == "x-amz-date" }) else { return [date] }
        return date.isEmpty ? [""] : ["", date]
    }

    /// Clients leave the prefix of a session out of the path, and write a slash behind a bucket that they do not send.
    private static func resources(_ request: Request, _ query: SignedQuery, bucket: String?) -> [String] {
        let parameters = parameters(query)
        var paths = [text(request.receivedTargetBytes.prefix { $0 != UInt8(ascii: "?") })]
        if !request.prefixBytes.isEmpty { paths.append(request.path) }
        if bucket == nil { paths += paths.filter { !$0.hasSuffix("/") }.map { $0 + "/" } }
        return paths.map { (bucket.map { "/\($0)" } ?? "") + $0 + parameters }
    }

    /// - Parameter query: of a link; nil for none.
    private static func ownFields(_ request: Request, _ query: SignedQuery?) -> [Field] {
        var pairs: [Field] = request.headers.map { ($0.name.lowercased(), $0.value) }
        if let query {
            // A client that sends the field itself, too, signed it once.
            let sent = Set(pairs.map(\.name))
            pairs += query.items.map { (text($0.name).lowercased(), text($0.value)) }.filter { !sent.contains($0.0) }
        }
        let grouped = ValuesByName(pairs.filter { $0.name.hasPrefix("x-amz-") }).entries.sorted {
            $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
        }
        return grouped.map { ($0.name, $0.values.joined(separator: ",")) }
    }

    /// The parameters that select something.
    private static func parameters(_ query: SignedQuery) -> String {
        let signed = query.items.map { (name: text($0.name), value: text($0.value)) }
            .filter { signedParameters.contains($0.name) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            .map { $0.value.isEmpty ? $0.name : "\($0.name)=\($0.value)" }
        return signed.isEmpty ? "" : "?" + signed.joined(separator: "&")
    }

    private static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
}
