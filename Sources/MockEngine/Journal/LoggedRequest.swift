internal import Compression
package import HTTPMessage
package import JSONDocument
package import StubModel

/// A request as WireMock shows it: in journal entries, find results and near misses.
package struct LoggedRequest: Sendable {
    package var request: Request
    package var loggedAt: Timestamp
    /// Set when the body was too long to keep.
    package var bodyDigest: JournalEntry.BodyDigest?
    /// Of the path template that it matched.
    package var pathParameters: [(name: String, value: String)]
    /// A gzipped body is shown decoded up to so many bytes.
    var maximumDecodedBytes = MatchingLimits.standard.decodedBodyBytes
    /// Set when at most so many bytes of the body are shown: in lists of near misses, where a request may stand several times.
    var shownBodyBytes: Int?

    package init(
        _ request: Request, loggedAt: Timestamp, bodyDigest: JournalEntry.BodyDigest? = nil,
        pathParameters: [(name: String, value: String)] = []
    ) {
        self.request = request
        self.loggedAt = loggedAt
        self.bodyDigest = bodyDigest
        self.pathParameters = pathParameters
    }

    package init(_ event: JournalEntry) {
        self.init(
            event.request, loggedAt: event.arrivedAt, bodyDigest: event.bodyDigest,
            pathParameters: event.stub?.pathParameters(of: event.request) ?? [])
        maximumDecodedBytes = event.maximumDecodedBytes
    }

    /// In the extended form: the lengths and digests of bodies that were too long are ours.
    package var json: JSONValue { json(.extended) }

    package func json(_ form: AnswerForm) -> JSONValue {
        let address = RequestAddress(request)
        let beginning = shownBodyBytes.map { request.bodyBeginning(limit: $0) }
        let body = beginning?.bytes ?? request.bodyWithoutCoding(limit: maximumDecodedBytes)
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
            "pathParameters": .object(JSONObject(pathParameters.map { ($0.name, .string($0.value)) })),
        ]
        guard form == .extended else { return .object(object) }
        if beginning?.isWhole == false { object["bodyIsCut"] = true }
        if let parts = multiparts(body) { object["multiparts"] = parts }
        if let bodyDigest {
            object["bodyLength"] = JSONValue(bodyDigest.length)
            object["bodySha256"] = .string(bodyDigest.sha256)
        }
        return .object(object)
    }

    /// The parts of a multipart body; nil for any other, and for one that cannot be read.
    private func multiparts(_ body: [UInt8]) -> JSONValue? {
        guard let type = request.firstHeader("Content-Type").map({ MediaType($0) }), type.essence.hasPrefix("multipart/"),
            let multipart = try? MultipartBody(body, contentType: type)
        else { return nil }
        return .array(
            multipart.parts.map { part in
                var object: JSONObject = ["name": part.name.map { .string($0) } ?? .null]
                object["fileName"] = part.fileName.map { .string($0) }
                object["headers"] = ValuesByName(headers: part.headers).json
                object["bodyAsBase64"] = .string(Base64.encode(part.body))
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

    /// The body as the client meant it: a gzipped one is decoded.
    /// - Throws: `Gzip.Failure` when it cannot be decoded, or would be longer than the limit; what reading a spooled body throws.
    func decodedBody(limit: Int) throws -> [UInt8] {
        let bytes = try body.bytes()
        return isGzipped ? try Gzip.decompress(bytes, limit: limit) : bytes
    }

    /// The body as the client meant it, as WireMock shows it. One that cannot be decoded, or would be longer than the limit, stays as it
    /// came.
    package func bodyWithoutCoding(limit: Int) -> [UInt8] { (try? decodedBody(limit: limit)) ?? (try? body.bytes()) ?? [] }

    /// The beginning of the body as the client meant it: of a gzipped one, of what it decompresses to. No more than that is read, or
    /// decompressed.
    /// - Parameter limit: most bytes to give.
    /// - Returns: the bytes, and whether they are all that there is.
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

    /// The fields of a form, decoded in its charset; none unless the content type says that the body is one.
    func formItems(_ body: [UInt8]) -> [QueryItem] {
        guard let type = firstHeader("Content-Type"), MediaType(type).essence == "application/x-www-form-urlencoded" else { return [] }
        return QueryItem.parse(body[...], charset: TextCharset(contentType: type) ?? .utf8)
    }

    /// Who sent the request: what an `X-Forwarded-For` says, as in WireMock, or else the other end of the connection.
    var clientIP: String {
        guard let field = firstHeader("X-Forwarded-For"), !field.isEmpty else { return arrival.clientAddress }
        return field
    }
}

/// A body as text, after the charset that its content type names; UTF-8 when that is not known.
enum BodyText {
    static func decode(_ bytes: some Collection<UInt8>, contentType: String?) -> String {
        (TextCharset(contentType: contentType) ?? .utf8).decode(bytes)
    }
}
