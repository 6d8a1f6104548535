package import Budget
package import JSONDocument
internal import RegularExpression

/// A compiled JSONPath. Immutable. Any thread.
///
/// The language is RFC 9535 with the additions of Jayway's JsonPath, which WireMock uses. A text is parsed by the grammar of RFC 9535
/// first, and only if that fails with Jayway's additions:
///
/// - `store.book` for `$.store.book`, `$.['a']`, bare names of any characters (`$.content-type`, `$.@id`), space around the path;
/// - functions at the end of a path: `.length() .size() .min() .max() .avg() .sum() .stddev() .keys() .first() .last() .index(n)
///   .append(…) .concat(…)`. After `..` they work on all nodes together, elsewhere on each node;
/// - operators in filters: `=~ /pattern/flags` (the whole text matches, or that of an element of a list; the pattern may be on either
///   side), `in nin subsetof anyof noneof all contains size empty`, `===` and `!==`, lists and objects as literals;
/// - paths in comparisons that select many nodes: they stand for the list of them;
/// - several names at the end of a path, `$.items[*]['id','name']`: an object with these members for each object that has some of them,
///   after `..` for each that has all;
/// - leading zeros, `$[01]`, and `$.**`, at the end, for `$.*`.
///
/// A filter that is entirely in parentheses, `[?(…)]`, the only form in Jayway, has Jayway's meaning: a number equals the string with the
/// same digits, and on an object the filter tests the object itself, not its members: `$[?(@.name == 'Tom')]` finds `{"name":"Tom"}`. A
/// filter without parentheses, `[?…]`, has the meaning of RFC 9535.
package struct JSONPath: Sendable {
    /// Which language a path may use.
    package enum Dialect: Sendable {
        /// RFC 9535 with Jayway's additions.
        case wireMock
        /// RFC 9535 only.
        case rfc9535
    }

    /// Limits of paths and evaluations.
    package struct Limits: Sendable {
        /// Values visited in one evaluation; long texts that it reads count by their length (`limits.jsonPathSteps`).
        package var steps: Int
        /// Nesting of filters, parentheses and functions (`limits.jsonPathDepth`).
        package var depth: Int

        package init(steps: Int = 1_000_000, depth: Int = 64) {
            self.steps = steps
            self.depth = depth
        }
    }

    /// The path as written.
    package let text: String
    /// Whether the path selects at most one value: it has no wildcard, slice, filter, list of selectors or `..`. A path that ends in
    /// several names, `$.a['b','c']`, is definite too: it selects one object with these members (Jayway).
    package let isDefinite: Bool
    private let query: JSONPathQuery
    private let merged: JSONPathQuery?
    private let patterns: JSONPathPatterns
    private let limits: Limits

    /// Compiles a path.
    /// - Throws: `JSONPathError` with the offset of the first invalid byte.
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
        merged = parser.dialect == .wireMock ? query.merged : nil
        isDefinite = (merged ?? query).isDefinite
        patterns = parser.patterns
        self.limits = limits
    }

    /// Selects values.
    /// - Parameter missingLeavesAreNull: whether an object without the path's last name counts as if it had it with the value null
    ///   (Jayway's `DEFAULT_PATH_LEAF_TO_NULL`). This also holds for the paths in a filter that is entirely in parentheses, except for
    ///   tests of existence.
    /// - Parameter budget: what the work is charged to; nil for nothing.
    /// - Throws: `JSONPathError` if a limit is reached; the message names it.
    package func evaluate(
        _ value: JSONValue, missingLeavesAreNull: Bool = false, within budget: WorkBudget? = nil
    ) throws(JSONPathError) -> JSONPathResult {
        var evaluator = JSONPathEvaluator(text, value, patterns, limits, locates: false, budget)
        evaluator.missingLeavesAreNull = missingLeavesAreNull
        let nodes = try evaluator.nodes(of: query, current: value).map(\.value)
        var values = nodes
        if let merged { values = try evaluator.nodes(of: merged, current: value).map(\.value) }
        var isList = !isDefinite
        if isList, values.isEmpty { isList = try evaluator.hasPlace(for: query) }
        return JSONPathResult(isDefinite: isDefinite, nodes: nodes, value: isList ? .array(values) : values.first)
    }

    /// The locations of the selected values, in the order of `evaluate`. Values that a function made have no location.
    /// - Throws: `JSONPathError` if a limit is reached; the message names it.
    package func locations(in value: JSONValue, within budget: WorkBudget? = nil) throws(JSONPathError) -> [JSONPathLocation] {
        var evaluator = JSONPathEvaluator(text, value, patterns, limits, locates: true, budget)
        return try evaluator.nodes(of: query, current: value).compactMap { $0.place?.location }
    }
}
