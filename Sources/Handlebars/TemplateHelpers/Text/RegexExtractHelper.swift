internal import RegularExpression

/// `{{regexExtract text pattern ['name'] [default=other]}}`: the first match; with a name, the groups of all matches are stored in a
/// variable.
struct RegexExtractHelper: TemplateHelper {
    let names = ["regexExtract"]
    let arguments = 2...3
    let options: [String]? = ["default"]
    let pace = 1
    private let patterns = BoundedCache<RegularExpression>()

    func variables(setBy call: WrittenCall) -> [TemplateValue?] { Array(call.arguments.dropFirst(2).prefix(1)) }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.parameters.count > 1 else { throw .failure("regexExtract needs a pattern") }
        let text = call.subject.printed
        let pattern = call.parameter(1).printed
        try call.reads(pattern, pace: 10)
        let expression: RegularExpression
        do {
            expression = try patterns.value(pattern) { () throws(RegularExpressionError) in
                try RegularExpression(pattern, options: [], limits: call.limits.patterns)
            }
        } catch {
            throw .helper("Invalid regex string \(pattern)")
        }
        try call.countSteps(200)
        let matches: [Match]
        do {
            matches = try expression.allMatches(in: text, limit: call.parameters.count > 2 ? 10_000 : 1, within: call.budget)
        } catch {
            throw .failure("regexExtract: \(error)", exceeding: error.setting)
        }
        if call.parameters.count == 2, let match = matches.first { return TemplateValue(match.text(in: text)) }
        let groups = matches.flatMap { match in (1..<max(1, match.captures.count)).map { match.text($0, in: text) ?? "" } }
        if groups.isEmpty {
            if call.has("default") { return call.option("default") }
            throw .helper("Nothing matched \(pattern)")
        }
        call.assign(call.parameter(2).printed, .multiple(groups))
        return .null
    }
}
