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
    /// Names of fields to remove. None that the server writes itself: of a response to HEAD and of a 304, too, the length stays.
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
        result.warnOfRemovedHeaders(&fields)
        result.removedHeaders.removeAll { ownFields[$0.lowercased()] != nil }
        return result
    }

    /// Warns about names that are not removed.
    private func warnOfRemovedHeaders(_ fields: inout FieldReader) {
        let report = fields.report
        guard let list = fields.take("removeHeaders"), case .array(let places) = list.content else { return }
        if places.isEmpty { report.warn("\"removeHeaders\" is an empty list, so nothing is removed", at: list, repair: "Leave it out.") }
        // With another number of names one of them is wrong, which is reported.
        guard places.count == removedHeaders.count else { return }
        for (name, place) in zip(removedHeaders, places) {
            if let own = Self.ownFields[name.lowercased()] {
                report.warn("\"\(name)\" is not removed: the server writes it itself", at: place, repair: own)
            } else if !ASCII.isToken(name.utf8) {
                report.warn("\"\(name)\" is not removed: no header field has such a name", at: place, repair: "Correct it.")
            } else if headers.first(name) != nil {
                report.warn("\"\(name)\" is not removed: \"headers\" sets it", at: place, repair: "Keep one of them.")
            } else if let doubt = HeaderDoubts.about(name: name) {
                report.warn(doubt.message, at: place, repair: doubt.repair)
            }
        }
    }

    /// The fields that the server writes itself, in lower case, with what to do.
    private static let ownFields = [
        "content-length": "Take it away. A body has no length with \"chunkedDribbleDelay\".", "date": "Take it away.",
        "transfer-encoding": "Take it away.",
    ]

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
