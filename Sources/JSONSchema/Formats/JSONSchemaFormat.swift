/// A format of strings, of whichever draft: a schema of an older draft can name it too, as in WireMock. A new format is one line in `all`,
/// and a file unless it is related to another.
struct JSONSchemaFormat: Sendable {
    let name: String
    let isValid: @Sendable (String) -> Bool

    init(_ name: String, isValid: @escaping @Sendable (String) -> Bool) {
        self.name = name
        self.isValid = isValid
    }

    static let all: [JSONSchemaFormat] = Array([times, networks, uris, pointers, [uuid, regex]].joined())
    static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
