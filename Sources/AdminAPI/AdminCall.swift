internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// One call of the admin API: the request, and everything that an endpoint may need to answer it.
struct AdminCall {
    let request: Request
    /// Of the path template, decoded, in order.
    let parameters: [String]
    let engine: MockEngine
    /// What the call is about: the session whose base URL it was sent to, or that it names; else the server's own.
    let session: Session
    let services: AdminServices
    let access: AdminAccess

    /// The plain form for WireMock's Java client, which sends the name of the client library that it is built on.
    var form: AnswerForm { request.firstHeader("User-Agent")?.hasPrefix("Apache-HttpClient/") == true ? .plain : .extended }

    // MARK: Parameters

    /// The first value of a query parameter; nil when it is not there.
    func query(_ name: String) -> String? { request.queryItems.first { $0.name == name }?.value }

    /// A query parameter that is a number from 0.
    /// - Throws: 400 when it is something else.
    func number(_ name: String) throws -> Int? {
        guard let text = query(name) else { return nil }
        if let number = Int(text), number >= 0 { return number }
        throw AdminError(
            status: 400, code: 10, title: "\(name) must be 0 or greater", detail: "\"\(text)\" is not such a number.", pointer: name)
    }

    /// The path's id.
    /// - Throws: 400 when it is no UUID.
    func id() throws -> UniqueID {
        guard let id = UniqueID(parameters[0]) else {
            throw AdminError(status: 400, code: 10, title: "\(parameters[0]) is not a valid UUID")
        }
        return id
    }

    // MARK: Body

    /// - Throws: what reading a large body from its temporary file throws.
    var body: [UInt8] { get throws { try request.body.bytes() } }

    /// Reads the body with its places.
    /// - Throws: 422 when it is no JSON.
    func document() throws -> JSONDocument {
        try JSONDocument.parse(try body, name: "request body", maximumDepth: engine.environment.matchers.limits.jsonDepth)
    }

    /// Reads the body, and reports everything that is wrong with it.
    /// - Throws: 422 with all problems.
    func read<Value>(_ decode: (JSONNode, ProblemReport) -> Value?) throws -> Value {
        let document = try document()
        let report = ProblemReport(document)
        let value = decode(document.root, report)
        guard report.problems.isEmpty, let value else { throw AdminError(report.problems) }
        for warning in report.warnings + report.lateProblems { services.warn?(warning) }
        return value
    }

    /// The body as a stub, ready to be added.
    /// - Parameter id: what it shall have, whatever the body says.
    func readStub(id: UniqueID? = nil) throws -> CompiledStub {
        try read { node, report in
            StubMapping.decode(node, report, id: id).flatMap { engine.compile($0, report) }
        }
    }

    /// The body as a condition on journal entries, and as it was written.
    func readCondition() throws -> (condition: JournalCondition, json: JSONValue) {
        try read { node, report in
            RequestPattern.decode(node, report).flatMap { JournalCondition($0, engine.environment.matchers, report) }
                .map { ($0, node.value) }
        }
    }

    /// The body as a matcher for the metadata of stubs.
    func readMetadataMatcher() throws -> any ValueMatcher {
        try read { node, report in engine.environment.matchers.compile(ValuePattern(node), report) }
    }
}

extension ValueMatcher {
    /// Whether a stub's metadata meet it.
    func accepts(metadataOf mapping: JSONValue, at now: Timestamp) -> Bool {
        matches(mapping["metadata"].map { MatchSubject(document: $0, context: MatchContext(now: now)) } ?? .absent)
    }
}
