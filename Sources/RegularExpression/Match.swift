/// The result of a successful match.
package struct Match: Sendable {
    /// The whole match, then each capture group; nil for a group that did not participate. UTF-8 byte offsets.
    package let captures: [Range<Int>?]
    let expression: RegularExpression

    /// The range of the whole match.
    package var range: Range<Int> { captures[0] ?? 0..<0 }

    /// The range of the group of that name; nil when there is no such group or it did not participate.
    package func range(named name: String) -> Range<Int>? {
        expression.groupNames.first { $0.name == name && captures[$0.number] != nil }.flatMap { captures[$0.number] }
    }

    /// The text of a capture; nil when there is no such group or it did not participate.
    /// - Parameters:
    ///   - number: 0 for the whole match.
    ///   - subject: the text that was searched.
    package func text(_ number: Int = 0, in subject: String) -> String? {
        guard captures.indices.contains(number), let range = captures[number] else { return nil }
        let view = subject.utf8
        let start = view.index(view.startIndex, offsetBy: range.lowerBound)
        return String(subject[start..<view.index(start, offsetBy: range.count)])
    }

    /// The bytes of a capture; nil as for `text`.
    package func bytes(_ number: Int = 0, in subject: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard captures.indices.contains(number), let range = captures[number] else { return nil }
        return subject[(subject.startIndex + range.lowerBound)..<(subject.startIndex + range.upperBound)]
    }

    func mapped(_ map: (Range<Int>) -> Range<Int>) -> Match {
        Match(captures: captures.map { $0.map(map) }, expression: expression)
    }
}
