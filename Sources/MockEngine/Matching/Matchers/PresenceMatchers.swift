internal import JSONDocument

/// `{"absent": true}`: there is no such value; a body is absent if it is empty. As in WireMock, the value of the key is ignored.
struct AbsentMatcher: ValueMatcher {
    static let key = "absent"
    var expectation: String { "(absent)" }

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let written = fields.take(Self.key), case .bool(false) = written.content else { return }
        fields.report.warn(
            "\"absent\" with false means the same as with true: there is no such value", at: written,
            repair: "Write {\"matches\": \".*\"} for any value.")
    }

    func matches(_ subject: MatchSubject) -> Bool { subject.isAbsent }
}

/// `{"anything": "(always)"}`: matches every value, and an absent one.
struct AnythingMatcher: ValueMatcher {
    static let key = "anything"
    var expectation: String { "anything" }

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) { _ = fields.take(Self.key) }

    func matches(_ subject: MatchSubject) -> Bool { true }
}
