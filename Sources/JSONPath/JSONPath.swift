package import JSONDocument
internal import RegularExpression

/// A compiled JSONPath. Compile once, evaluate from any thread.
///
/// The language is RFC 9535's, all of it, and what Jayway's JsonPath (WireMock's) has besides. A text is read by the grammar of
/// RFC 9535 first; only if that refuses it, Jayway's additions count:
///
/// - `store.book` for `$.store.book`, `$.['a']`, bare names of any characters (`$.content-type`, `$.@id`), space around the path;
/// - functions at the end of a path: `.length() .size() .min() .max() .avg() .sum() .stddev() .keys() .first() .last() .index(n)
///   .append(…) .concat(…)`. After `..` they work on all nodes together, elsewhere on each node;
/// - operators in filters: `=~ /pattern/flags` (the whole text matches), `in nin subsetof anyof noneof all contains size empty`,
///   `===` and `!==`, lists and objects as literals;
/// - paths in comparisons that select many nodes: they stand for the list of them.
///
/// A filter wholly in parentheses, `[?(…)]`, the only form that Jayway knows, means what it means there: a number equals the string
/// that spells it, and of an object it is the object itself that is looked at, not its members: `$[?(@.name == 'Tom')]` finds
/// `{"name":"Tom"}`. A filter without them, `[?…]`, means what RFC 9535 says.
package struct JSONPath: Sendable {
    package enum Dialect: Sendable {
        /// RFC 9535, and Jayway's additions.
        case wireMock
        /// RFC 9535 to the letter.
        case rfc9535
    }

    /// Bounds that no path can exceed.
    package struct Limits: Sendable {
        /// Values looked at in one evaluation (`limits.jsonPathSteps`).
        package var steps: Int
        /// Filters, parentheses and functions inside each other (`limits.jsonPathDepth`).
        package var depth: Int

        package init(steps: Int = 1_000_000, depth: Int = 64) {
            self.steps = steps
            self.depth = depth
        }
    }

    /// As it was written.
    package let text: String
    /// Whether the path leads to one value at most: no wildcard, slice, filter, list of selectors or `..` in it, except that an end in
    /// several names, `$.a['b','c']`, leads to one object of these members (Jayway).
    package let isDefinite: Bool
    private let query: JSONPathQuery
    private let merged: (parent: JSONPathQuery, names: [String])?
    private let patterns: JSONPathPatterns
    private let limits: Limits

    /// - Throws: with the offset of the first byte that cannot be.
    package static func compile(
        _ text: String, dialect: Dialect = .wireMock, limits: Limits = Limits()
    ) throws(JSONPathError) -> JSONPath {
        do {
            return try JSONPath(JSONPathParser(text, isLenient: false, dialect: dialect, maximumDepth: limits.depth), limits)
        } catch {
            guard dialect == .wireMock else { throw error }
            return try JSONPath(JSONPathParser(text, isLenient: true, dialect: dialect, maximumDepth: limits.depth), limits)
        }
    }

    private init(_ parser: consuming JSONPathParser, _ limits: Limits) throws(JSONPathError) {
        text = parser.text
        query = try parser.wholeQuery()
        merged = parser.dialect == .wireMock ? query.mergedNames : nil
        isDefinite = merged?.parent.isDefinite ?? query.isDefinite
        patterns = parser.patterns
        self.limits = limits
    }

    /// - Parameter missingLeavesAreNull: an object without the path's last name counts as if that were null (Jayway's
    ///   `DEFAULT_PATH_LEAF_TO_NULL`).
    /// - Throws: when a limit is reached, naming it.
    package func evaluate(_ value: JSONValue, missingLeavesAreNull: Bool = false) throws(JSONPathError) -> JSONPathResult {
        var evaluator = JSONPathEvaluator(text, value, patterns, limits, locates: false)
        evaluator.missingLeavesAreNull = missingLeavesAreNull
        let nodes = try evaluator.nodes(of: query, current: value).map(\.value)
        var values = nodes
        if let merged {
            values = try evaluator.nodes(of: merged.parent, current: value).compactMap(\.value.object).map { object in
                .object(JSONObject(merged.names.compactMap { name in object[name].map { (name, $0) } }))
            }
        }
        var isList = !isDefinite
        if isList, values.isEmpty { isList = try evaluator.hasPlace(for: query) }
        return JSONPathResult(isDefinite: isDefinite, nodes: nodes, value: isList ? .array(values) : values.first)
    }

    /// Where the selected values stand, in the order of `evaluate`; values that a function made stand nowhere.
    /// - Throws: when a limit is reached, naming it.
    package func locations(in value: JSONValue) throws(JSONPathError) -> [JSONPathLocation] {
        var evaluator = JSONPathEvaluator(text, value, patterns, limits, locates: true)
        return try evaluator.nodes(of: query, current: value).compactMap { $0.place?.location }
    }
}
