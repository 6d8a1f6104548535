internal import JSONDocument

/// A function at the end of a path, as in Jayway: `$.items.length()`. A new one is one file and one line in `all`.
struct JSONPathSuffix: Sendable {
    let name: String
    /// Applied to each value that the path selects, with the arguments that have a value. Nil for no result.
    let body: @Sendable (JSONValue, [JSONValue]) -> JSONValue?
    /// After `..`: applied to all values together.
    let bodyOfAll: @Sendable ([JSONValue], [JSONValue]) -> JSONValue?

    static let all: [JSONPathSuffix] = [
        .length, .size, .minimum, .maximum, .average, .sum, .standardDeviation, .keys, .first, .last, .index, .append, .concat,
    ]
    static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// A function of the numbers in a list and among the arguments; without numbers there is no result. The result is a decimal number.
    init(name: String, ofNumbers body: @escaping @Sendable ([Double]) -> Double) {
        self.init(name: name) { target, arguments in
            var numbers = target.array?.compactMap(\.double) ?? []
            for argument in arguments { numbers += argument.array?.compactMap(\.double) ?? argument.double.map { [$0] } ?? [] }
            if numbers.isEmpty { return nil }
            return JSONValue(body(numbers))
        }
    }

    /// - Parameter bodyOfAll: by default, `body` applied to the list of all values.
    init(
        name: String, bodyOfAll: (@Sendable ([JSONValue], [JSONValue]) -> JSONValue?)? = nil,
        body: @escaping @Sendable (JSONValue, [JSONValue]) -> JSONValue?
    ) {
        self.name = name
        self.body = body
        self.bodyOfAll = bodyOfAll ?? { body(.array($0), $1) }
    }
}
