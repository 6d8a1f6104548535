package import HTTPMessage

extension StoredFile {
    /// The response to GET or HEAD by the rules of RFC 9110: 200, 206, 304, 412 or 416.
    /// - Parameters:
    ///   - headers: of the 200; missing `Content-Type`, `ETag`, `Last-Modified` and `Accept-Ranges` are added.
    ///   - variant: what `headers` depend on; see `sharedResponse`.
    package func response(to request: Request, headers: @autoclosure () -> HeaderFields = [], variant: (any AnyObject & Sendable)? = nil)
        -> Response
    {
        let whole = sharedResponse(variant: variant) {
            Response(status: 200, headers: completed(headers()), body: body)
        }
        guard Conditions.arePresent(in: request) else { return whole }
        let validators = Conditions.Validators(entityTag: entityTag, lastModified: lastModified)
        switch Conditions.evaluate(request, validators, length: size) {
        case .whole: return whole
        case .part(let range):
            var fields = whole.headers
            fields.append(name: "Content-Range", value: range.contentRange(of: size))
            return Response(status: 206, headers: fields, body: body(range))
        case .notModified:
            // The body is not sent, but its length is: a length of 0 would say that the file is empty (RFC 9110, section 8.6).
            return Response(status: 304, headers: HeaderFields(whole.headers.filter { Self.isKeptIn304($0.name) }), body: body)
        case .preconditionFailed:
            return .text(412, "The file is not the version that the request's conditions ask for.\n", headers: [("ETag", entityTag.text)])
        case .rangeNotSatisfiable:
            return .text(
                416, "The file has \(size) bytes; the range begins beyond them.\n", headers: [("Content-Range", "bytes */\(size)")])
        }
    }

    private func completed(_ headers: HeaderFields) -> HeaderFields {
        var fields = headers
        let defaults: HeaderFields = [
            ("Content-Type", mediaType), ("ETag", entityTag.text), ("Last-Modified", lastModified.text), ("Accept-Ranges", "bytes"),
        ]
        for field in defaults where !fields.contains(field.name) { fields.append(name: field.name, value: field.value) }
        return fields
    }

    /// Whether a 304 has the field (RFC 9110, section 15.4.5).
    private static func isKeptIn304(_ name: String) -> Bool {
        ["ETag", "Last-Modified", "Cache-Control", "Content-Location", "Expires", "Vary"].contains { ASCII.equalsIgnoringCase($0, name) }
    }
}
