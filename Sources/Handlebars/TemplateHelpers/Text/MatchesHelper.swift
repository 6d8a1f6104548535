internal import RegularExpression

/// `{{matches text pattern}}`: whether the pattern matches the whole text; also as a block.
struct MatchesHelper: TemplateHelper {
    let names = ["matches"]
    let arguments = 2...2
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["yes", "no"]
    let pace = 1
    private let patterns = BoundedCache<RegularExpression>()

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.parameters.count > 1 else { throw .helper("You must specify the string to be matched and the regular expression") }
        let pattern = call.parameter(1).printed
        try call.countSteps(200)
        try call.reads(pattern, pace: 10)
        do {
            let expression = try patterns.value(pattern) { () throws(RegularExpressionError) in
                try RegularExpression(pattern, options: [], limits: call.limits.patterns)
            }
            let isMet = try !call.subject.isNull && expression.matchesWhole(call.subject.printed, within: call.budget)
            return try call.outcome(isMet)
        } catch let error as TemplateError {
            throw error
        } catch {
            throw .failure("matches: \(error)", exceeding: (error as? MatchLimitError)?.setting)
        }
    }
}
