internal import JSONDocument

extension JSONPathSuffix {
    /// Elements of a list (the argument, or what the path leads to) or members of an object; null for anything else. After `..` they
    /// are counted together.
    static let length = JSONPathSuffix(name: "length", bodyOfAll: countOfAll, body: count)
    static let size = JSONPathSuffix(name: "size", bodyOfAll: countOfAll, body: count)

    private static let count: @Sendable (JSONValue, [JSONValue]) -> JSONValue? = { target, arguments in
        count(of: arguments.first ?? target).map { JSONValue($0) } ?? .null
    }

    private static let countOfAll: @Sendable ([JSONValue], [JSONValue]) -> JSONValue? = { targets, _ in
        JSONValue(targets.reduce(0) { $0 + (count(of: $1) ?? 0) })
    }

    private static func count(of value: JSONValue) -> Int? { value.array?.count ?? value.object?.count }
}
