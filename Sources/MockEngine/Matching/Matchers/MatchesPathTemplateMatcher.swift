internal import JSONDocument

/// `{"matchesPathTemplate": "/things/{id}"}`: the value is a path that fits the template.
struct MatchesPathTemplateMatcher: ValueMatcher {
    static let key = "matchesPathTemplate"
    var expectation: String { template.text }
    private let template: PathTemplate

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let text = fields.requiredText(Self.key) else { return nil }
        do { template = try PathTemplate(text, registry.limits.patterns) } catch {
            fields.report.add("\(error)", at: fields.place(of: Self.key))
            return nil
        }
    }

    func matches(_ subject: MatchSubject) -> Bool {
        guard let text = subject.text else { return false }
        return subject.noting { try template.matches(Array(text.utf8)[...], within: subject.context.budget) } ?? false
    }

    func distance(_ subject: MatchSubject) -> Double {
        subject.text.map { template.distance(Array($0.utf8)[...], within: subject.context.budget) } ?? 1
    }
}
