internal import Compression
package import HTTPMessage
package import JSONDocument
internal import S3Dialect
package import StubModel

/// A request as WireMock shows it in journal entries, find results and near misses.
package struct LoggedRequest: Sendable {
    /// The request.
    package var request: Request
    /// The civil time of arrival.
    package var loggedAt: Timestamp
    /// Set if the body was too long to keep, could not be read, or was not received whole.
    package var bodyDigest: JournalEntry.BodyDigest?
    /// The values of the path template's variables.
    package var pathParameters: [(name: String, value: String)]
    /// A gzipped body is shown decoded up to this many bytes, a longer one as received.
    private var longestDecodedBody = JournalSettings().bodyLimit
    /// From the journal's settings.
    var s3BaseDomains: [String] = []
    /// What an upload form says, if the body may not be here; nil to read it from the body.
    private var form: PostFormSummary?
    /// The fields of a request that was posted for a comparison; nil for one that arrived.
    var given: JSONObject?
    /// Set if only this many bytes of the body are shown: in lists of near misses, where a request may appear several times.
    var shownBodyBytes: Int?

    /// - Parameter loggedAt: the civil time of its arrival.
    package init(
        _ request: Request, loggedAt: Timestamp, bodyDigest: JournalEntry.BodyDigest? = nil,
        pathParameters: [(name: String, value: String)] = []
    ) {
        self.request = request
        self.loggedAt = loggedAt
        self.bodyDigest = bodyDigest
        self.pathParameters = pathParameters
    }

    /// The request of a journal entry.
    package init(_ entry: JournalEntry) {
        self.init(
            entry.request, loggedAt: entry.arrivedAt, bodyDigest: entry.bodyDigest,
            pathParameters: entry.stub?.pathParameters(of: entry.request) ?? [])
        longestDecodedBody = entry.settings.bodyLimit
        s3BaseDomains = entry.settings.s3BaseDomains
        form = entry.details.form
    }

    /// The request as JSON in the extended form, which adds what it asks of S3, and lengths and digests of bodies that were too
    /// long.
    package var json: JSONValue { json(.extended) }

    /// The request as WireMock's logged request.
    /// - Parameter form: WireMock's fields only, or the extended form.
    package func json(_ form: ResponseForm) -> JSONValue {
        let address = RequestAddress(request)
        let beginning = shownBodyBytes.map { request.bodyBeginning(limit: $0) }
        let body = beginning?.bytes ?? request.bodyWithoutCoding(limit: longestDecodedBody)
        var object: JSONObject = [
            "url": .string(request.target),
            "absoluteUrl": .string("\(address.scheme)://\(address.authority)\(request.target)"),
            "method": .string(request.method),
            "clientIp": .string(request.clientIP),
            "headers": ValuesByName(headers: request.headers).json,
            "cookies": ValuesByName(request.cookies.map { ($0.name, $0.value) }).json,
            "browserProxyRequest": false,
            "loggedDate": JSONValue(Int(loggedAt.milliseconds)),
            "bodyAsBase64": .string(Base64.encode(body)),
            "body": .string(BodyText.decode(body, contentType: request.firstHeader("Content-Type"))),
            "protocol": request.version == .http11 ? "HTTP/1.1" : "HTTP/1.0",
            "scheme": .string(address.scheme),
            "host": .string(address.host),
            "port": JSONValue(address.writtenPort ?? -1),
            "loggedDateString": .string(loggedAt.isoText),
            "queryParams": Self.parameters(request.queryItems),
            "formParams": Self.parameters(request.formItems(body)),
        ]
        if let given { Self.show(given, in: &object) }
        if !pathParameters.isEmpty {
            object["pathParameters"] = .object(JSONObject(pathParameters.map { ($0.name, .string($0.value)) }))
        }
        guard form == .extended else { return .object(object) }
        object["s3"] = s3Call(body)?.json
        if beginning?.isWhole == false { object["bodyIsCut"] = true }
        if let parts = multiparts(body) { object["multiparts"] = parts }
        if let bodyDigest {
            object["bodyLength"] = bodyDigest.length.map { JSONValue($0) }
            if let digest = bodyDigest.sha256 { object["bodySha256"] = .string(digest) }
        }
        return .object(object)
    }

    /// What it asks of S3; nil on another listener.
    var s3: S3RequestSummary? { s3Call(request.bodyWithoutCoding(limit: longestDecodedBody)) }

    private func s3Call(_ body: @autoclosure () -> [UInt8]) -> S3RequestSummary? {
        var call = S3RequestSummary(request, baseDomains: s3BaseDomains)
        guard call?.operation == .postObject else { return call }
        if let form {
            call?.add(form)
        } else if let type = request.firstHeader("Content-Type").map({ MediaType($0) }),
            let form = try? MultipartBody(body(), contentType: type)
        {
            call?.add(PostFormSummary(PostFields(form.parts)))
        }
        return call
    }

    /// The parts of a multipart body; nil for any other body, and for one that cannot be parsed.
    private func multiparts(_ body: [UInt8]) -> JSONValue? {
        guard let type = request.firstHeader("Content-Type").map({ MediaType($0) }), type.essence.hasPrefix("multipart/"),
            let multipart = try? MultipartBody(body, contentType: type)
        else { return nil }
        return .array(
            multipart.parts.map { part in
                var object: JSONObject = ["name": part.name.map { .string($0) } ?? .null]
                object["fileName"] = part.fileName.map { .string($0) }
                object["headers"] = ValuesByName(headers: part.headers).json
                object["bodyAsBase64"] = .string(Base64.encode(Array(part.body)))
                object["body"] = .string(BodyText.decode(part.body, contentType: part.headers.first("Content-Type")))
                return .object(object)
            })
    }

    /// `{name: {"key": name, "values": […]}}`
    private static func parameters(_ items: [QueryItem]) -> JSONValue {
        .object(
            JSONObject(
                ValuesByName(items.map { ($0.name, $0.value) }).entries.map { name, values in
                    (name, ["key": .string(name), "values": .array(values.map { .string($0) })])
                }))
    }
}

extension Request {
    /// Whether the client says that the body is compressed.
    var isGzipped: Bool { body.count > 2 && headers("Content-Encoding").contains { $0.lowercased().contains("gzip") } }

    /// The body without its coding: a gzipped one is decoded.
    /// - Throws: `Gzip.Failure` if it cannot be decoded or would exceed the limit; errors of reading a spooled body.
    package func decodedBody(limit: Int) throws -> [UInt8] {
        let bytes = try body.bytes()
        return isGzipped ? try Gzip.decompress(bytes, limit: limit) : bytes
    }

    /// The body without its coding, as WireMock shows it. A body that cannot be decoded or would exceed the limit is given as received.
    package func bodyWithoutCoding(limit: Int) -> [UInt8] { (try? decodedBody(limit: limit)) ?? (try? body.bytes()) ?? [] }

    /// The beginning of the body without its coding. Reads or decompresses no more than the limit.
    /// - Parameter limit: in bytes.
    /// - Returns: the bytes, and whether they are the complete body.
    func bodyBeginning(limit: Int) -> (bytes: [UInt8], isWhole: Bool) {
        let isCompressed = isGzipped
        let taken = min(body.count, limit)
        let bytes: [UInt8]
        switch body {
        case .empty: return ([], true)
        case .bytes(let all): bytes = isCompressed ? all : Array(all.prefix(taken))
        case .spooled(let file): bytes = (try? file.read(at: 0, limit: taken)) ?? []
        }
        if isCompressed, let beginning = try? Gzip.decompressBeginning(of: bytes, limit: limit) { return beginning }
        return (Array(bytes.prefix(taken)), bytes.count <= taken && bytes.count == body.count)
    }

    /// The fields of a form, decoded in its charset; empty unless the content type says that the body is a form.
    func formItems(_ body: [UInt8]) -> [QueryItem] {
        guard let type = firstHeader("Content-Type"), MediaType(type).essence == "application/x-www-form-urlencoded" else { return [] }
        return QueryItem.parse(body[...], charset: TextCharset(contentType: type) ?? .utf8)
    }

    /// The client's address: from `X-Forwarded-For`, as in WireMock, or else the peer's.
    var clientIP: String {
        guard let field = firstHeader("X-Forwarded-For"), !field.isEmpty else { return arrival.clientAddress }
        return field
    }
}

/// A body as text, in the charset that its content type names; UTF-8 if the charset is unknown.
enum BodyText {
    static func decode(_ bytes: some Collection<UInt8>, contentType: String?) -> String {
        (TextCharset(contentType: contentType) ?? .utf8).decode(bytes)
    }
}
