internal import Budget
internal import HTTPMessage
internal import JSONDocument
internal import RegularExpression
internal import StubModel

/// A compiled `URLPattern`.
enum URLMatcher: Sendable {
    case any
    case target([UInt8])
    case targetExpression(URLExpression)
    case path([UInt8])
    case pathExpression(URLExpression)
    case template(PathTemplate)
    case unicodeTarget(UnicodeURL)
    case unicodePath(UnicodeURL)

    /// Nil if the pattern is invalid, which is then in the report.
    init?(_ pattern: URLPattern?, _ limits: MatchLimits, _ report: ProblemReport) {
        guard let pattern else {
            self = .any
            return
        }
        do {
            self =
                switch pattern.kind {
                case .url: UnicodeURL(pattern.text).map { .unicodeTarget($0) } ?? .target(Array(pattern.text.utf8))
                case .urlPath: UnicodeURL(pattern.text).map { .unicodePath($0) } ?? .path(Array(pattern.text.utf8))
                case .urlPattern: .targetExpression(try URLExpression(pattern.text, limits))
                case .urlPathPattern: .pathExpression(try URLExpression(pattern.text, limits))
                case .urlPathTemplate: .template(try PathTemplate(pattern.text, limits))
                }
        } catch {
            report.owning(pattern.owner) { report.add("\(error)", at: pattern.node, repair: pattern.repairOfExpression ?? error.repair) }
            return nil
        }
        if let first = expression?.literals.prefix.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "*") {
            pattern.warnOfMissingSlash(report)
        }
    }

    /// The regular expression, if the pattern is one.
    private var expression: RegularExpression? {
        switch self {
        case .targetExpression(let expression), .pathExpression(let expression): expression.expression
        case .any, .target, .path, .template, .unicodeTarget, .unicodePath: nil
        }
    }

    /// Whether the URL matches, if that is known after a moment; else nil.
    /// - Throws: if a limit stopped a pattern.
    func matchesQuickly(_ request: Request) throws(MatchLimitError) -> Bool? {
        switch self {
        case .targetExpression(let expression): try expression.matchesQuickly(request.effectiveTargetBytes)
        case .pathExpression(let expression): try expression.matchesQuickly(request.pathBytes)
        case .template(let template) where template.segments == nil: nil
        default: try matches(request, within: nil)
        }
    }

    /// - Throws: if a limit stopped a pattern.
    func matches(_ request: Request, within budget: WorkBudget?) throws(MatchLimitError) -> Bool {
        switch self {
        case .any: true
        case .target(let bytes): request.hasEffectiveTarget(bytes)
        case .path(let bytes): request.hasPath(bytes)
        case .targetExpression(let expression): try expression.matches(request.effectiveTargetBytes, within: budget)
        case .pathExpression(let expression): try expression.matches(request.pathBytes, within: budget)
        case .template(let template): try template.matches(request.pathBytes, within: budget)
        case .unicodeTarget(let url): url.matches(request.effectiveTargetBytes)
        case .unicodePath(let url): url.matches(request.pathBytes)
        }
    }

    /// Whether a URL that covers path and query would match if only the path were compared.
    func differsInQuery(from request: Request, within budget: WorkBudget?) -> Bool {
        switch self {
        case .target(let bytes): bytes.prefix { $0 != UInt8(ascii: "?") }.elementsEqual(request.pathBytes)
        case .unicodeTarget(let url):
            UnicodeURL(String(url.written.prefix { $0 != "?" }))?.matches(request.pathBytes) ?? false
        case .targetExpression(let expression):
            request.targetBytes.contains(UInt8(ascii: "?")) && (try? expression.matches(request.pathBytes, within: budget)) == true
        case .any, .path, .pathExpression, .template, .unicodePath: false
        }
    }

    func distance(_ request: Request, within budget: WorkBudget?) -> Double {
        switch self {
        case .any: 0
        case .target(let bytes): TextDistance.normalized(String(decoding: bytes, as: UTF8.self), request.target, within: budget)
        case .path(let bytes): TextDistance.normalized(String(decoding: bytes, as: UTF8.self), request.path, within: budget)
        case .template(let template): template.distance(request.pathBytes, within: budget)
        case .targetExpression, .pathExpression: (try? matches(request, within: budget)) == true ? 0 : 1
        case .unicodeTarget(let url):
            url.matches(request.effectiveTargetBytes)
                ? 0 : TextDistance.normalized(url.written, PercentCoding.decodePath(request.effectiveTargetBytes), within: budget)
        case .unicodePath(let url):
            url.matches(request.pathBytes)
                ? 0 : TextDistance.normalized(url.written, PercentCoding.decodePath(request.pathBytes), within: budget)
        }
    }
}

/// A regular expression that must match a whole target or path.
struct URLExpression: Sendable {
    let expression: RegularExpression
    var pattern: String { expression.pattern }
    /// What every match contains after its beginning; searched first, because that is much cheaper.
    private let required: [UInt8]

    init(_ pattern: String, _ limits: MatchLimits) throws(RegularExpressionError) {
        expression = try RegularExpression(pattern, limits: limits)
        let literals = expression.literals
        required = ByteSearch.contains(literals.prefix.span, literals.required) ? [] : literals.required
    }

    func matchesQuickly(_ bytes: ArraySlice<UInt8>) throws(MatchLimitError) -> Bool? {
        guard ByteSearch.contains(bytes.span, required) else { return false }
        return try expression.matchesWholeQuickly(bytes)
    }

    func matches(_ bytes: ArraySlice<UInt8>, within budget: WorkBudget?) throws(MatchLimitError) -> Bool {
        guard ByteSearch.contains(bytes.span, required) else { return false }
        return try expression.matchesWhole(bytes, within: budget)
    }
}
