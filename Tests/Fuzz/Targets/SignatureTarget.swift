internal import HTTPMessage
internal import S3Dialect

/// The field Authorization in the first line, a target in the second. Each is verified or refused with a status of S3's, and what nobody
/// signed with a known secret is never accepted. A link that is made holds, and the bytes as its key come back.
enum SignatureTarget: FuzzTarget {
    private static let secret = "secret"
    private static let keys = S3Keys([(accessKey: "key", secretKey: secret)])
    private static let now = 1_369_353_600

    package static func run(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
        let verifier = SignatureVerifier(keys: keys, aliases: HostAliases(["minio"]))
        let field = FieldText.decode(lines[0])
        var headers: HeaderFields = [
            ("Host", "localhost:9000"), ("x-amz-date", "20130524T000000Z"), ("x-amz-content-sha256", "UNSIGNED-PAYLOAD"),
        ]
        if !field.isEmpty { headers.append(name: "Authorization", value: field) }
        let target = lines.count > 1 ? Array(lines[1]) : []
        var request = Request()
        request.setMethod("GET".utf8)
        request.setTarget(Array("/".utf8) + target)
        for header in headers { request.append(name: header.name.utf8, value: header.value.utf8) }
        do throws(S3Error) {
            let signed = try verifier.verify(request, now: now)
            precondition(signed == nil, "something is signed with a secret that nobody had")
        } catch {
            precondition([400, 403, 501].contains(error.status), "another status than S3's")
            precondition(!error.details.contains { $0.value == secret }, "a refusal tells the secret")
            _ = SignatureDiagnosis.sentence(about: error, of: request, verifier)
        }
        _ = try? Authenticator(mode: .expiry, verifier: verifier).identify(request, now: now)
        checkLink(target, verifier)
    }

    private static func checkLink(_ key: [UInt8], _ verifier: SignatureVerifier) {
        guard !key.isEmpty else { return }
        let maker = LinkMaker(accessKey: "key", secret: secret)
        let link = maker.link(baseURL: "http://localhost:9000", bucket: "b", key: key, expires: 60, now: now)
        let request = Request(target: String(link.dropFirst("http://localhost:9000".count)), headers: [("Host", "localhost:9000")])
        precondition(S3Address(request) == S3Address(bucket: "b", key: key), "a link to another key")
        precondition((try? verifier.verify(request, now: now)) != nil, "a link that does not hold")
    }
}
