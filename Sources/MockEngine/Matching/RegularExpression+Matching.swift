internal import JSONDocument
internal import RegularExpression

extension FieldReader {
    /// Reads a regular expression; reports mistakes in it.
    mutating func expression(_ name: String, _ limits: MatchLimits) -> RegularExpression? {
        guard let text = requiredText(name) else { return nil }
        do { return try RegularExpression(text, limits: limits) } catch {
            report.add(error.description, at: take(name) ?? node, repair: error.repair)
            return nil
        }
    }
}

extension RegularExpression {
    /// Whether it matches the whole value. False for an absent value, and if a limit stopped it, which is then noted.
    func fits(_ subject: MatchSubject) -> Bool { subject.text.map { fits($0, of: subject) } ?? false }

    /// Whether it matches the whole of a text that is part of the value. False if a limit stopped it, which is then noted.
    func fits(_ text: String, of subject: MatchSubject) -> Bool {
        subject.noting { try matchesWhole(text, within: subject.context.budget) } ?? false
    }

    /// Whether it matches anywhere in a text that is part of the value. False if a limit stopped it, which is then noted.
    func occurs(in text: String, of subject: MatchSubject) -> Bool {
        subject.noting { try firstMatch(in: text, within: subject.context.budget) } != nil
    }
}
