package import HTTPMessage

/// Says why the signature of a request was refused, and finds out what differs from what its client signed by trying the common mistakes.
/// For the log: a refusal says no more than S3's does.
package struct SignatureDiagnosis {
    private let attempt: SignatureAttempt
    private let request: Request
    private let hosts: [String]
    /// The bucket in the Host; nil for path style.
    private let bucket: String?

    /// A sentence about the refusal of a signature. Takes up to two hundred digests.
    /// - Parameter refusal: what `Authenticator.identify` throws for the request.
    package static func sentence(about refusal: S3Error, of request: Request, _ verifier: SignatureVerifier) -> String {
        func detail(_ name: String) -> String? { refusal.details.first { $0.name == name }?.value }
        let time = detail("ServerTime").map { "the time of the session is \($0)" } ?? ""
        switch S3ErrorCode(rawValue: refusal.code) {
        case .signatureDoesNotMatch: return difference(of: request, verifier) ?? otherSecret(of: detail("AWSAccessKeyId") ?? "")
        case .invalidAccessKeyId:
            let key = detail("AWSAccessKeyId") ?? ""
            return "The access key \"\(key)\" is not among the server's: --s3-key, or \"keys\" of \"s3\", adds it."
        case .requestTimeTooSkewed:
            return "It was signed at \(detail("RequestTime") ?? ""), and \(time): they may be 15 minutes apart."
        case .accessDenied:
            if let end = detail("Expires") { return "The link held until \(end), and \(time)." }
            if let begin = detail("X-Amz-Date") { return "The link holds from \(begin) on, and \(time)." }
            if let fields = detail("HeadersNotSigned") { return sentence(unsigned: fields.split(separator: ", ").map { String($0) }) }
            return refusal.message
        default: return refusal.message
        }
    }

    private static func otherSecret(of accessKey: String) -> String {
        "Either the client's secret for \"\(accessKey)\" is not the server's, or the request is not the one that was signed."
    }

    /// What of the request differs from what its client signed; nil when nothing that is tried explains it.
    private static func difference(of request: Request, _ verifier: SignatureVerifier) -> String? {
        let query = SignedQuery(request)
        let host = request.firstHeader("Host") ?? ""
        let bucket = S3Address.bucket(inHost: host, baseDomains: verifier.baseDomains)
        if let signature = try? SignatureV4(request, query) {
            guard let key = verifier.keys.signingKey(of: signature.accessKey, signature.scope) else { return nil }
            let attempt = SignatureAttempt(signature, key, request, query)
            return Self(attempt: attempt, request: request, hosts: hosts(host, bucket, request, verifier), bucket: bucket).sentence
        }
        guard let signature = try? SignatureV2(request, query), let secret = verifier.keys.secret(of: signature.accessKey) else {
            return nil
        }
        return SignatureV2Diagnosis(SignatureV2Attempt(signature, secret: secret, request, query, bucket: bucket)).sentence
    }

    private var sentence: String? { method ?? host ?? path ?? prefix ?? style ?? slash ?? otherThanTarget }

    private var otherThanTarget: String? { order ?? field ?? body ?? parameter ?? missing }

    /// Names that one machine has, with and without the port.
    private static func hosts(_ host: String, _ bucket: String?, _ request: Request, _ verifier: SignatureVerifier) -> [String] {
        let authority = Authority(host)
        let ports = Set([authority.port, request.arrival.localPort == 0 ? nil : request.arrival.localPort].compactMap { $0 } + [9_000])
        var names = [
            authority.host, "localhost", "127.0.0.1", "[::1]", "s3.localhost", "minio", "s3.amazonaws.com", "host.docker.internal",
        ]
        if let bucket { names += names.map { "\(bucket).\($0)" } }
        return names.flatMap { name in [name] + ports.sorted().map { "\(name):\($0)" } }.filter { $0 != host }
    }

    private var method: String? {
        let sent = String(decoding: attempt.canonical.method, as: UTF8.self)
        for method in Self.methods where method != sent {
            var attempt = attempt
            attempt.canonical.method = Array(method.utf8)
            if attempt.fits { return Self.sentence(signedMethod: method, sent: sent) }
        }
        return nil
    }

    private var host: String? {
        guard let signed = hosts.first(where: { attempt.with(host: $0).fits }) else { return nil }
        return "It was signed for the Host \(signed), and has the Host \(request.firstHeader("Host") ?? "")."
            + " \"publicHosts\": [\"\(signed)\"] lets the server accept it."
    }

    /// Forms of the path that clients sign and do not send.
    private var path: String? {
        if attempt.fits(.encodedTwice) { return "The client encoded the path or the query twice in what it signed." }
        var decoded = attempt
        decoded.canonical.path = PercentCoding.decode(attempt.canonical.path)
        if decoded.fits(.received) { return "The client decoded the path in what it signed." }
        var shortened = attempt
        shortened.canonical.path = Self.shortened(attempt.canonical.path)
        guard shortened.fits else { return nil }
        return "The client shortened the path in what it signed, as x//y to x/y. In S3, every slash and dot is part of the key."
    }

    /// The path without empty segments and without dots, as a file system resolves it.
    private static func shortened(_ path: [UInt8]) -> [UInt8] {
        var segments: [ArraySlice<UInt8>] = []
        for segment in path.split(separator: slashByte) where !segment.elementsEqual(".".utf8) {
            if segment.elementsEqual("..".utf8) { _ = segments.popLast() } else { segments.append(segment) }
        }
        let names = segments.flatMap { [slashByte] + $0 }
        return names.isEmpty || path.last == slashByte ? names + [slashByte] : names
    }

    /// The prefix of a session, which a client left out of what it signed.
    private var prefix: String? {
        guard !request.prefixBytes.isEmpty else { return nil }
        var attempt = attempt
        attempt.canonical.path.removeFirst(request.prefixBytes.count)
        let explanation = "It was signed without the prefix \(request.prefix), which is part of the path."
        if attempt.fits { return explanation }
        // GDAL takes the whole endpoint for a host.
        let host = (request.firstHeader("Host") ?? "") + request.prefix
        return attempt.with(host: host).fits ? explanation + " Open the session with \"ports\": true for this client." : nil
    }

    /// Whether it was signed with the bucket in the Host and came with it in the path, or the reverse.
    private var style: String? {
        let host = request.firstHeader("Host") ?? ""
        let start = request.prefixBytes.count
        var attempt = attempt
        if let bucket {
            attempt.canonical.path.insert(contentsOf: Array("/\(bucket)".utf8), at: start)
            let signed = String(host.dropFirst(bucket.count + 1))
            guard attempt.with(host: signed).fits else { return nil }
            return "It was signed with the bucket in the path, for the Host \(signed), and has it in the Host \(host)."
        }
        let name = attempt.canonical.path[start...].dropFirst().prefix { $0 != Self.slashByte }
        guard !name.isEmpty else { return nil }
        let signed = "\(String(decoding: name, as: UTF8.self)).\(host)"
        attempt.canonical.path.removeSubrange(start..<name.endIndex)
        if attempt.canonical.path.isEmpty { attempt.canonical.path = [Self.slashByte] }
        guard attempt.with(host: signed).fits else { return nil }
        return "It was signed with the bucket in the Host, \(signed), and has it in the path."
    }

    /// A slash at the end of the path that something between client and server added or removed.
    private var slash: String? {
        var attempt = attempt
        let isSent = attempt.canonical.path.last == Self.slashByte
        if isSent { attempt.canonical.path.removeLast() } else { attempt.canonical.path.append(Self.slashByte) }
        guard attempt.fits else { return nil }
        return "It was signed \(isSent ? "without" : "with") a slash at the end of the path, and has \(isSent ? "one" : "none")."
    }

    private static let slashByte = UInt8(ascii: "/")

    /// The names of the signed fields as the client listed them, where S3 sorts them.
    private var order: String? {
        var attempt = attempt
        let fields = attempt.canonical.fields
        attempt.canonical.fields = attempt.signature.signedFields.names.compactMap { name in fields.first { $0.name == name } }
        return attempt.fits ? "The client did not sort the names of the fields in what it signed." : nil
    }

    /// Each try takes two digests of the whole request.
    private static let mostFields = 20

    /// A field that something between client and server added, removed or changed.
    private var field: String? {
        let usual = [
            "content-type": Self.usualTypes,
            "accept-encoding": ["identity", "gzip", "gzip, deflate", "gzip, deflate, br"], "content-length": ["0"],
        ]
        for index in attempt.canonical.fields.indices.prefix(Self.mostFields) {
            let name = attempt.canonical.fields[index].name
            let sent = String(decoding: attempt.canonical.fields[index].value, as: UTF8.self)
            for value in [""] + usual[name, default: []] where value != sent {
                var attempt = attempt
                attempt.canonical.fields[index].value = Array(value.utf8)
                guard attempt.fits else { continue }
                return Self.sentence(field: name, signed: value, sent: sent)
            }
        }
        return nil
    }

    private var body: String? {
        let ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        for payload in ["UNSIGNED-PAYLOAD", ofNothing, "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"] where payload != attempt.canonical.payload {
            var attempt = attempt
            attempt.canonical.payload = payload
            if attempt.fits { return "It was signed with \(payload) for the body, and says \(self.attempt.canonical.payload)." }
        }
        return nil
    }

    private var parameter: String? {
        for index in attempt.canonical.query.indices.prefix(20) {
            var attempt = attempt
            let item = attempt.canonical.query.remove(at: index)
            if attempt.fits { return "It was signed without the parameter \(String(decoding: item.name, as: UTF8.self))." }
        }
        return nil
    }

    /// The fields that were signed and are not in the request, whose values nobody can guess.
    private var missing: String? {
        let sent = Set((0..<request.headerCount).map { request.lowerName($0) })
        let names = attempt.canonical.fields.map(\.name).filter { !sent.contains($0) }
        guard !names.isEmpty else { return nil }
        return names.count == 1
            ? "The field \(names[0]) was signed, and is missing."
            : "The fields \(names.joined(separator: ", ")) were signed, and are missing."
    }
}

/// What both versions have.
extension SignatureDiagnosis {
    static let methods = ["GET", "PUT", "HEAD", "POST", "DELETE"]
    /// The types that clients send for a body of any kind.
    static let usualTypes = [
        "binary/octet-stream", "application/octet-stream", "application/x-www-form-urlencoded", "application/xml",
    ]

    static func sentence(signedMethod: String, sent: String) -> String { "It was signed for \(signedMethod), and is a \(sent)." }

    /// - Parameters:
    ///   - signed: its value; empty for none.
    ///   - sent: its value; empty when it is missing.
    static func sentence(field name: String, signed: String, sent: String) -> String {
        let (signed, has) = (signed.isEmpty ? "without a value" : "as \"\(signed)\"", sent.isEmpty ? "is missing" : "is \"\(sent)\"")
        return "The field \(name) was signed \(signed), and \(has)."
    }

    static func sentence(unsigned names: [String]) -> String {
        "It was signed without \(names.joined(separator: ", ")), which \(names.count == 1 ? "is" : "are") sent."
    }
}
