package import HTTPMessage
internal import JSONDocument

/// What a modifier changes of the response that another stub, a file or an object gives: `"response": {"modify": {…}}`.
///
/// Delays, faults and all else that a response definition says of time and the wire are in the definition that the modifier belongs to.
package struct ResponseModifier: Sendable, Equatable {
    /// Nil leaves the status as it is.
    package var status: Int?
    /// Set in place of the fields of their names.
    package var headers: HeaderFields = []
    /// Names of fields to leave out.
    package var removedHeaders: [String] = []

    package var changesHead: Bool { status != nil || !headers.isEmpty || !removedHeaders.isEmpty }

    /// Reads what is in `modify`, besides time and faults, which are read by the definition.
    static func decode(_ fields: inout FieldReader) -> ResponseModifier {
        var result = ResponseModifier()
        result.status = fields.wholeNumber("status", in: 200...999)
        result.headers = fields.headers("headers") ?? []
        result.removedHeaders = fields.texts("removeHeaders") ?? []
        return result
    }

    /// The response with the changes.
    package func applied(to response: Response) -> Response {
        guard changesHead else { return response }
        let replaced = Set(headers.map { $0.name.lowercased() } + removedHeaders.map { $0.lowercased() })
        var fields = HeaderFields(response.headers.filter { !replaced.contains($0.name.lowercased()) })
        fields.append(contentsOf: headers)
        let newStatus = status ?? response.status
        return Response(
            status: newStatus, reason: newStatus == response.status ? response.reason : nil, headers: fields, body: response.body,
            framing: response.framing)
    }
}
