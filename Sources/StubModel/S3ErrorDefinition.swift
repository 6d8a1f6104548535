package import JSONDocument

/// An error of S3's as a response: `"s3Error": "SlowDown"`, or an object with `code`, `message` and `status`. Not a field of WireMock's.
///
/// The engine knows S3's codes; it adds message and status where none is written, and reports a code that it does not know and that has no
/// status.
package struct S3ErrorDefinition: Sendable {
    /// The code, such as `SlowDown`.
    package var code: String
    /// Nil for the code's own.
    package var message: String?
    /// Nil for the code's own.
    package var status: Int?
    /// The place of the code.
    package var node: JSONNode

    /// - Parameter status: what is written beside the error; its own comes first.
    /// - Returns: nil when the code is missing or of the wrong kind, which is reported.
    static func decode(_ node: JSONNode, status: Int?, _ report: ProblemReport) -> S3ErrorDefinition? {
        if case .string(let code) = node.content { return S3ErrorDefinition(code: code, status: status, node: node) }
        guard case .object = node.content, var fields = FieldReader(node, report) else {
            report.add(
                "\"s3Error\" must be a code or an object, found \(node.found)", at: node,
                repair: "Write \"SlowDown\", or {\"code\": \"SlowDown\", \"message\": \"…\", \"status\": 503}.")
            return nil
        }
        let before = report.problems.count
        let code = fields.string("code")
        var result = S3ErrorDefinition(code: code ?? "", node: fields.place(of: "code"))
        result.message = fields.text("message")
        report.warnOfTemplate(in: result.message, "it is sent as it is", at: fields.place(of: "message"), repair: "Write it out.")
        result.status = fields.exactNumber("status", in: 200...999) ?? status
        fields.finish()
        if code != nil { return result }
        if report.problems.count == before { report.add("\"s3Error\" has no \"code\"", at: node, repair: "Write \"code\": \"SlowDown\".") }
        return nil
    }
}
