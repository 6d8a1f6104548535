internal import JSONDocument
internal import StubModel

/// `{"equalToJson": {…}, "ignoreArrayOrder": true, "ignoreExtraElements": true}`: the same JSON, given as JSON or as text of it,
/// where comments and single quotes are understood as WireMock does; null is JSON's null.
/// Numbers are compared by value, and the placeholders of json-unit are understood (`JSONExpectation`).
struct EqualToJSONMatcher: ValueMatcher {
    static let key = "equalToJson"
    let expectation: String
    private let expected: JSONExpectation
    private let options: JSONExpectation.Options

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        var options = JSONExpectation.Options()
        if fields.flag("ignoreArrayOrder") ?? false { options.insert(.ignoringArrayOrder) }
        if fields.flag("ignoreExtraElements") ?? false { options.insert(.ignoringExtraElements) }
        let node = fields.place(of: Self.key)
        do {
            var value = node.value
            if case .string(let text) = value { value = try JSONValue.parse(text.utf8, name: "the expected JSON", mode: .fixture) }
            expected = try JSONExpectation(value, registry.limits.patterns)
            expectation = value.text(.pretty)
            for text in JSONExpectation.strayPlaceholders(in: value) {
                fields.report.warn("\"\(text)\" stands for itself", at: node, repair: JSONExpectation.repair(ofPlaceholder: text))
            }
        } catch {
            fields.report.add("\"\(Self.key)\" cannot be used: \(error)", at: node)
            return nil
        }
        self.options = options
    }

    func matches(_ subject: MatchSubject) -> Bool {
        guard let actual = subject.json(for: .comparison) else { return false }
        return expected.accepts(actual, options, of: subject)
    }

    func distance(_ subject: MatchSubject) -> Double {
        guard let actual = subject.json(for: .comparison), subject.chargeSteps(toRead: actual) else { return 1 }
        if expected.accepts(actual, options, of: subject) { return 0 }
        return min(1, Double(max(1, expected.differences(from: actual, options, of: subject))) / Double(max(expected.size, actual.size)))
    }
}
