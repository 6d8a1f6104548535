package import HTTPMessage
internal import JSONDocument

/// Changes to the response of another stub, a file or an object: `"response": {"modify": {…}}`.
///
/// Delays, faults and everything else about timing and the wire are in the definition that the modifier belongs to.
package struct ResponseModifier: Sendable, Equatable {
    /// The new status; nil to keep it.
    package var status: Int?
    /// Fields that replace those of the same name.
    package var headers: HeaderFields = []
    /// Names of fields to remove.
    package var removedHeaders: [String] = []

    /// The fields of `modify`, those of the definition included.
    static let fieldNames: Set<String> = [
        "status", "headers", "removeHeaders", "s3Error", "fixedDelayMilliseconds", "delayDistribution", "chunkedDribbleDelay", "fault",
        "hold", "holdTimeoutMilliseconds", "network", "bandwidthKilobitsPerSecond", "transformers", "transformerParameters",
    ]

    /// Whether it changes the status or the header fields.
    package var changesHead: Bool { status != nil || !headers.isEmpty || !removedHeaders.isEmpty }

    /// Reads `modify`, except timing and faults, which the definition reads.
    static func decode(_ fields: inout FieldReader) -> ResponseModifier {
        var result = ResponseModifier()
        result.status = fields.wholeNumber("status", in: 200...999)
        result.headers = fields.headers("headers") ?? []
        result.removedHeaders = fields.texts("removeHeaders") ?? []
        for name in result.removedHeaders {
            let isLength = name.lowercased() == "content-length"
            let isOwn = isLength || ["date", "transfer-encoding"].contains(name.lowercased())
            if ASCII.isToken(name.utf8), !isOwn { continue }
            fields.report.warn(
                "\"\(name)\" is not removed: \(isOwn ? "the server writes it itself" : "no header field has such a name")",
                at: fields.place(of: "removeHeaders"),
                repair: isOwn
                    ? "Take it away." + (isLength ? " A body has no length with \"chunkedDribbleDelay\"." : "") : "Correct it.")
        }
        return result
    }

    /// The response with the changes. The same object when nothing changes.
    package func applied(to response: Response) -> Response {
        guard changesHead else { return response }
        let replaced = Set(headers.map { $0.name.lowercased() } + removedHeaders.map { $0.lowercased() })
        var fields = HeaderFields(response.headers.filter { !replaced.contains($0.name.lowercased()) })
        let newStatus = status ?? response.status
        // The field says something only with the status that it came with: 206 or 416.
        if newStatus != response.status { fields.remove("Content-Range") }
        fields.append(contentsOf: headers)
        return Response(
            status: newStatus, reason: newStatus == response.status ? response.reason : nil, headers: fields, body: response.body,
            framing: response.framing, file: response.file)
    }
}
