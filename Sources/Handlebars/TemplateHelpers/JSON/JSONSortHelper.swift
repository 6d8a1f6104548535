internal import JSONDocument
internal import JSONPath

/// `{{jsonSort json '$.users[*].name' [order='asc' | 'desc']}}`: sorts a list's elements by what the rest of the path finds in each.
struct JSONSortHelper: TemplateHelper {
    let names = ["jsonSort"]
    let options: [String]? = ["order"]
    let pace = 5

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard case .text(let json) = call.subject else { throw .helper("Input JSON must be a string") }
        if json == "null" { return .text(json) }
        guard call.parameters.count == 2 else { throw .helper("A single JSONPath expression parameter must be supplied") }
        guard case .text(let text) = call.parameter(1) else { throw .helper("JSONPath parameter must be a string") }
        let order = call.has("order") ? call.option("order").printed : "asc"
        guard order == "asc" || order == "desc" else { throw .helper("order parameter must be 'asc' or 'desc'") }
        guard let wildcard = text.firstRange(of: "[*]") else {
            throw .helper("JSONPath must include [*] to specify array location (e.g., '$[*].name' or '$.users[*].name')")
        }
        let listPath = wildcard.lowerBound == text.startIndex ? "$" : String(text[..<wildcard.lowerBound])
        let root = try call.parsedJSON(json).orHelperError("Input JSON string is not valid JSON ('\(json)')")
        let keys = try (try? JSONPath.compile(text, limits: call.limits.jsonPath).evaluate(root, within: call.budget).nodes).orHelperError(
            "Invalid JSONPath expression ('\(text)')")
        let places = try (try? JSONPath.compile(listPath, limits: call.limits.jsonPath).locations(in: root, within: call.budget))
            .orHelperError(
                "Error reading array at path ('\(listPath)')")
        let place = try places.first.orHelperError("Array not found at path ('\(listPath)')")
        let list = try (root.value(at: place)?.array).orHelperError("JSONPath does not reference an array ('\(listPath)')")
        guard keys.count == list.count else {
            throw .helper("Number of sort values (\(keys.count)) does not match array size (\(list.count))")
        }
        guard keys.allSatisfy({ !$0.isNull }) else {
            throw .helper("All objects in the array must have the sort field specified by JSONPath expression ('\(text)')")
        }
        guard Self.haveOneKind(keys) else {
            throw .helper("All sort field values must be of the same comparable type (Number, String, or Boolean)")
        }
        try call.readsAll(of: .tree(root, .java))
        try call.charge(list.count)
        // The index breaks ties, so that the sort is stable.
        let sorted = zip(keys, list).enumerated().sorted { left, right in
            let isLess = order == "asc" ? Self.isLess(left.element.0, right.element.0) : Self.isLess(right.element.0, left.element.0)
            let isMore = order == "asc" ? Self.isLess(right.element.0, left.element.0) : Self.isLess(left.element.0, right.element.0)
            return isLess || !isMore && left.offset < right.offset
        }
        return .text(root.changing(place) { _ in .array(sorted.map(\.element.1)) }.text())
    }

    private static func haveOneKind(_ keys: [JSONValue]) -> Bool {
        keys.allSatisfy { $0.number != nil } || keys.allSatisfy { $0.string != nil } || keys.allSatisfy { $0.bool != nil }
    }

    private static func isLess(_ left: JSONValue, _ right: JSONValue) -> Bool {
        if let left = left.double, let right = right.double { return left < right }
        if let left = left.string, let right = right.string { return left.utf16.lexicographicallyPrecedes(right.utf16) }
        return left.bool == false && right.bool == true
    }
}
