internal import JSONDocument

extension JSONPathSuffix {
    /// A list with the arguments appended; any other value unchanged.
    static let append = JSONPathSuffix(name: "append") { target, arguments in
        target.array.map { .array($0 + arguments) } ?? target
    }

    /// The strings of a list, and the strings, numbers and booleans among the arguments and in lists there, concatenated.
    static let concat = JSONPathSuffix(name: "concat") { target, arguments in
        let own = (target.array ?? []).compactMap(\.string)
        let others = arguments.flatMap { $0.array ?? [$0] }.compactMap(\.scalarText)
        return .string((own + others).joined())
    }

    /// The names of an object's members; null for other values.
    static let keys = JSONPathSuffix(name: "keys") { target, _ in
        target.object.map { .array($0.names.map(JSONValue.string)) } ?? .null
    }

    /// The number of elements of a list (the argument, or the selected value) or of members of an object; null for other values. After `..`
    /// all are counted together.
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
