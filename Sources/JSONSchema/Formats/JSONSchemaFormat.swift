/// A format that a string can have. A new one is a line in `all`, and a file if it is not a relative of others.
struct JSONSchemaFormat: Sendable {
    let name: String
    /// The first draft that has it.
    let since: JSONSchemaVersion
    let isValid: @Sendable (String) -> Bool

    init(_ name: String, since: JSONSchemaVersion, isValid: @escaping @Sendable (String) -> Bool) {
        self.name = name
        self.since = since
        self.isValid = isValid
    }

    static let all: [JSONSchemaFormat] = Array([times, networks, uris, pointers, [uuid, regex]].joined())
    static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
