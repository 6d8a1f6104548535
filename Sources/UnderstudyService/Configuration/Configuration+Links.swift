internal import HTTPMessage
internal import MockEngine
internal import S3Dialect

/// Links to objects of S3, which need no running server.
extension Configuration {
    /// Signs links that the S3 listener accepts: with the first key pair, or, if there is none, with the key `test`, which the listener
    /// does not verify.
    /// - Throws: `StartFailure` with 78 for a strict server without a key, and when the file of keys cannot be read.
    func linkMaker() throws(StartFailure) -> LinkMaker {
        let pairs = try keyPairs()
        try checkKeys(pairs)
        let pair = pairs.first ?? (accessKey: "test", secretKey: "test")
        return LinkMaker(accessKey: pair.accessKey, secret: pair.secretKey)
    }

    /// - Throws: `StartFailure` with 78 for a strict server without a key, unless the key may be a credential.
    func checkKeys(_ pairs: [(accessKey: String, secretKey: String)]) throws(StartFailure) {
        guard s3Auth == AuthenticationMode.strict.rawValue, pairs.isEmpty, !mayMissCredentials else { return }
        throw StartFailure(
            [
                "--s3-auth strict needs a key pair. Give one: --s3-key ACCESSKEY:SECRETKEY, --s3-keys-file FILE, or \"s3\": {\"keys\": […]} in understudy.json."
            ], exit: .badConfiguration)
    }

    /// What `understudy s3 presign` prints: a link, or a form as JSON.
    /// - Parameters:
    ///   - object: `BUCKET/KEY`, also with `s3://` in front.
    ///   - url: of the S3 listener as the client reaches it, with the prefix of a session; nil uses `UNDERSTUDY_S3_URL`, or else the port
    ///     of the settings.
    ///   - method: GET, PUT, HEAD, DELETE, or POST for a form.
    ///   - seconds: how long it holds; nil for 900.
    ///   - isRotating: whether it is another link each time.
    ///   - type: the Content-Type that an upload must have; nil for any.
    ///   - version: of the object; nil for the newest.
    ///   - maximumBytes: of an upload by the form; nil for any.
    /// - Throws: `StartFailure` with 64 for an argument that is not valid, 78 for a strict server without a key.
    package func presigned(
        _ object: String, url: String? = nil, method: String = "GET", seconds: Int? = nil, isRotating: Bool = false, type: String? = nil,
        version: String? = nil, maximumBytes: Int? = nil, environment: Environment = .process
    ) throws(StartFailure) -> String {
        let maker = try linkMaker()
        let path = object.hasPrefix("s3://") ? object.dropFirst("s3://".count) : object[...]
        let mark = path.firstIndex(of: "/") ?? path.endIndex
        var wish = ObjectLinkWish(bucket: String(path[..<mark]), key: String(path[mark...].dropFirst()))
        func refuse(_ message: String) -> StartFailure { StartFailure([message], exit: .usage) }
        if let scheme = ["http://", "https://"].first(where: object.lowercased().hasPrefix) {
            let address = object.dropFirst(scheme.count)
            let path = address.drop { $0 != "/" }.dropFirst().prefix { $0 != "?" }
            throw refuse(
                "\"\(object)\" is a URL. Write \(path.contains("/") ? String(path) : "BUCKET/KEY") --url \(scheme)\(address.prefix { $0 != "/" })"
            )
        }
        if wish.bucket.isEmpty || wish.key.isEmpty { throw refuse("\"\(object)\" must be BUCKET/KEY, such as pose-images/pose-01.jpg.") }
        guard wish.setMethod(method) else {
            throw refuse("--method: \"\(method)\" must be one of \(ObjectLinkWish.methods.joined(separator: ", ")).")
        }
        if let seconds {
            guard ObjectLinkWish.lives.contains(seconds) else {
                throw refuse("--expires-in: \(seconds) must be a number of seconds from 1 to \(ObjectLinkWish.lives.upperBound), a week.")
            }
            wish.seconds = seconds
        }
        guard wish.setSizes(minimum: nil, maximum: maximumBytes) else {
            throw refuse("--max-bytes: \(maximumBytes ?? 0) must be 0 or more.")
        }
        if maximumBytes != nil, !wish.isForm { throw refuse("--max-bytes limits the file of a form only: add --method POST.") }
        wish.isRotating = isRotating
        if let type, let flaw = wish.addField("Content-Type", type) { throw refuse("--content-type \(flaw).") }
        if let version, let flaw = wish.addParameter("versionId", version) { throw refuse("--version-id \(flaw).") }
        if version != nil, let flaw = wish.misfitOfForm?.flaw { throw refuse("--version-id \(flaw).") }
        let base = url ?? environment["UNDERSTUDY_S3_URL"].flatMap { $0.isEmpty ? nil : $0 } ?? "http://127.0.0.1:\(s3Port)"
        // The Host is signed, so that it must be one that clients do not write in another way.
        guard TargetAuthority(literalIn: base) != nil else {
            let flaw = TargetAuthority.wrongPort(in: base).map { ": the port is \($0), but must be 0…65535" } ?? ""
            throw refuse("--url: \"\(base)\" must be a URL like http://127.0.0.1:9000\(flaw).")
        }
        let link = ObjectLinks(maker).make(wish, baseURL: base, now: SystemClock.seconds) {
            String(UInt64.random(in: .min ... .max), radix: 16)
        }
        return link.shown
    }
}
