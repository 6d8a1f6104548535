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
        folded = caseInsensitive ? text.withoutCase : nil
    }

    func matches(_ subject: MatchSubject) -> Bool {
        text(of: subject)?.isSame(as: folded ?? expectation) ?? false
    }

    func distance(_ subject: MatchSubject) -> Double {
        guard let text = text(of: subject) else { return 1 }
        return TextDistance.normalized(text, folded ?? expectation, within: subject.context.budget)
    }

    /// Without case if that does not matter.
    private func text(of subject: MatchSubject) -> String? {
        guard folded != nil, let text = subject.text else { return subject.text }
        return subject.chargeSteps(text.utf8.count) && subject.chargeBytes(text.utf8.count) ? text.withoutCase : nil
    }
}

extension String {
    /// As Java compares texts without case: each character as the lower case of its upper case, so that `σ` and `ς` are the same, and `ß`
    /// and `SS` are not.
    fileprivate var withoutCase: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars { result.append(scalar.withoutCase) }
        return String(result)
    }
}

extension Unicode.Scalar {
    fileprivate var withoutCase: Unicode.Scalar {
        // `İ` has a lower case of two characters, and a simple one.
        let upper = Self.only(properties.uppercaseMapping) ?? self
        return upper == "\u{130}" ? "i" : Self.only(upper.properties.lowercaseMapping) ?? upper
    }

    /// A mapping to several characters counts as none.
    private static func only(_ mapping: String) -> Unicode.Scalar? {
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}
