internal import HTTPMessage

/// Response header fields that a request overrides (`response-content-type` and others). Allowed for signed requests.
enum ResponseOverrides {
    private static let names = [
        "response-content-type": "Content-Type", "response-content-language": "Content-Language", "response-expires": "Expires",
        "response-cache-control": "Cache-Control", "response-content-disposition": "Content-Disposition",
        "response-content-encoding": "Content-Encoding",
    ]

    /// - Throws: InvalidRequest, InvalidArgument.
    static func fields(_ call: S3Call) throws(S3Error) -> HeaderFields {
        var fields = HeaderFields()
        for item in call.query {
            guard let name = names[item.name] else { continue }
            guard call.isSigned else {
                throw S3Error(400, "InvalidRequest", "Request specific response headers cannot be used for anonymous GET requests.")
            }
            guard !item.value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
                throw .invalidArgument("Header value cannot be sent", item.name, item.value)
            }
            fields.set(name, item.value)
        }
        return fields
    }
}
