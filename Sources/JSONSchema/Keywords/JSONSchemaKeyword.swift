internal import JSONDocument

/// A keyword: the versions that have it, where its value contains subschemas, and what it asserts. A group of keywords is one file and one
/// line in `all`.
struct JSONSchemaKeyword: Sendable {
    typealias Compile =
        @Sendable (JSONValue, JSONSchemaSite, inout JSONSchemaCompiler) throws(JSONSchemaError) -> JSONSchemaNode.Assertion?

    /// Where the value contains subschemas.
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
    /// Nil if there is nothing to assert: the meta-schemas reject values of the wrong type.
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

    /// In the order in which they are asserted: keywords that need the marks of others come last.
    static let all: [JSONSchemaKeyword] = Array(
        [
            definitions, references, types, numbers, strings, formats, sizes, required, arrays, contains, objects, dependencies,
            combinations,
            conditions, unevaluated,
        ].joined())
}
