package import JSONDocument

extension JSONSchema {
    /// A member of a schema that is no keyword, so that it asserts nothing, and is called nearly as one.
    package struct Slip: Sendable, Hashable {
        /// The location of the member in the schema.
        package let pointer: JSONPointer
        /// The name of the member.
        package let name: String
        /// The keyword that was probably meant.
        package let keyword: String
    }

    /// The members of a schema and its subschemas that are called nearly as keywords.
    package static func slips(in schema: JSONValue) -> [Slip] {
        var found: [Slip] = []
        find(in: schema, at: [], &found)
        return found
    }

    private static func find(in schema: JSONValue, at tokens: [String], _ found: inout [Slip]) {
        guard case .object(let object) = schema else { return }
        for (name, _) in object where !knownNames.contains(name) {
            let twin = keywords.first { $0.lowercased() == name.lowercased() } ?? Spelling.twin(of: name, among: keywords)
            if let twin { found.append(Slip(pointer: JSONPointer(tokens: tokens + [name]), name: name, keyword: twin)) }
        }
        // A keyword of several drafts is there several times.
        var seen: Set<[String]> = []
        for keyword in JSONSchemaKeyword.all {
            guard let value = object[keyword.name] else { continue }
            for child in keyword.subschemas.children(of: value) {
                let place = tokens + [keyword.name] + (child.token.isEmpty ? [] : [child.token])
                if seen.insert(place).inserted { find(in: child.value, at: place, &found) }
            }
        }
    }

    /// Those with at least four letters: shorter ones differ too little from other words.
    private static let keywords = Array(Set(JSONSchemaKeyword.all.map(\.name))).filter { $0.count > 3 }.sorted()

    /// Keywords, annotations, and words that schemas have as remarks.
    private static let knownNames = Set(JSONSchemaKeyword.all.map(\.name)).union([
        "$anchor", "$comment", "$dynamicAnchor", "$id", "$recursiveAnchor", "$schema", "$vocabulary", "comment", "contentEncoding",
        "contentMediaType", "contentSchema", "default", "deprecated", "description", "discriminator", "example", "examples", "externalDocs",
        "id", "javaType", "name", "note", "nullable", "readOnly", "title", "writeOnly", "xml",
    ])
}
