internal import HTTPMessage

/// The part of a head between the status code and the library's own fields, in bytes: the reason phrase, then header fields, each after
/// CRLF. Made once for a response; what an exchange sends of it is its `HeadText`.
struct HeadBlock: Sendable {
    let bytes: [UInt8]
    /// Where the phrase ends.
    let phraseEnd: Int
    /// Whether a date is among the fields, so that none is added.
    let isDated: Bool

    init(_ phrase: String, _ fields: some Sequence<HeaderFields.Field>, isDated: Bool) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        FieldText.encode(phrase, to: &bytes)
        phraseEnd = bytes.count
        Self.append(fields, to: &bytes)
        self.bytes = bytes
        self.isDated = isDated
    }

    /// Appends the fields as lines, each with the line break before it.
    static func append(_ fields: some Sequence<HeaderFields.Field>, to bytes: inout [UInt8]) {
        for field in fields {
            bytes.append(13)
            bytes.append(10)
            FieldText.encode(field.name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(UInt8(ascii: " "))
            FieldText.encode(field.value, to: &bytes)
        }
    }
}
