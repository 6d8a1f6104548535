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
            Response(status: 200, headers: completed(headers()), body: body, file: path.text)
        }
        guard Conditions.arePresent(in: request) else { return whole }
        return Conditions.response(to: request, whole, Conditions.Validators(whole.headers), length: size, of: "file") { body($0) }
    }

    private func completed(_ headers: HeaderFields) -> HeaderFields {
        var fields = headers
        let defaults: HeaderFields = [
            ("Content-Type", mediaType), ("ETag", entityTag.text), ("Last-Modified", lastModified.text), ("Accept-Ranges", "bytes"),
        ]
        for field in defaults where !fields.contains(field.name) { fields.append(name: field.name, value: field.value) }
        return fields
    }
}
