internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// One call of the admin API: the request, and what an endpoint needs to respond.
struct AdminCall {
    let request: Request
    /// The values of the path's variables, decoded, in order.
    let parameters: [String]
    let engine: MockEngine
    /// The session that the call is about: the one whose base URL it was sent to or that it names, otherwise the server's own.
    let session: Session
    let services: AdminServices
    let access: AdminAccess
    /// What is told about the call beside its reply.
    let notes = CallNotes()

    /// Plain for WireMock's Java client, which is recognized by the HTTP library that it uses.
    var form: ResponseForm { request.firstHeader("User-Agent")?.hasPrefix("Apache-HttpClient/") == true ? .plain : .extended }

    // MARK: Parameters

    /// The first value of a query parameter; nil when it is missing.
    func query(_ name: String) -> String? { request.queryItems.first { $0.name == name }?.value }

    /// The value of a query parameter as a whole number of 0 or more; nil when it is missing.
    /// - Throws: 400 for any other value.
    func number(_ name: String) throws -> Int? {
        guard let text = query(name) else { return nil }
        if let number = Int(text), number >= 0 { return number }
        throw AdminError(
            status: 400, code: 10, title: "\(name) must be 0 or greater", detail: "\"\(text)\" is not a whole number from 0.",
            pointer: name)
    }

    /// Writes a warning to the log for each query parameter that is none of these and whose name is near to one. It is ignored, as in
    /// WireMock.
    func warnOfParameters(otherThan known: [String]) {
        for item in request.queryItems where !known.contains(item.name) {
            guard let meant = Spelling.nearest(to: item.name, among: known) else { continue }
            warn("there is no parameter \"\(item.name)\", so it is ignored", repair: "Did you mean \"\(meant)\"?")
        }
    }

    /// Writes a warning about the call to the log, and tells the caller of it in a field of the reply.
    func warn(_ message: String, repair: String) {
        warn(Problem(source: "\(request.method) \(request.path)", message: message, repair: repair))
    }

    private func warn(_ problem: Problem) {
        services.warn?(problem)
        notes.add(problem)
    }

    /// Refuses a call that needs the journal, if there is none.
    /// - Throws: 500, as WireMock.
    func requireJournal() throws {
        guard !session.journal.settings.isEnabled else { return }
        throw AdminError(
            status: 500,
            title: "The request journal is disabled, so no verification or request searching operations are available",
            detail: "Start the server without --no-request-journal.")
    }

    /// The id in the path.
    /// - Throws: 400 when it is not a UUID.
    func id() throws -> UniqueID {
        guard let id = UniqueID(parameters[0]) else {
            throw AdminError(
                status: 400, code: 10, title: "\(parameters[0]) is not a valid UUID",
                detail: (meantID ?? "")
                    + "Write 36 characters such as \"5144553f-13ba-42ae-9ad5-7b73a74b76b7\". The lists of the admin API have the ids.")
        }
        return id
    }

    /// What is meant by a path with something else than an id, as a sentence with a space behind it: another method, a stub's name, or a slip
    /// of spelling in another path. Nil if unknown.
    private var meantID: String? {
        let path = request.path.dropFirst(AdminAPI.prefix.count)
        let methods = AdminRoutes.all.filter { $0.path == path }.map { $0.method }
        if !methods.isEmpty { return "Use \(Spelling.alternatives(methods)) for \(AdminAPI.prefix)\(path). " }
        if path.hasPrefix("/mappings/"), let stub = session.stubs.first(where: { $0.mapping.name == parameters[0] }) {
            return "The stub \"\(parameters[0])\" has the id \(stub.id). "
        }
        guard let slash = path.lastIndex(of: "/") else { return nil }
        let parent = path[...slash]
        let below = AdminRoutes.all.map { $0.path }.filter { $0.hasPrefix(parent) }.map { String($0.dropFirst(parent.count)) }
        let words = below.filter { name in !name.contains("{") && !name.contains("/") }
        let meant = Spelling.nearest(to: String(path[path.index(after: slash)...]), among: words)
        return meant.map { "Did you mean \(AdminAPI.prefix)\(parent)\($0)? " }
    }

    // MARK: Body

    /// The bytes of the body; those of a gzipped one are decoded, as in WireMock.
    /// - Throws: 422 for a body that is not gzipped as its client says, and what reading a large body from its temporary file throws.
    var body: [UInt8] {
        get throws {
            let limit = engine.environment.matchers.limits.decodedBodyBytes
            do { return try request.decodedBody(limit: limit) } catch {
                // What is in a temporary file may not be readable; everything else is about the coding.
                _ = try request.body.bytes()
                throw AdminError(
                    status: 422, code: 10, title: "The body is not gzipped as its Content-Encoding says",
                    detail: "Decompressing it: \(error).")
            }
        }
    }

    /// The body's text as UTF-8. The charset is that of the content type, as for a request to the mocks; bytes in UTF-8 and in a charset
    /// that is not known stay as they are.
    private var text: [UInt8] {
        get throws {
            let bytes = try body
            switch TextCharset(contentType: request.firstHeader("Content-Type")) {
            case nil, .utf8?, .ascii?: return bytes
            case let charset?: return Array(charset.decode(bytes).utf8)
            }
        }
    }

    /// The body as JSON, with positions.
    /// - Throws: 422 when it is not JSON.
    func document() throws -> JSONDocument {
        try JSONDocument.parse(try text, name: "request body", maximumDepth: engine.environment.matchers.limits.jsonDepth)
    }

    /// Decodes the body, and reports every mistake in it.
    /// - Throws: 422 with all mistakes.
    func read<Value>(_ decode: (JSONNode, ProblemReport) throws -> Value?) throws -> Value { try read(document(), decode) }

    /// Decodes the body as `read` does; an empty body means the defaults, as `{}` does.
    func readOrDefaults<Value>(_ decode: (JSONNode, ProblemReport) throws -> Value?) throws -> Value {
        try read(body.isEmpty ? JSONDocument.parse(Array("{}".utf8), name: "request body") : document(), decode)
    }

    private func read<Value>(_ document: JSONDocument, _ decode: (JSONNode, ProblemReport) throws -> Value?) throws -> Value {
        let report = ProblemReport(document)
        let value = try decode(document.root, report)
        guard report.problems.isEmpty, let value else { throw AdminError(report.problems) }
        for warning in report.warnings + report.lateProblems { warn(warning) }
        return value
    }

    /// The body as a compiled stub, ready to be added.
    /// - Parameter id: the stub's id, in place of the one in the body.
    func readStub(id: UniqueID? = nil) throws -> CompiledStub {
        try read { node, report in
            if case .array = node.content {
                report.add(
                    "this call takes one stub mapping, and this is a list", at: node,
                    repair: "Send {\"mappings\": [ … ]} to POST \(AdminAPI.prefix)/mappings/import.")
                return nil
            }
            if case .object = node.content, let mappings = node.member("mappings") {
                report.add(
                    "this call takes one stub mapping, and \"mappings\" has several", at: mappings,
                    repair: "Send it to POST \(AdminAPI.prefix)/mappings/import.")
                return nil
            }
            return StubMapping.decode(node, report, id: id).flatMap { engine.compile($0, report) }
        }
    }

    /// The body as a condition on journal entries, with its JSON.
    func readCondition() throws -> (condition: JournalCondition, json: JSONValue) {
        try read { node, report in
            guard let pattern = RequestPattern.decode(node, report),
                let condition = JournalCondition(pattern, engine.environment.matchers, report)
            else { return nil }
            return (condition, .object(pattern.shown(node.value.object ?? [:])))
        }
    }

    /// The body as a matcher for the metadata of stubs.
    func readMetadataMatcher() throws -> any ValueMatcher {
        try read { node, report in
            let matchers = engine.environment.matchers
            if case .object(let members) = node.content, members.count == 1, !matchers.isKnown(members[0].name),
                case .string(let value) = members[0].value.content
            {
                report.add(
                    "unknown matcher \"\(members[0].name)\"", atOffset: members[0].nameOffset,
                    repair: "For metadata with that value write {\"matchesJsonPath\": \"$[?(@.\(members[0].name) == '\(value)')]\"}.")
                return nil
            }
            return matchers.compile(ValuePattern(node), report)
        }
    }
}

extension AdminCall {
    /// What the call may take to compare, for everything that it looks at together.
    func budget() -> ComparisonBudget { ComparisonBudget(engine.environment.matchers.limits) }

    /// Whether a stub's metadata meet a matcher; throws if a limit stopped the comparison. All stubs share one budget. As in WireMock, a
    /// stub without metadata has the JSON `null`, and so has a missing stub.
    func metadataTest(_ matcher: any ValueMatcher) -> (CompiledStub?) throws -> Bool {
        let (budget, now) = (budget(), session.clock.now)
        return { stub in
            let metadata = stub?.mapping.metadata.map { JSONValue.object($0) } ?? .null
            let subject = MatchSubject(document: metadata, context: budget.context(at: now))
            let isMet = matcher.matches(subject)
            try budget.check(subject.undecided)
            return isMet
        }
    }
}
