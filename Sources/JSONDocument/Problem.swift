/// A mistake in a text that a person wrote, with what is needed to correct it.
package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's path as its user would type it, or another name of the text.
    package var source: String
    /// Line and column; nil when the mistake has no place in the text.
    package var position: TextPosition?
    /// JSON pointer to the place (RFC 6901), empty for the root.
    package var pointer: String
    /// JSON pointer to the value that is refused because of this problem, such as the matcher with the wrong operand. Nil when it is the
    /// place itself.
    package var owner: String?
    /// What is wrong: one sentence without a full stop, with offending values in quotes.
    package var message: String
    /// What was probably meant, or what to do, as a whole sentence. Nil when there is nothing to say.
    package var repair: String?
    /// What it has in common with others that have other words, so that many of them can be told in one line. Nil: it is told together with
    /// those whose message and repair are the same.
    package var kind: String?
    /// The repair in a line that tells many of the kind. Nil: `repair` fits all of them.
    package var commonRepair: String?
    /// The setting of the limit that a text of JSON exceeds, such as `limits.jsonDepth`; nil for any other mistake.
    package var exceededSetting: String?

    /// - Parameter kind: what it has in common with others whose words differ.
    package init(
        source: String, position: TextPosition? = nil, pointer: String = "", message: String, repair: String? = nil, kind: String? = nil
    ) {
        self.source = source
        self.position = position
        self.pointer = pointer
        self.message = message
        self.repair = repair
        self.kind = kind
    }

    /// Whether one comes before the other, by file and place.
    package static func comesFirst(_ left: Problem, _ right: Problem) -> Bool {
        (left.source, left.position?.line ?? 0, left.position?.column ?? 0)
            < (right.source, right.position?.line ?? 0, right.position?.column ?? 0)
    }

    /// File, line and column.
    package var place: String { position?.place(in: source) ?? source }

    /// `mocks/mappings/feed.json:14:9 /reponse: unknown field "reponse". Did you mean "response"?`
    package var description: String { line() }

    /// The same with a label before the message, as compilers write it: `mocks/mappings/feed.json:14:9 /reponse: warning: …`
    package func line(labelled label: String? = nil) -> String {
        var text = place
        if !pointer.isEmpty { text += " \(pointer)" }
        text += ": \(label.map { "\($0): " } ?? "")\(message)"
        if let last = message.last, !".?!…".contains(last) { text += "." }
        if let repair { text += " \(repair)" }
        return text
    }
}
