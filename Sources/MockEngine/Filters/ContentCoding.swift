internal import Compression
internal import HTTPMessage

/// Compresses the responses of stubs for clients that accept gzip, as WireMock's server does (Jetty's rules: successes of any length, from
/// 32 bytes on if the stub says the length itself; no types that are compressed already, by the response or by the path's extension;
/// nothing that has a coding; not for OPTIONS). HEAD gets the fields of GET (RFC 9110, section 9.3.2), where Jetty describes the plain
/// form.
///
/// The compressed form of a shared response is made once and kept with it.
enum ContentCoding {
    private static let minimumBytesOfSaidLength = 32
    /// Longer bodies, streamed bodies and those on disk are sent as they are.
    private static let maximumBytes = 4 << 20

    /// Compressing a longer body takes more than a millisecond.
    private static let longBodyBytes = 64 << 10

    /// Whether the body is so long that making its compressed form would take long.
    static func isLong(_ response: Response) -> Bool {
        guard case .bytes(let bytes) = response.body else { return false }
        return bytes.count > longBodyBytes && bytes.count <= maximumBytes
    }

    /// Whether the compressed form does not exist yet and takes long to make.
    static func takesLong(_ response: Response, for request: Request) -> Bool {
        isLong(response) && !response.isSentPlain && response.codedSlot.load() == nil && allows(request) && isWorthIt(response)
    }

    /// The response to send in place of `response`: the same one if it is not worth compressing, or if there is no memory for that.
    static func encoded(_ response: Response, for request: Request) -> Response {
        guard allows(request), case .bytes(let bytes) = response.body, !bytes.isEmpty, bytes.count <= maximumBytes else { return response }
        if response.isSentPlain { return response }
        if let kept = response.codedSlot.load() { return kept }
        guard isWorthIt(response), bytes.count >= minimumBytesOfSaidLength || !response.headers.contains("Content-Length") else {
            response.noteSentPlain()
            return response
        }
        guard let compressed = Gzip.compress(bytes) else { return response }
        var headers = response.headers
        headers.append(name: "Content-Encoding", value: "gzip")
        // Only HEAD gets a written length, and that of the plain form is not this one's. Another one is the author's (decision 0056).
        if headers.contentLength == bytes.count { headers.remove("Content-Length") }
        // Its ranges are of the plain form.
        headers.remove("Accept-Ranges")
        if !headers.list("Vary", contains: "Accept-Encoding"), !headers.list("Vary", contains: "*") {
            headers.append(name: "Vary", value: "Accept-Encoding")
        }
        if let tag = headers.first("ETag") { headers.set("ETag", codedTag(tag)) }
        return response.codedSlot.store(
            Response(
                status: response.status, reason: response.reason, headers: headers, body: .bytes(compressed), framing: response.framing))
    }

    /// Whether the response to the request may be compressed, as far as the request decides that.
    private static func allows(_ request: Request) -> Bool {
        guard accepts(request) else { return false }
        return methods.contains { request.hasMethod($0) } && !isOfCompressedType(path: request.pathBytes)
    }

    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].map { Array($0.utf8) }

    /// Whether the path ends as the name of a picture, a film or an archive: a stub often leaves the type out.
    private static func isOfCompressedType(path: ArraySlice<UInt8>) -> Bool {
        let end = path.suffix(longestExtension + 1)
        guard let dot = end.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return compressedExtensions.contains(String(decoding: end[(dot + 1)...], as: UTF8.self).lowercased())
    }

    private static let longestExtension = 4
    /// Those of Jetty's table of types.
    private static let compressedExtensions: Set = [
        "avi", "avif", "bmp", "br", "gif", "gz", "ico", "jpeg", "jpg", "mov", "mp3", "mp4", "mpeg", "mpg", "png", "rar", "tif", "tiff",
        "wav", "webp", "xz", "zip",
    ]

    /// Whether Accept-Encoding names gzip with a weight that is not 0 (RFC 9110, section 12.5.3). `*` and `x-gzip` get the plain form, as
    /// with Jetty. Nearly every client sends the field with each request, so that it is read as bytes.
    static func accepts(_ request: Request) -> Bool {
        guard let first = request.firstHeaderIndex(field) else { return false }
        for index in first..<request.headerCount where request.isHeader(index, field) {
            if let taken = takesGzip(request.headerValue(index)) { return taken }
        }
        return false
    }

    /// The same for the fields of a request to another server.
    static func accepts(_ fields: HeaderFields) -> Bool {
        fields.values(field).lazy.compactMap { takesGzip(Array($0.utf8)[...]) }.first ?? false
    }

    private static let field = "accept-encoding"

    /// Whether one field takes gzip; nil when it does not name it.
    private static func takesGzip(_ value: ArraySlice<UInt8>) -> Bool? {
        var items = value
        while !items.isEmpty {
            var parameters = takeFirst(of: &items, before: UInt8(ascii: ","))
            let coding = ASCII.trimmingSpace(takeFirst(of: &parameters, before: UInt8(ascii: ";")))
            if ASCII.equalsIgnoringCase(coding, "gzip".utf8) { return !haveZeroWeight(parameters) }
        }
        return nil
    }

    private static func haveZeroWeight(_ parameters: ArraySlice<UInt8>) -> Bool {
        var rest = parameters
        while !rest.isEmpty {
            var value = takeFirst(of: &rest, before: UInt8(ascii: ";"))
            let name = ASCII.trimmingSpace(takeFirst(of: &value, before: UInt8(ascii: "=")))
            guard ASCII.equalsIgnoringCase(name, "q".utf8) else { continue }
            let weight = ASCII.trimmingSpace(value)
            return weight.first == UInt8(ascii: "0") && weight.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
        }
        return false
    }

    /// Removes what comes before the first separator, and the separator.
    private static func takeFirst(of bytes: inout ArraySlice<UInt8>, before separator: UInt8) -> ArraySlice<UInt8> {
        let end = bytes.firstIndex(of: separator) ?? bytes.endIndex
        defer { bytes = bytes[end...].dropFirst() }
        return bytes[..<end]
    }

    /// What the entity tag of a compressed form ends with, as in WireMock's server.
    private static let suffix = "--gzip"

    /// The compressed form gets an entity tag of its own (RFC 9110, section 8.8.3.3): different bytes need a different strong tag. A weak
    /// tag stays.
    private static func codedTag(_ tag: String) -> String {
        tag.hasPrefix("W/") || !tag.hasSuffix("\"") ? tag : tag.dropLast() + suffix + "\""
    }

    /// A 304 for a client that has the compressed form: it names the tag of that form.
    /// - Parameter tags: those of which the client has the compressed form.
    static func notModified(_ response: Response, forHoldersOf tags: [String]) -> Response {
        guard response.status == 304, let tag = response.headers.first("ETag"), tags.contains(tag) else { return response }
        var headers = response.headers
        headers.set("ETag", codedTag(tag))
        return Response(status: response.status, reason: response.reason, headers: headers, framing: response.framing)
    }

    /// The request with the tags of the plain forms, which stubs and targets know, in place of those of compressed forms in `If-Match` and
    /// `If-None-Match`, and the tags that were replaced, as the plain forms have them; nil if there are none. A range is of the bytes that
    /// the client has, so `If-Range` stays.
    static func withPlainTags(_ request: Request) -> (request: Request, tags: [String])? {
        var values: [Int: [UInt8]] = [:]
        var tags: [String] = []
        for index in 0..<request.headerCount {
            let name = request.headerName(index)
            guard ASCII.equalsIgnoringCase(name, "if-none-match".utf8) || ASCII.equalsIgnoringCase(name, "if-match".utf8) else { continue }
            let known = tags.count
            let value = plainTags(request.headerValue(index), &tags)
            if tags.count > known { values[index] = value }
        }
        if tags.isEmpty { return nil }
        var plain = request
        plain.setHeaderValues(values)
        return (plain, tags)
    }

    /// A list of entity tags with those of the plain forms; weak ones stay.
    private static func plainTags(_ list: ArraySlice<UInt8>, _ tags: inout [String]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        var result: [UInt8] = []
        var rest = list
        while let open = rest.firstIndex(of: quote), let close = rest[(open + 1)...].firstIndex(of: quote) {
            let isWeak = rest[..<open].suffix(2).elementsEqual("W/".utf8)
            var tag = rest[open..<close]
            if !isWeak, tag.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) {
                tag = tag.dropLast(suffix.utf8.count)
                tags.append(String(decoding: tag + [quote], as: UTF8.self))
            }
            result += rest[..<open] + tag + [quote]
            rest = rest[(close + 1)...]
        }
        return result + rest
    }

    private static func isWorthIt(_ response: Response) -> Bool {
        guard (200..<300).contains(response.status), ![204, 205, 206].contains(response.status),
            !response.headers.contains("Content-Encoding"), !response.headers.list("Cache-Control", contains: "no-transform")
        else { return false }
        guard let type = response.headers.first("Content-Type")?.lowercased().prefix(while: { $0 != ";" && $0 != " " }) else {
            return true
        }
        if type == "image/svg+xml" { return true }
        if ["image/", "audio/", "video/"].contains(where: type.hasPrefix) { return false }
        return ![
            "application/zip", "application/gzip", "application/x-gzip", "application/bzip2", "application/x-bzip2", "application/x-xz",
            "application/x-rar-compressed", "application/brotli", "application/compress", "application/zstd",
            "application/octet-stream-compressed", "text/event-stream",
        ].contains(String(type))
    }
}
