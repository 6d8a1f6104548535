internal import JSONDocument

/// A keyword: where it is known, where subschemas stand in its value, and what it asserts. A group of keywords is a file and a line in
/// `all`.
struct JSONSchemaKeyword: Sendable {
    typealias Compile =
        @Sendable (JSONValue, JSONSchemaSite, inout JSONSchemaCompiler) throws(JSONSchemaError) -> JSONSchemaNode.Assertion?

    /// Where subschemas stand.
    enum Subschemas: Sendable {
        case none
        case one
        case list
        case oneOrList
        case map

        func children(of value: JSONValue) -> [(token: String, value: JSONValue)] {
            switch (self, value) {
            case (.list, .array(let values)), (.oneOrList, .array(let values)): values.enumerated().map { (String($0), $1) }
            case (.map, .object(let object)): object.members.map { ($0.name, $0.value) }
            case (.one, _), (.oneOrList, _): [("", value)]
            default: []
            }
        }
    }

    let name: String
    let versions: ClosedRange<JSONSchemaVersion>
    let vocabulary: JSONSchemaVocabulary
    let subschemas: Subschemas
    /// Nil if there is nothing to assert: the meta-schemas refuse values of the wrong kind.
    let compile: Compile

    init(
        _ name: String, _ vocabulary: JSONSchemaVocabulary, in versions: ClosedRange<JSONSchemaVersion> = .draft4 ... .draft202012,
        subschemas: Subschemas = .none, compile: @escaping Compile = { (_, _, _) throws(JSONSchemaError) in nil }
    ) {
        self.name = name
        self.versions = versions
        self.vocabulary = vocabulary
        self.subschemas = subschemas
        self.compile = compile
    }

    /// In the order in which they are asserted: what asks for the marks of others comes last.
    static let all: [JSONSchemaKeyword] = Array(
        [
            definitions, references, types, numbers, strings, formats, sizes, required, arrays, contains, objects, dependencies,
            combinations,
            conditions, unevaluated,
        ].joined())
}
