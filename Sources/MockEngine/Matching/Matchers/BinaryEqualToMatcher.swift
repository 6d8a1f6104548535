internal import JSONDocument

/// `{"binaryEqualTo": "AQID"}`: the same bytes, given in Base64.
struct BinaryEqualToMatcher: ValueMatcher {
    static let key = "binaryEqualTo"
    let expectation: String
    private let bytes: [UInt8]

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        guard let text = fields.requiredText(Self.key) else { return nil }
        guard let bytes = Base64.decode(text.utf8) else {
            fields.report.add("\"\(Self.key)\" is not valid Base64", at: fields.place(of: Self.key))
            return nil
        }
        expectation = text
        self.bytes = bytes
    }

    func matches(_ subject: MatchSubject) -> Bool { subject.bytes == bytes }
}
