internal import JSONDocument
internal import JSONSchema

/// `{"matchesJsonSchema": {…}, "schemaVersion": "V202012"}`: the value is JSON that is valid for the schema. A value that is not JSON
/// counts as a string; a number, `true`, `false` or `null` may also count as a string. The schema is given as JSON or as its text;
/// `$schema` in it takes precedence over `schemaVersion`.
struct MatchesJSONSchemaMatcher: ValueMatcher {
    static let key = "matchesJsonSchema"
    let expectation: String
    private let schema: JSONSchema
    /// How many properties the schema names.
    private let propertyCount: Int

    init?(_ fields: inout FieldReader, _ registry: MatcherRegistry) {
        let names = JSONSchemaVersion.allCases.map(\.wireMockName)
        let version = fields.word("schemaVersion", among: names) { JSONSchemaVersion(wireMockName: $0) } ?? .draft202012
        guard let node = fields.take(Self.key) else { return nil }
        do {
            var value = node.value
            if case .string(let text) = value { value = try JSONValue.parse(text.utf8, name: "the schema", mode: .fixture) }
            schema = try JSONSchema.compile(value, version: version, limits: registry.limits.jsonSchema)
            expectation = value.text(.pretty)
            propertyCount = value.schemaPropertyCount
            for slip in JSONSchema.slips(in: value) { Self.warn(of: slip, in: node, fields.report) }
        } catch {
            fields.report.add("\"\(Self.key)\" cannot be used: \(error)", at: node)
            return nil
        }
    }

    /// Warns about a member that asserts nothing: at its name, or at the schema if that is a text.
    private static func warn(of slip: JSONSchema.Slip, in schema: JSONNode, _ report: ProblemReport) {
        var (node, offset) = (schema, schema.offset)
        for token in slip.pointer.tokens {
            if case .object(let members) = node.content, let member = members.last(where: { $0.name == token }) {
                (node, offset) = (member.value, member.nameOffset)
            } else if case .array(let nodes) = node.content, let index = Int(token), nodes.indices.contains(index) {
                (node, offset) = (nodes[index], nodes[index].offset)
            }
        }
        report.warn(
            "JSON Schema has no \"\(slip.name)\", so it checks nothing", atOffset: offset, repair: "Did you mean \"\(slip.keyword)\"?")
    }

    func matches(_ subject: MatchSubject) -> Bool {
        readings(subject).contains { schema.isValid($0, within: subject.context.budget) { subject.note(.message(.warning, $0)) } }
    }

    func distance(_ subject: MatchSubject) -> Double {
        guard let instance = readings(subject).last else { return 1 }
        return min(1, Double(schema.validate(instance, within: subject.context.budget).count) / Double(max(1, propertyCount)))
    }

    /// How the value can be interpreted, in order; empty if there is no value.
    private func readings(_ subject: MatchSubject) -> [JSONValue] {
        let value = subject.json(for: .validation)
        switch value {
        case .string, .array, .object: return [value].compactMap { $0 }
        case nil, .null, .bool, .number: return [value, subject.text.map { .string($0) }].compactMap { $0 }
        }
    }
}

extension JSONValue {
    /// Members of all `properties` in a schema.
    fileprivate var schemaPropertyCount: Int {
        switch self {
        case .array(let elements): elements.reduce(0) { $0 + $1.schemaPropertyCount }
        case .object(let object): object.reduce(object["properties"]?.object?.count ?? 0) { $0 + $1.value.schemaPropertyCount }
        default: 0
        }
    }
}
