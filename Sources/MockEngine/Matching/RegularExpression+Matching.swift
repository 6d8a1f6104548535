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
    func fits(_ subject: MatchSubject) -> Bool {
        guard let text = subject.text else { return false }
        do { return try matchesWhole(text) } catch {
            subject.note(.message(.warning, "\(error)"))
            return false
        }
    }
}
