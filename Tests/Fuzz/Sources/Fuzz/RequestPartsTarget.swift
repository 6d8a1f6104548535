import HTTPMessage

/// Queries, cookies, media types and multipart bodies are read from any bytes without a trap, and hold no more than the bytes do.
enum RequestPartsTarget: FuzzTarget {
    static func run(_ bytes: [UInt8]) {
        precondition(QueryItem.parse(bytes[...]).count <= bytes.count, "more query items than bytes")
        precondition(Cookie.parse(bytes[...]).count <= bytes.count, "more cookies than bytes")
        let type = MediaType(String(decoding: bytes.prefix(100), as: UTF8.self))
        precondition(type.parameters.count <= bytes.count)
        // The first line gives the boundary.
        let boundary = bytes.prefix { $0 != 10 && $0 != 13 && $0 != UInt8(ascii: "\"") }.dropFirst(2)
        let name = String(decoding: boundary, as: UTF8.self)
        guard let body = try? MultipartBody(bytes, contentType: MediaType("multipart/form-data; boundary=\"\(name)\"")) else { return }
        precondition(body.parts.reduce(0) { $0 + $1.body.count } <= bytes.count, "more body than bytes")
        for part in body.parts { _ = (part.name, part.fileName) }
    }
}
