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
        guard let text = subject.text else { return false }
        if folded != nil, !subject.spend(text.utf8.count) { return false }
        return if let folded { text.lowercased().isSame(as: folded) } else { text.isSame(as: expectation) }
    }

    func distance(_ subject: MatchSubject) -> Double {
        guard let text = subject.text else { return 1 }
        let budget = subject.context.budget
        return if let folded {
            TextDistance.normalized(text.lowercased(), folded, within: budget)
        } else {
            TextDistance.normalized(text, expectation, within: budget)
        }
    }
}
