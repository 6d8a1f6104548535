internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// A pattern's conditions besides method and URL. All of them must be met.
final class RequestConditions: Sendable {
    typealias Named = (name: String, matcher: MultiValueMatcher)

    struct Multipart: Sendable {
        /// Shown in diffs only, if a pattern for Content-Disposition compares it; as in WireMock, it is not compared itself.
        var name: String?
        /// As in WireMock, compared only if the pattern also has `headers` or `bodyPatterns`, and not if it is empty.
        var fileName: String?
        var quantifier: MultipartPattern.Quantifier
        var headers: [Named]
        var body: [any ValueMatcher]
    }

    let port: Int?
    let scheme: String?
    let host: (any ValueMatcher)?
    let clientIP: (any ValueMatcher)?
    let s3: S3Condition?
    /// Includes basic authentication.
    let headers: [HeaderCondition]
    let cookies: [Named]
    let query: [Named]
    let form: [Named]
    let path: [Named]
    let body: [any ValueMatcher]
    let multipart: [Multipart]

    /// Nil if the pattern has no such conditions. Mistakes are in the report.
    init?(_ pattern: borrowing RequestPattern, _ registry: MatcherRegistry, _ report: ProblemReport) {
        if pattern.isPlain { return nil }
        let named: ([NamedPattern]) -> [Named] = { patterns in
            patterns.compactMap { pattern in
                MultiValueMatcher(pattern.pattern, registry, report).map { (pattern.name, $0) }
            }
        }
        let compile: (ValuePattern) -> (any ValueMatcher)? = { registry.compile($0, report) }
        port = pattern.port
        scheme = pattern.scheme
        host = pattern.host.flatMap(compile)
        clientIP = pattern.clientIP.flatMap(compile)
        let method = pattern.method
        s3 = pattern.s3.map { S3Condition($0, of: method, registry, report) }
        var headers = named(pattern.headers)
        if let credentials = pattern.basicAuthentication {
            headers.removeAll { $0.name.isSame(as: RequestPattern.basicAuthenticationField) }
            headers.append((RequestPattern.basicAuthenticationField, .any(BasicAuthorization(credentials))))
        }
        self.headers = headers.map { HeaderCondition($0.name, $0.matcher) }
        cookies = named(pattern.cookies)
        query = named(pattern.queryParameters)
        form = named(pattern.formParameters)
        path = named(pattern.pathParameters)
        body = pattern.bodyPatterns.compactMap(compile)
        multipart = pattern.multipartPatterns.map {
            Multipart(
                name: $0.comparesDisposition ? $0.name : nil, fileName: $0.comparesFileName ? $0.fileName : nil,
                quantifier: $0.quantifier, headers: named($0.headers), body: $0.bodyPatterns.compactMap(compile))
        }
    }

    func accept(_ facts: RequestFacts, _ owner: RequestMatcher) -> Bool {
        (port.map { $0 == facts.port } ?? true)
            && (scheme.map { $0.isSame(as: facts.request.receivedScheme) } ?? true)
            && accepts(facts.host.map { MatchSubject(text: $0, context: facts.context) } ?? .absent, host, facts)
            && accepts(MatchSubject(text: facts.request.clientIP, context: facts.context), clientIP, facts)
            && (s3?.isMet(by: facts) ?? true)
            && headers.allSatisfy { $0.isMet(by: facts) }
            && cookies.allSatisfy { $0.matcher.matches(cookies: facts.cookie($0.name)) }
            && query.allSatisfy { $0.matcher.matches(facts.query($0.name)) }
            && acceptPath(facts, owner)
            && form.allSatisfy { $0.matcher.matches(facts.form($0.name)) }
            && body.allSatisfy { $0.matches(facts.body) }
            && multipart.allSatisfy { $0.isMet(by: facts.parts) }
    }

    private func acceptPath(_ facts: RequestFacts, _ owner: RequestMatcher) -> Bool {
        if path.isEmpty { return true }
        let values = owner.pathParameters(facts.request)
        return path.allSatisfy { name, matcher in facts.noting(Self.subjects(name, values, facts.context)) { matcher.matches($0) } }
    }

    private func accepts(_ subject: MatchSubject, _ matcher: (any ValueMatcher)?, _ facts: RequestFacts) -> Bool {
        guard let matcher else { return true }
        return facts.noting([subject]) { _ in matcher.matches(subject) }
    }

    static func subjects(_ name: String, _ values: [(name: String, value: String)], _ context: MatchContext) -> [MatchSubject] {
        values.filter { $0.name.isSame(as: name) }.map { MatchSubject(text: $0.value, context: context) }
    }
}

extension RequestConditions.Multipart {
    func isMet(by parts: [PartFacts]) -> Bool {
        switch quantifier {
        case .any: parts.contains { isMet(by: $0) }
        case .all: !parts.isEmpty && parts.allSatisfy { isMet(by: $0) }
        }
    }

    func isMet(by facts: PartFacts) -> Bool {
        acceptsFileName(of: facts)
            && headers.allSatisfy { $0.matcher.matches(facts.header($0.name)) }
            && body.allSatisfy { $0.matches(facts.body) }
    }

    private func acceptsFileName(of facts: PartFacts) -> Bool {
        guard let fileName, !fileName.isEmpty else { return true }
        return facts.part.fileName?.isSame(as: fileName) ?? false
    }
}
