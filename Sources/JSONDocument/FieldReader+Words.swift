/// Fields that hold one of a few words.
extension FieldReader {
    /// One of the cases of an enumeration, by its raw value; anything else is reported.
    package mutating func word<Word: CaseIterable & RawRepresentable<String>>(_ name: String) -> Word? {
        word(name) { Word(rawValue: $0) }
    }

    /// The same for cases that may be written in several ways.
    /// - Parameter read: what a text means; nil for nothing.
    package mutating func word<Word: CaseIterable & RawRepresentable<String>>(_ name: String, _ read: (String) -> Word?) -> Word? {
        word(name, among: Word.allCases.map { $0.rawValue }, read)
    }

    /// What one of these words means. They are asked for to tell of a mistake only.
    package mutating func word<Meaning>(
        _ name: String, among known: @autoclosure () -> [String], _ read: (String) -> Meaning?
    ) -> Meaning? {
        guard let node = take(name) else { return nil }
        return report.word(node, called: "\"\(name)\"", among: known(), read)
    }

    /// A list of such cases, without those that are reported.
    package mutating func words<Word: CaseIterable & RawRepresentable<String>>(_ name: String) -> [Word]? {
        array(name)?.compactMap {
            report.word($0, called: "an element of \"\(name)\"", among: Word.allCases.map { $0.rawValue }) { Word(rawValue: $0) }
        }
    }
}

extension ProblemReport {
    /// What one of a few words means; anything else is reported with the nearest of them, or else with all.
    /// - Parameter name: begins the message, as in `"repeat" cannot be "lst"`.
    package func word<Meaning>(
        _ node: JSONNode, called name: String, among known: @autoclosure () -> [String], _ read: (String) -> Meaning?
    ) -> Meaning? {
        let text: String? = if case .string(let text) = node.content { text } else { nil }
        if let meaning = text.flatMap(read) { return meaning }
        let known = known()
        let nearest = text.flatMap { Spelling.nearest(to: $0, among: known) }
        add(
            "\(name) cannot be \(node.found)", at: node,
            repair: nearest.map { "Did you mean \"\($0)\"?" } ?? "Write \(Self.alternatives(known)).")
        return nil
    }

    /// `"a", "b" or "c"`.
    private static func alternatives(_ words: [String]) -> String {
        let quoted = words.map { "\"\($0)\"" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }
}
