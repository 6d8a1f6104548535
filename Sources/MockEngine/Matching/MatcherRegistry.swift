package import JavaText
package import JSONDocument
package import StubModel

/// The matchers that patterns may name.
package struct MatcherRegistry: Sendable {
    /// All matchers, in the order in which messages list them.
    package static let builtIn = MatcherRegistry([
        EqualToMatcher.self,
        ContainsMatcher.self,
        DoesNotContainMatcher.self,
        MatchesMatcher.self,
        DoesNotMatchMatcher.self,
        AbsentMatcher.self,
        AnythingMatcher.self,
        BinaryEqualToMatcher.self,
        EqualToJSONMatcher.self,
        MatchesJSONPathMatcher.self,
        MatchesJSONSchemaMatcher.self,
        EqualToXMLMatcher.self,
        MatchesXPathMatcher.self,
        BeforeMatcher.self,
        AfterMatcher.self,
        EqualToDateTimeMatcher.self,
        MatchesPathTemplateMatcher.self,
        EqualToNumberMatcher.self,
        GreaterThanNumberMatcher.self,
        GreaterThanEqualNumberMatcher.self,
        LessThanNumberMatcher.self,
        LessThanEqualNumberMatcher.self,
        AndMatcher.self,
        OrMatcher.self,
        NotMatcher.self,
    ])

    /// Limits for the matchers.
    package var limits = MatchingLimits.standard
    /// The database of named time zones, for dates in requests; nil for UTC and offsets only.
    package var timeZones: (any TimeZoneDatabase)?
    /// Domains below which the first labels of a Host are a bucket of S3's, for `"s3"` patterns.
    var s3BaseDomains: [String] = []
    /// The matchers' keys, in order.
    package let keys: [String]
    private let types: [String: any ValueMatcher.Type]

    package init(_ types: [any ValueMatcher.Type]) {
        keys = types.map { $0.key }
        self.types = Dictionary(uniqueKeysWithValues: types.map { ($0.key, $0) })
    }

    /// Compiles a pattern. If it names several matchers, the first one written counts, as in WireMock.
    /// - Returns: nil if something is wrong, which is then in the report.
    package func compile(_ pattern: ValuePattern, _ report: ProblemReport) -> (any ValueMatcher)? {
        report.owning(pattern.node) { compileOwned(pattern, report) }
    }

    private func compileOwned(_ pattern: ValuePattern, _ report: ProblemReport) -> (any ValueMatcher)? {
        guard case .object(let members) = pattern.node.content else {
            let operand = pattern.node.scalarText.map { JSONValue.string($0).text() } ?? "…"
            report.add(
                "expected a matcher, found \(pattern.node.kind)", at: pattern.node, repair: "Write {\"equalTo\": \(operand)}, for example.")
            return nil
        }
        guard let main = members.first(where: { types[$0.name] != nil }), let type = types[main.name] else {
            reportUnknown(members, at: pattern.node, report)
            return nil
        }
        guard var fields = FieldReader(pattern.node, report) else { return nil }
        let before = report.problems.count
        let matcher = type.init(&fields, self)
        // Without a matcher the condition would always be met, so null is a mistake.
        if matcher == nil, report.problems.count == before { report.add("\"\(main.name)\" cannot be null", at: main.value) }
        for member in members where types[member.name] != nil {
            guard fields.take(member.name) != nil, member.name != main.name else { continue }
            report.warn(
                "\"\(member.name)\" means nothing beside \"\(main.name)\"", atOffset: member.nameOffset,
                repair: "Write both into \"and\": [ … ].")
        }
        MatcherOptions.warnOfIdle(in: members, beside: main, &fields)
        fields.finish { Lookup.repair(of: $0, in: members, beside: main) }
        return matcher
    }

    /// Whether there is a matcher of that name for a single value or several.
    package func isKnown(_ name: String) -> Bool { types[name] != nil || MultiValueMatcher.keys.contains(name) }

    /// Compiles a list of at least `minimum` patterns, all or nothing.
    func compile(_ nodes: [JSONNode], _ report: ProblemReport) -> [any ValueMatcher]? {
        let matchers = nodes.compactMap { compile(ValuePattern($0), report) }
        return matchers.count == nodes.count ? matchers : nil
    }

    private func reportUnknown(_ members: [JSONMember], at node: JSONNode, _ report: ProblemReport) {
        guard let first = members.first else {
            report.add("a pattern without a matcher", at: node, repair: "Known are \(keys.joined(separator: ", ")).")
            return
        }
        if MultiValueMatcher.keys.contains(first.name) {
            report.add(
                "\"\(first.name)\" compares several values of one name, and here is a single value", atOffset: first.nameOffset,
                repair: "Use it for header fields, query and form parameters.")
            return
        }
        report.add(
            "unknown matcher \"\(first.name)\"", atOffset: first.nameOffset,
            repair: ForeignMatchers.repair(of: first.name, first.value)
                ?? Spelling.suggestion(for: first.name, among: keys + MultiValueMatcher.keys)
                ?? "Known are \(keys.joined(separator: ", ")).")
    }
}

extension FieldReader {
    /// The text that a matcher compares with; a problem is reported if it is missing or not a string.
    mutating func requiredText(_ name: String) -> String? {
        let operand = take(name)
        if case .string(let text)? = operand?.content { return text }
        let repair =
            switch operand?.content {
            case .object, .array: name == "equalTo" ? "For JSON use \"equalToJson\"." : nil
            default: operand?.scalarText.map { "Write \"\($0)\"." }
            }
        report.add("\"\(name)\" must be a string, found \(operand?.found ?? "null")", at: place(of: name), repair: repair)
        return nil
    }
}
