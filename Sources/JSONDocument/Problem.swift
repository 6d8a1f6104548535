/// Something that is wrong in a text that people wrote, told so that they can mend it.
package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's path, as its user would type it, or what else the text is called.
    package var source: String
    package var position: TextPosition?
    /// JSON pointer to the place (RFC 6901), empty for the root.
    package var pointer: String
    /// JSON pointer to what is refused as a whole because of it, such as the matcher whose operand is wrong; nil for the place itself.
    package var owner: String?
    /// What is wrong, in one sentence without a full stop, offending values in quotes.
    package var message: String
    /// What was probably meant, or what to do: a whole sentence.
    package var repair: String?

    package init(source: String, position: TextPosition? = nil, pointer: String = "", message: String, repair: String? = nil) {
        self.source = source
        self.position = position
        self.pointer = pointer
        self.message = message
        self.repair = repair
    }

    /// `mocks/mappings/feed.json:14:9 /reponse: unknown field "reponse". Did you mean "response"?`
    package var description: String { line() }

    /// The same with a label before the message, as compilers write it: `mocks/mappings/feed.json:14:9 /reponse: warning: …`
    package func line(labelled label: String? = nil) -> String {
        var text = source
        if let position { text += ":\(position.line):\(position.column)" }
        if !pointer.isEmpty { text += " \(pointer)" }
        text += ": \(label.map { "\($0): " } ?? "")\(message)"
        if let last = message.last, !".?!…".contains(last) { text += "." }
        if let repair { text += " \(repair)" }
        return text
    }
}
