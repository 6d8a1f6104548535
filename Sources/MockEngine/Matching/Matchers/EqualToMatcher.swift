internal import JSONDocument
internal import StubModel

/// `{"equalTo": "dance", "caseInsensitive": true}`: the same text, scalar by scalar.
struct EqualToMatcher: ValueMatcher {
    static let key = "equalTo"
    let expectation: String
    /// Nil if case matters.
    private let folded: String?

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        let isCaseInsensitive = fields.flag("caseInsensitive") ?? false
        guard let text = fields.requiredText(Self.key) else { return nil }
        self.init(text, caseInsensitive: isCaseInsensitive)
    }

    init(_ text: String, caseInsensitive: Bool = false) {
        expectation = text
        folded = caseInsensitive ? text.lowercased() : nil
    }

    func matches(_ subject: MatchSubject) -> Bool {
        text(of: subject)?.isSame(as: folded ?? expectation) ?? false
    }

    func distance(_ subject: MatchSubject) -> Double {
        guard let text = text(of: subject) else { return 1 }
        return TextDistance.normalized(text, folded ?? expectation, within: subject.context.budget)
    }

    /// In lower case if case does not matter.
    private func text(of subject: MatchSubject) -> String? {
        guard folded != nil, let text = subject.text else { return subject.text }
        return subject.spend(text.utf8.count) && subject.make(text.utf8.count) ? text.lowercased() : nil
    }
}
