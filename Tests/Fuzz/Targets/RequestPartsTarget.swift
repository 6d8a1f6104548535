internal import HTTPMessage

/// The parts of a request are read from any bytes without a trap, and hold no more than the bytes do: queries, cookies, media types,
/// multipart bodies, authorities, ranges, entity tags.
enum RequestPartsTarget: FuzzTarget {
    package static func run(_ bytes: [UInt8]) {
        precondition(QueryItem.parse(bytes[...]).count <= bytes.count, "more query items than bytes")
        precondition(Cookie.parse(bytes[...]).count <= bytes.count, "more cookies than bytes")
        let field = String(decoding: bytes.prefix(100), as: UTF8.self)
        precondition(MediaType(field).parameters.count <= bytes.count, "more parameters than bytes")
        checkAuthority(field)
        checkConditions(field)
        // The first line gives the boundary.
        let boundary = bytes.prefix { $0 != 10 && $0 != 13 && $0 != UInt8(ascii: "\"") }.dropFirst(2)
        let name = String(decoding: boundary, as: UTF8.self)
        guard let body = try? MultipartBody(bytes, contentType: MediaType("multipart/form-data; boundary=\"\(name)\"")) else { return }
        precondition(body.parts.reduce(0) { $0 + $1.body.count } <= bytes.count, "more body than bytes")
        for part in body.parts { _ = (part.name, part.fileName) }
    }

    private static func checkAuthority(_ field: String) {
        let authority = Authority(field)
        precondition(field.utf8.starts(with: authority.host.utf8), "a host that is not what is written")
        precondition(authority.port != nil || authority.host.utf8.count >= field.utf8.count - 1, "something is neither host nor port")
        let again = Authority(authority.host + (authority.port.map { ":\($0)" } ?? ""))
        precondition(authority.port == nil || again == authority, "what was written reads differently")
    }

    private static func checkConditions(_ field: String) {
        let tag = EntityTag("a")
        for length in [0, 1, 10] {
            if let range = ByteRange.parse(field)?.resolve(length: length) {
                precondition(!range.isEmpty && range.upperBound <= length, "a range beyond the end")
            }
            for name in ["Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"] {
                let request = Request(target: "/", headers: [(name, field), ("Range", "bytes=0-0")])
                let validators = Conditions.Validators(entityTag: tag, lastModified: HTTPDate(secondsSinceEpoch: 784_111_777))
                if case .part(let range) = Conditions.evaluate(request, validators, length: length) {
                    precondition(!range.isEmpty && range.upperBound <= length, "a part beyond the end")
                }
            }
        }
        if case .tags(let tags) = EntityTagList.parse(field) {
            precondition(tags.count <= field.utf8.count, "more tags than bytes")
        }
    }
}
