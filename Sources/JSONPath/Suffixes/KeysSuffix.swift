internal import JSONDocument

extension JSONPathSuffix {
    /// The names of an object's members; null for anything else.
    static let keys = JSONPathSuffix(name: "keys") { target, _ in
        target.object.map { .array($0.names.map(JSONValue.string)) } ?? .null
    }
}
