internal import JSONDocument
internal import StubModel

/// Fields of a pattern that say how one matcher compares. Beside another matcher they mean nothing, and WireMock ignores them.
enum MatcherOptions {
    /// Takes the options of other matchers and the fields of WireMock 1, and warns about each.
    /// - Parameter main: the member that selects the matcher of the pattern.
    static func warnOfIdle(in members: [JSONMember], beside main: JSONMember, _ fields: inout FieldReader) {
        for member in members {
            let owners = owners(of: member.name)
            let isOld = oldFields.contains(member.name)
            guard isOld || !owners.isEmpty && !owners.contains(main.name), let value = fields.take(member.name) else { continue }
            if isOld {
                fields.report.warn(
                    "\"\(member.name)\" is a field of WireMock 1 and has no effect", atOffset: member.nameOffset,
                    repair: repair(ofOld: member.name, value, beside: main.name))
            } else {
                fields.report.warn(
                    "\"\(member.name)\" means nothing beside \"\(main.name)\"", atOffset: member.nameOffset,
                    repair: repair(of: member.name, owners, beside: main, in: members))
            }
        }
    }

    /// The matchers that have the option; empty for another field.
    private static func owners(of option: String) -> [String] {
        switch option {
        case "caseInsensitive": [EqualToMatcher.key]
        case "ignoreArrayOrder", "ignoreExtraElements": [EqualToJSONMatcher.key]
        case "schemaVersion": [MatchesJSONSchemaMatcher.key]
        case "xPathNamespaces": [MatchesXPathMatcher.key]
        case "enablePlaceholders", "placeholderOpeningDelimiterRegex", "placeholderClosingDelimiterRegex", "exemptedComparisons",
            "ignoreOrderOfSameNode", "namespaceAwareness":
            [EqualToXMLMatcher.key]
        case "actualFormat", "expectedOffset", "expectedOffsetUnit", "truncateExpected", "truncateActual", "applyTruncationLast":
            [BeforeMatcher.key, AfterMatcher.key, EqualToDateTimeMatcher.key]
        default: []
        }
    }

    private static func repair(of option: String, _ owners: [String], beside main: JSONMember, in members: [JSONMember]) -> String {
        if let inner = owners.first(where: { main.value.member($0) != nil }) {
            return "Write it into \"\(main.name)\", beside \"\(inner)\"."
        }
        if let other = owners.first(where: { owner in members.contains { $0.name == owner } }) { return "It belongs to \"\(other)\"." }
        if option == "caseInsensitive" {
            switch main.name {
            case ContainsMatcher.key: return "For any case write \"\(MatchesMatcher.key)\": \"(?i).*text.*\"."
            case DoesNotContainMatcher.key: return "For any case write \"\(DoesNotMatchMatcher.key)\": \"(?i).*text.*\"."
            case MatchesMatcher.key, DoesNotMatchMatcher.key: return "For any case begin the expression with (?i)."
            default: break
            }
        }
        return "It is an option of \(Spelling.alternatives(owners.map { "\"\($0)\"" })): remove it."
    }

    private static let oldFields: Set = ["jsonCompareMode", "withXPathNamespaces"]

    /// What a field of WireMock 1 is now.
    private static func repair(ofOld field: String, _ value: JSONNode, beside main: String) -> String {
        switch (field, main, value.scalarText ?? "") {
        case ("withXPathNamespaces", MatchesXPathMatcher.key, _): "Write \"xPathNamespaces\"."
        case ("jsonCompareMode", EqualToJSONMatcher.key, "LENIENT"):
            "Write \"ignoreArrayOrder\": true, \"ignoreExtraElements\": true."
        case ("jsonCompareMode", EqualToJSONMatcher.key, "NON_EXTENSIBLE"): "Write \"ignoreArrayOrder\": true."
        case ("jsonCompareMode", EqualToJSONMatcher.key, "STRICT_ORDER"): "Write \"ignoreExtraElements\": true."
        default: "Remove it."
        }
    }
}
