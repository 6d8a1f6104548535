/// Fields that hold one of a few words.
extension FieldReader {
    /// One of the cases of an enumeration, by its raw value. Nil when the field is absent; anything else is reported, and gives nil too.
    package mutating func word<Word: CaseIterable & RawRepresentable<String>>(_ name: String) -> Word? {
        word(name) { Word(rawValue: $0) }
    }

    /// The same for cases that may be written in several ways.
    /// - Parameter read: the meaning of a text, or nil if it has none.
    package mutating func word<Word: CaseIterable & RawRepresentable<String>>(_ name: String, _ read: (String) -> Word?) -> Word? {
        word(name, among: Word.allCases.map { $0.rawValue }, read)
    }

    /// The meaning of one of several words. Nil when the field is absent; an unknown word is reported, and gives nil too.
    /// - Parameter known: the words, for the message about an unknown one. Evaluated only then.
    package mutating func word<Meaning>(
        _ name: String, among known: @autoclosure () -> [String], _ read: (String) -> Meaning?
    ) -> Meaning? {
        guard let node = take(name) else { return nil }
        return report.word(node, called: "\"\(name)\"", among: known(), read)
    }

    /// A list of such cases. Elements that are not one of them are reported and left out; nil when the field is absent.
    package mutating func words<Word: CaseIterable & RawRepresentable<String>>(_ name: String) -> [Word]? {
        array(name)?.compactMap {
            report.word($0, called: "an element of \"\(name)\"", among: Word.allCases.map { $0.rawValue }) { Word(rawValue: $0) }
        }
    }
}

extension ProblemReport {
    /// The meaning of one of several words. Anything else is reported, with the nearest known word or else all of them.
    /// - Parameter name: how the message begins, as in `"repeat" cannot be "lst"`.
    package func word<Meaning>(
        _ node: JSONNode, called name: String, among known: @autoclosure () -> [String], _ read: (String) -> Meaning?
    ) -> Meaning? {
        let text: String? = if case .string(let text) = node.content { text } else { nil }
        if let meaning = text.flatMap(read) { return meaning }
        let known = known()
        // In so short a word, another letter makes another word: "4G" and "3G".
        let nearest = text.flatMap { text in
            Spelling.nearest(to: text, among: known).flatMap { text.count > 2 || $0.lowercased() == text.lowercased() ? $0 : nil }
        }
        add(
            "\(name) cannot be \(node.found)", at: node,
            repair: nearest.map { "Did you mean \"\($0)\"?" } ?? "Write \(Spelling.alternatives(known.map { "\"\($0)\"" })).")
        return nil
    }
}
