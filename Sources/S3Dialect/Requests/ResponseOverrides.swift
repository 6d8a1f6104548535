package import HTTPMessage

/// Response header fields that a request overrides (`response-content-type` and others). Allowed for signed requests.
package enum ResponseOverrides {
    private static let names = [
        "response-content-type": "Content-Type", "response-content-language": "Content-Language", "response-expires": "Expires",
        "response-cache-control": "Cache-Control", "response-content-disposition": "Content-Disposition",
        "response-content-encoding": "Content-Encoding",
    ]

    private static let prefix = "response-"

    /// The fields that the query sets, under their names in the response. Of several values, the first counts.
    /// - Parameter isSigned: whether the request has a signature.
    /// - Throws: InvalidRequest, InvalidArgument.
    package static func fields(_ query: [QueryItem], isSigned: Bool) throws(S3Error) -> HeaderFields {
        var fields = HeaderFields()
        for item in query {
            guard item.name.utf8.starts(with: prefix.utf8) else { continue }
            guard let name = names[item.name] else {
                throw .invalidArgument(
                    "\(item.name) is not in the set of overridable response headers. Please refer to the S3 API documentation for a complete "
                        + "list of overridable response headers.", item.name, item.value)
            }
            guard isSigned else {
                throw S3Error(.invalidRequest, "Request specific response headers cannot be used for anonymous GET requests.")
            }
            guard !fields.contains(name) else { continue }
            guard !item.value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
                throw .invalidArgument("Header value cannot be sent", item.name, item.value)
            }
            guard item.value.unicodeScalars.allSatisfy({ $0.value <= 0xFF }) else {
                throw .invalidArgument("Header value cannot be represented using ISO-8859-1.", item.name, item.value)
            }
            fields.append(name: name, value: item.value)
        }
        return fields
    }
}
