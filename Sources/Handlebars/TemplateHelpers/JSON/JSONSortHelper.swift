internal import JSONDocument
internal import JSONPath

/// `{{jsonSort json '$.users[*].name' [order='asc' | 'desc'] [nulls='first' | 'last']}}`: sorts a list's elements by what the rest of the
/// path finds in each. An object without the last name of the path counts as null.
///
/// As in WireMock, `desc` turns round the place of nulls, too, and members that are null are left out of the result.
struct JSONSortHelper: TemplateHelper {
    let names = ["jsonSort"]
    let arguments = 2...2
    let options: [String]? = ["order", "nulls"]
    let pace = 5

    func usualArguments(body: String) -> String? { "\(body) '$[*].name'" }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard case .text(let json) = call.subject else { throw .helper("Input JSON must be a string") }
        if json == "null" { throw .helper("Cannot sort a JSON null value - input must be a JSON array") }
        guard call.parameters.count == 2 else { throw .helper("A single JSONPath expression parameter must be supplied") }
        guard case .text(let text) = call.parameter(1) else { throw .helper("JSONPath parameter must be a string") }
        let isAscending = try Self.isFirst("asc", or: "desc", "order", call)
        let nullsAreFirst = try Self.isFirst("first", or: "last", "nulls", call)
        guard let wildcard = text.firstRange(of: "[*]") else {
            throw .helper("JSONPath must include [*] to specify array location (e.g., '$[*].name' or '$.users[*].name')")
        }
        let listPath = wildcard.lowerBound == text.startIndex ? "$" : String(text[..<wildcard.lowerBound])
        let root = try call.parsedJSON(json).orHelperError("Input JSON string is not valid JSON ('\(json)')")
        let keys = try Self.keys(text, in: root, call)
        let place = try Self.place(of: listPath, in: root, call)
        let list = try (root.value(at: place)?.array).orHelperError("JSONPath does not reference an array ('\(listPath)')")
        guard keys.count == list.count else { throw .helper(Self.mismatch(keys.count, list.count, text)) }
        guard SortOrder.haveOneKind(keys) else {
            throw .helper("All sort field values must be of the same comparable type (Number, String, or Boolean)")
        }
        try call.readsAll(of: .tree(root, .java))
        try call.countSteps(list.count)
        let order = SortOrder(isAscending: isAscending, nullsAreFirst: nullsAreFirst)
        let sorted = order.sorted(list, by: keys)
        return .text(root.changing(place) { _ in .array(sorted) }.withoutNullMembers.text())
    }

    /// Whether an option has the first of its two values, which is the default.
    private static func isFirst(_ first: String, or second: String, _ name: String, _ call: HelperCall) throws(TemplateError) -> Bool {
        guard call.has(name) else { return true }
        guard case .text(let value) = call.option(name) else { throw .helper("\(name) parameter must be a string") }
        guard value == first || value == second else { throw .helper("\(name) parameter must be '\(first)' or '\(second)'") }
        return value == first
    }

    /// What the elements are sorted by, in their order.
    private static func keys(_ path: String, in root: JSONValue, _ call: HelperCall) throws(TemplateError) -> [JSONValue] {
        let compiled = try (try? JSONPath.compile(path, limits: call.limits.jsonPath))
            .orHelperError("Invalid JSONPath expression ('\(path)')")
        let found: JSONPathResult
        do { found = try compiled.evaluate(root, missingLeavesAreNull: true, within: call.budget) } catch {
            throw .failure("\(error)", exceeding: error.setting)
        }
        return try (found.value?.array).orHelperError("JSONPath expression did not match any values ('\(path)')")
    }

    private static func place(of path: String, in root: JSONValue, _ call: HelperCall) throws(TemplateError) -> JSONPathLocation {
        let compiled = try (try? JSONPath.compile(path, limits: call.limits.jsonPath))
            .orHelperError("Error reading array at path ('\(path)')")
        let places: [JSONPathLocation]
        do { places = try compiled.locations(in: root, within: call.budget) } catch {
            throw .failure("\(error)", exceeding: error.setting)
        }
        return try places.first.orHelperError("Array not found at path ('\(path)')")
    }

    private static func mismatch(_ keys: Int, _ elements: Int, _ path: String) -> String {
        let message = "Number of sort values (\(keys)) does not match array size (\(elements))"
        let wildcards = path.ranges(of: "[*]").count
        guard wildcards > 1 else { return message }
        return "\(message). JSONPath contains \(wildcards) wildcards [*] but only single-level array sorting is supported"
    }
}
