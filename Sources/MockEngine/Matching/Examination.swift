internal import Budget
package import HTTPMessage
internal import RegularExpression
internal import StubModel

/// Collects the fields of one comparison.
private struct Examination {
    let facts: RequestFacts
    var fields: [RequestMatchResult.Field] = []

    mutating func head(_ matcher: RequestMatcher) {
        let request = facts.request
        if let method = matcher.method {
            let (key, expectation) = method.description
            add(.method, key, expectation, request.method, matcher.accepts(methodOf: request) ? 0 : 1)
        }
        guard let (key, expectation) = matcher.url.description else { return }
        let distance = matcher.url.distance(request, within: facts.context.budget)
        var field = RequestMatchResult.Field(
            part: .url, matcher: key, expected: expectation, actual: request.target, distance: distance)
        if distance > 0, matcher.url.differsInQuery(from: request, within: facts.context.budget) {
            field.differsInQuery = true
            field.distance = Self.distanceOfQuery
        }
        fields.append(field)
    }

    /// Of a URL that differs in its query only.
    private static let distanceOfQuery = 0.001

    mutating func arrival(_ conditions: RequestConditions) {
        let received = facts.request.receivedScheme
        if let host = conditions.host { value(.host, host, facts.host.map { MatchSubject(text: $0, context: facts.context) } ?? .absent) }
        if let port = conditions.port { add(.port, "equalTo", "\(port)", "\(facts.port)", port == facts.port ? 0 : 1) }
        if let scheme = conditions.scheme { add(.scheme, "equalTo", scheme, received, scheme == received ? 0 : 1) }
        for (name, matcher, subject) in conditions.s3?.compared(with: facts) ?? [] { value(.s3, name: name, matcher, subject) }
        if let clientIP = conditions.clientIP {
            value(.clientIP, clientIP, MatchSubject(text: facts.request.clientIP, context: facts.context))
        }
    }

    mutating func conditions(_ conditions: RequestConditions, _ owner: RequestMatcher) {
        arrival(conditions)
        let parameters = owner.pathParameters(facts.request)
        let context = facts.context
        named(.pathParameter, conditions.path) { RequestConditions.subjects($0, parameters, context) }
        headers(conditions.headers)
        named(.queryParameter, conditions.query, facts.query)
        if !conditions.form.isEmpty, isBodyCut() {
            for (name, matcher) in conditions.form {
                let (key, expectation) = matcher.description
                cut(.formParameter, name: name, key, expectation)
            }
        } else {
            named(.formParameter, conditions.form, facts.form)
        }
        named(.cookie, conditions.cookies, facts.cookie)
        for matcher in conditions.body { body(matcher) }
        for pattern in conditions.multipart { multipart(pattern) }
    }

    /// Whether the body is too long to compare.
    private func isBodyCut() -> Bool {
        _ = facts.body
        return facts.isBodyCut
    }

    private mutating func body(_ matcher: any ValueMatcher) {
        if isBodyCut() { return cut(.body, type(of: matcher).key, matcher.expectation) }
        facts.work.comparedBytes += facts.body.bytes.count
        value(.body, matcher, facts.body)
    }

    /// A field that is not compared because the body is too long.
    private mutating func cut(_ part: RequestMatchResult.Part, name: String? = nil, _ matcher: String, _ expected: String) {
        var field = RequestMatchResult.Field(
            part: part, name: name, matcher: matcher, expected: expected, actual: facts.body.text, distance: 1)
        field.isCompared = false
        fields.append(field)
    }

    private mutating func multipart(_ pattern: RequestConditions.Multipart) {
        if isBodyCut() { return cut(.multipart, name: pattern.name, pattern.quantifier.rawValue, pattern.description) }
        facts.work.comparedBytes += facts.body.bytes.count
        let isMet = pattern.isMet(by: facts.parts)
        var field = RequestMatchResult.Field(
            part: .multipart, name: pattern.name, matcher: pattern.quantifier.rawValue, expected: pattern.description,
            actual: facts.parts.isEmpty ? nil : facts.body.text, distance: isMet ? 0 : 1)
        if !isMet {
            field.parts = facts.parts.prefix(MissLimits.elements).map { part in
                var examination = Examination(facts: facts)
                examination.named(.header, pattern.headers, part.header)
                for matcher in pattern.body { examination.value(.body, matcher, part.body) }
                return RequestMatchResult.ComparedPart(name: part.part.name, fields: examination.fields, isMatch: pattern.isMet(by: part))
            }
        }
        fields.append(field)
    }

    private mutating func value(
        _ part: RequestMatchResult.Part, name: String? = nil, _ matcher: any ValueMatcher, _ subject: MatchSubject
    ) {
        add(part, name: name, type(of: matcher).key, matcher.expectation, matcher.shown(subject), matcher.distance(subject))
    }

    private mutating func headers(_ conditions: [HeaderCondition]) {
        for condition in conditions {
            let (key, expectation) = condition.matcher.description
            let actual = Self.shown(facts.header(condition.name))
            add(.header, name: condition.name, key, expectation, actual, condition.distance(facts))
        }
    }

    /// Several values in one line each; nil for none.
    private static func shown(_ subjects: [MatchSubject]) -> String? {
        subjects.isEmpty ? nil : subjects.compactMap(\.text).joined(separator: "\n")
    }

    private mutating func named(
        _ part: RequestMatchResult.Part, _ patterns: [RequestConditions.Named], _ read: (String) -> [MatchSubject]
    ) {
        for (name, matcher) in patterns {
            let subjects = read(name)
            let (key, expectation) = matcher.description
            let actual = Self.shown(subjects)
            let isRefused = part == .cookie && !matcher.matches(cookies: subjects)
            add(part, name: name, key, expectation, actual, isRefused && subjects.isEmpty ? 1 : matcher.distance(subjects))
        }
    }

    private mutating func add(
        _ part: RequestMatchResult.Part, name: String? = nil, _ matcher: String, _ expected: String, _ actual: String?,
        _ distance: Double
    ) {
        fields.append(
            RequestMatchResult.Field(
                part: part, name: name, matcher: matcher, expected: expected, actual: actual, distance: distance))
    }
}

extension URLMatcher {
    /// The matcher's key, and what it expects; nil if it accepts any URL.
    fileprivate var description: (key: String, expectation: String)? {
        switch self {
        case .any: nil
        case .target(let target): ("url", String(decoding: target, as: UTF8.self))
        case .path(let path): ("urlPath", String(decoding: path, as: UTF8.self))
        case .unicodeTarget(let url): ("url", url.written)
        case .unicodePath(let url): ("urlPath", url.written)
        case .targetExpression(let expression): ("urlPattern", expression.pattern)
        case .pathExpression(let expression): ("urlPathPattern", expression.pattern)
        case .template(let template): ("urlPathTemplate", template.text)
        }
    }
}

extension RequestConditions.Multipart {
    /// On one line: `part "a", header X equalTo 1, body contains dance`.
    var description: String {
        var pieces = [name.map { "part \"\($0)\"" } ?? "a part"]
        if let fileName { pieces.append("file \"\(fileName)\"") }
        pieces += headers.map { "header \($0.name) \($0.matcher.description.key) \($0.matcher.description.expectation)" }
        pieces += body.map { "body \($0.phrase)" }
        return pieces.joined(separator: ", ")
    }
}

extension RequestMatcher {
    /// Compares a request with the pattern, field by field. Of a body that is too long, only the beginning is shown, and it is not
    /// compared.
    package func examine(_ request: Request, at now: Timestamp) -> RequestMatchResult {
        let context = MatchContext(limits: limits, now: now, budget: WorkBudget(limits.request))
        return examine(RequestFacts(request, context, bodyLimit: MissLimits.bodyBytes))
    }

    func examine(_ facts: RequestFacts) -> RequestMatchResult {
        facts.work.examinations += 1
        var examination = Examination(facts: facts)
        examination.head(self)
        if let conditions { examination.conditions(conditions, self) }
        return RequestMatchResult(fields: examination.fields)
    }

    /// The distance, for a search among many stubs: bodies are compared only if method and URL match and `MissLimits.comparedBytes` is not
    /// used up. If it is, the distance is infinite.
    func distance(_ facts: RequestFacts) -> Double {
        var examination = Examination(facts: facts)
        examination.head(self)
        if let conditions { examination.arrival(conditions) }
        let head = RequestMatchResult(fields: examination.fields).distance
        if head > 0 { return head }
        return facts.work.comparedBytes < MissLimits.comparedBytes ? examine(facts).distance : .infinity
    }
}
