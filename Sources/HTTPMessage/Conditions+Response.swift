extension Conditions {
    /// The response to a GET or HEAD of a representation that exists, by the rules of RFC 9110: 200, 206, 304, 412 or 416.
    /// - Parameters:
    ///   - whole: the 200, with all its fields and the whole body.
    ///   - length: of the whole body, in bytes.
    ///   - subject: what the texts of a 412 and a 416 are about, such as `file`.
    ///   - part: the body of a 206.
    package static func response(
        to request: Request, _ whole: Response, _ validators: Validators, length: Int, of subject: String,
        part: (Range<Int>) -> BodySource
    ) -> Response {
        switch evaluate(request, validators, length: length) {
        case .whole: return whole
        case .part(let range):
            var fields = whole.headers
            fields.append(name: "Content-Range", value: range.contentRange(of: length))
            return Response(status: 206, headers: fields, body: part(range), file: whole.file)
        case .notModified:
            // The body is not sent, but its length is: a length of 0 would say that it is empty (RFC 9110, section 8.6).
            let fields = HeaderFields(whole.headers.filter { isKeptIn304($0.name) })
            return Response(status: 304, headers: fields, body: whole.body, file: whole.file)
        case .preconditionFailed:
            let fields: HeaderFields = validators.entityTag.map { [("ETag", $0.text)] } ?? []
            return .text(412, "The \(subject) is not the version that the request's conditions ask for.\n", headers: fields)
        case .rangeNotSatisfiable:
            return .text(
                416, "The \(subject) has \(length) bytes; the range begins beyond them.\n",
                headers: [("Content-Range", "bytes */\(length)")])
        }
    }

    /// Whether a 304 has the field (RFC 9110, section 15.4.5).
    private static func isKeptIn304(_ name: String) -> Bool {
        ["ETag", "Last-Modified", "Cache-Control", "Content-Location", "Expires", "Vary"].contains { ASCII.equalsIgnoringCase($0, name) }
    }
}
