internal import Budget
package import HTTPMessage
internal import RegularExpression
internal import StubModel

/// How close a request is to a pattern, field by field. Made on demand, for near misses and diffs.
package struct RequestMatchResult: Sendable {
    /// The parts of a request that a pattern can constrain.
    package enum Part: String, Sendable, CaseIterable {
        case scheme, host, port
        case clientIP = "clientIp"
        /// A value of an `"s3"` pattern.
        case s3
        case url, method, pathParameter, header, queryParameter, formParameter, cookie, body, multipart

        /// WireMock's weight of the part in the total distance.
        package var weight: Double {
            switch self {
            case .host, .port, .url, .s3: 10
            case .scheme, .clientIP, .method: 3
            default: 1
            }
        }
    }

    /// A part of a multipart body, compared with a pattern for parts.
    package struct ComparedPart: Sendable {
        /// The part's name; nil if it has none.
        package var name: String?
        /// What the pattern expects, met or not: header fields and bodies.
        package var fields: [Field]
        /// Whether all of it is met.
        package var isMatch: Bool
    }

    /// One expectation of the pattern, and what the request has.
    package struct Field: Sendable {
        /// The part of the request that is compared.
        package var part: Part
        /// The name of a header field, parameter or cookie; nil for other parts.
        package var name: String?
        /// The matcher's key: `equalTo`, `urlPathPattern`.
        package var matcher: String
        /// What the pattern expects, as a diff shows it.
        package var expected: String
        /// What the request has, several values in one line each; nil if it has none.
        package var actual: String?
        /// 0 for a match, at most 1.
        package var distance: Double
        /// For an unmet multipart pattern: each part of the request, compared with it.
        package var parts: [ComparedPart] = []
        /// Whether a URL that covers path and query matches the path, but not the query.
        var differsInQuery = false
        /// False if the body is too long to compare: `actual` is its beginning, and the distance is 1.
        var isCompared = true

        /// Whether the expectation is met.
        package var isMatch: Bool { distance == 0 }
    }

    /// The pattern's expectations only, in WireMock's order of rows: method, URL, header fields, query, cookies, body.
    package let fields: [Field]

    /// Whether all expectations are met.
    package var isMatch: Bool { fields.allSatisfy(\.isMatch) }

    /// From 0 to 1, as WireMock counts it: the weighted mean of the parts' mean distances; a part without expectations counts as met. If
    /// URL or method differ, header fields and everything after them are not compared. Unlike there, a URL that differs in its query only
    /// is nearly met, so that it is nearer than a URL with another path.
    package var distance: Double {
        let head = distance(over: Part.allCases.filter(\.isOfHead))
        return head > 0 ? head : distance(over: Part.allCases)
    }

    private func distance(over parts: [Part]) -> Double {
        var sum = 0.0
        var weights = 0.0
        for part in parts {
            let own = fields.filter { $0.part == part }
            // WireMock has no such part, so it counts only where there is one.
            if part == .s3, own.isEmpty { continue }
            weights += part.weight
            if !own.isEmpty { sum += part.weight * own.reduce(0) { $0 + $1.distance } / Double(own.count) }
        }
        return sum / weights
    }
}

extension RequestMatchResult.Part {
    /// Decided before anything else is examined.
    fileprivate var isOfHead: Bool { weight > 1 }
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
        let distance = matcher.url.distance(request, within: facts.context.budget)
        switch matcher.url {
        case .any: break
        case .target(let target): add(.url, "url", String(decoding: target, as: UTF8.self), request.target, distance)
        case .path(let path): add(.url, "urlPath", String(decoding: path, as: UTF8.self), request.target, distance)
        case .unicodeTarget(let url): add(.url, "url", url.written, request.target, distance)
        case .unicodePath(let url): add(.url, "urlPath", url.written, request.target, distance)
        case .targetExpression(let expression): add(.url, "urlPattern", expression.pattern, request.target, distance)
        case .pathExpression(let expression): add(.url, "urlPathPattern", expression.pattern, request.target, distance)
        case .template(let template): add(.url, "urlPathTemplate", template.text, request.target, distance)
        }
        guard distance > 0, matcher.url.differsInQuery(from: request, within: facts.context.budget) else { return }
        fields[fields.count - 1].differsInQuery = true
        fields[fields.count - 1].distance = Self.distanceOfQuery
    }

    /// Of a URL that differs in its query only.
    private static let distanceOfQuery = 0.001

    mutating func arrival(_ conditions: RequestConditions) {
        let arrival = facts.request.arrival
        if let host = conditions.host { value(.host, host, facts.host.map { MatchSubject(text: $0, context: facts.context) } ?? .absent) }
        if let port = conditions.port { add(.port, "equalTo", "\(port)", "\(facts.port)", port == facts.port ? 0 : 1) }
        if let scheme = conditions.scheme { add(.scheme, "equalTo", scheme, arrival.scheme, scheme == arrival.scheme ? 0 : 1) }
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
        add(part, name: name, matcher, expected, facts.body.text, 1)
        fields[fields.count - 1].isCompared = false
    }

    private mutating func multipart(_ pattern: RequestConditions.Multipart) {
        if isBodyCut() { return cut(.multipart, name: pattern.name, pattern.quantifier.rawValue, pattern.description) }
        facts.work.comparedBytes += facts.body.bytes.count
        let isMet = pattern.isMet(by: facts.parts)
        add(
            .multipart, name: pattern.name, pattern.quantifier.rawValue, pattern.description,
            facts.parts.isEmpty ? nil : facts.body.text, isMet ? 0 : 1)
        guard !isMet else { return }
        fields[fields.count - 1].parts = facts.parts.prefix(MissLimits.elements).map { part in
            var examination = Examination(facts: facts)
            examination.named(.header, pattern.headers, part.header)
            for matcher in pattern.body { examination.value(.body, matcher, part.body) }
            return RequestMatchResult.ComparedPart(name: part.part.name, fields: examination.fields, isMatch: pattern.isMet(by: part))
        }
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
