/// A format of strings. A new format is one line in `all`, and a file unless it is related to another.
struct JSONSchemaFormat: Sendable {
    let name: String
    /// The first draft that defines it.
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
