internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect
internal import StubModel

/// S3's error in a response definition (`"s3Error"`), checked.
struct CompiledS3Error: Sendable {
    private let definition: S3ErrorDefinition
    private let baseDomains: [String]

    /// A code that S3 does not have needs a status; without one it is reported.
    init(_ definition: S3ErrorDefinition, baseDomains: [String], _ report: ProblemReport) {
        self.definition = definition
        self.baseDomains = baseDomains
        guard S3ErrorCode(rawValue: definition.code) == nil, definition.status == nil else { return }
        let nearest = Spelling.suggestion(for: definition.code, among: S3ErrorCode.allCases.map(\.rawValue))
        report.add(
            "S3 has no error \"\(definition.code)\"", at: definition.node,
            repair: (nearest.map { $0 + " " } ?? "") + "Another code needs a \"status\".")
    }

    /// The response to a request: XML, or for HEAD only the status and the fields.
    /// - Parameters:
    ///   - now: in milliseconds since 1970, by the session's clock.
    ///   - added: fields that are added; they replace those of the same name.
    func response(to request: Request, now: Int, adding added: HeaderFields = []) -> Response {
        let identity = RequestIdentity.next()
        let made = S3Error.scripted(
            definition.code, message: definition.message, status: definition.status, for: request, baseDomains: baseDomains,
            now: now / 1_000
        ).response(to: request, identity)
        let replaced = Set(added.map { $0.name.lowercased() })
        var fields = identity.fields
        fields.append(contentsOf: made.headers)
        var headers = HeaderFields(fields.filter { !replaced.contains($0.name.lowercased()) })
        headers.append(contentsOf: added)
        return Response(status: made.status, headers: headers, body: made.status == 304 ? .empty : made.body)
    }
}
