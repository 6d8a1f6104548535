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

    /// The number that a value is; nil for an absent value and for one that is not a number.
    func number(_ subject: MatchSubject) -> Double? { subject.text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }
}
