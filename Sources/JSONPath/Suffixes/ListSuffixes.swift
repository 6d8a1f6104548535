internal import JSONDocument

extension JSONPathSuffix {
    /// A list with the arguments at its end; anything else as it is.
    static let append = JSONPathSuffix(name: "append") { target, arguments in
        target.array.map { .array($0 + arguments) } ?? target
    }

    /// The strings of a list and of the arguments, one after the other.
    static let concat = JSONPathSuffix(name: "concat") { target, arguments in
        var text = (target.array ?? []).compactMap(\.string).joined()
        for argument in arguments { text += argument.array?.compactMap(\.string).joined() ?? argument.scalarText ?? "" }
        return .string(text)
    }

    /// The names of an object's members; null for anything else.
    static let keys = JSONPathSuffix(name: "keys") { target, _ in
        target.object.map { .array($0.names.map(JSONValue.string)) } ?? .null
    }

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
