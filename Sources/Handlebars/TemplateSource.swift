/// The text that a template was compiled from, for places in it. Immutable.
final class TemplateSource: Sendable, Equatable {
    /// The template's own text, which begins with its first tag.
    let bytes: [UInt8]
    /// What is before it in the whole text.
    let before: [UInt8]
    /// The file that holds the whole text; nil if it is in none of its own.
    let file: String?
    /// Whether the whole text was written like this, and not made of a `jsonBody`.
    let isAsWritten: Bool

    init(_ bytes: [UInt8], behind before: [UInt8] = [], file: String? = nil, isAsWritten: Bool = true) {
        self.bytes = bytes
        self.before = before
        self.file = file
        self.isAsWritten = isAsWritten
    }

    /// Two texts with the same content are the same text, as that of a file that is compiled twice.
    static func == (left: TemplateSource, right: TemplateSource) -> Bool {
        left === right
            || left.file == right.file && left.isAsWritten == right.isAsWritten && left.bytes == right.bytes && left.before == right.before
    }
}
