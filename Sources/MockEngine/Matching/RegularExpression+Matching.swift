internal import JSONDocument
internal import RegularExpression

extension FieldReader {
    /// A regular expression; what is wrong with it is reported.
    mutating func expression(_ name: String, _ limits: MatchLimits) -> RegularExpression? {
        guard let text = requiredText(name) else { return nil }
        do { return try RegularExpression(text, limits: limits) } catch {
            report.add(error.description, at: take(name) ?? node, repair: error.repair)
            return nil
        }
    }
}

extension RegularExpression {
    /// Whether it fits the whole value. False for an absent one, and when a limit stopped it, which is then noted.
    func fits(_ subject: MatchSubject) -> Bool { subject.text.map { fits($0, of: subject) } ?? false }

    /// Whether it fits the whole of a text that is part of the value. False when a limit stopped it, which is then noted.
    func fits(_ text: String, of subject: MatchSubject) -> Bool { subject.noting { try matchesWhole(text) } ?? false }

    /// Whether it fits somewhere in a text that is part of the value. False when a limit stopped it, which is then noted.
    func occurs(in text: String, of subject: MatchSubject) -> Bool { subject.noting { try firstMatch(in: text) } != nil }
}
