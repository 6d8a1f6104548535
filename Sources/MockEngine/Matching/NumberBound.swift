internal import JSONDocument

/// The number that a number matcher compares with.
struct NumberBound: Sendable {
    let text: String
    let value: Double

    /// Reads a number or its text; nil, with a problem reported, for anything else.
    init?(_ fields: inout FieldReader, _ name: String) {
        guard let node = fields.take(name) else { return nil }
        guard let text = node.value.number?.text ?? node.value.string, let value = Double(text), value.isFinite else {
            fields.report.add("\"\(name)\" must be a number, found \(node.kind)", at: node)
            return nil
        }
        self.text = text
        self.value = value
    }

    /// False for an absent value and for one that is not a number.
    func holds(_ subject: MatchSubject, _ relation: (Double, Double) -> Bool) -> Bool {
        guard let text = subject.text, let number = Double(text), number.isFinite else { return false }
        return relation(number, value)
    }
}
