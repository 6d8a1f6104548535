internal import JSONDocument
internal import JSONPath

/// `{{jsonArrayAdd array item [jsonPath=] [flatten=true] [maxItems=]}}` or as a block: appends an item to a list; with `maxItems` the first
/// items are dropped. A path that may find several values changes nothing, as in WireMock.
struct JSONArrayAddHelper: TemplateHelper {
    let names = ["jsonArrayAdd"]
    let arguments = 1...2
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["jsonPath", "flatten", "maxItems"]
    let pace = 3

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard case .text(let json) = call.subject else { throw .helper("Base JSON must be a string") }
        let parsed = try call.parsedJSON(json).flatMap { $0.isNull ? nil : $0 }
        let root = try parsed.orHelperError("Base JSON is not valid JSON ('\(json)')")
        let (place, isOne) = try place(call, root)
        let path = call.has("jsonPath") ? call.option("jsonPath").printed : nil
        let detail = path.map { "root: '\(json)', jsonPath: '\($0)'" } ?? "'\(json)'"
        try call.readsAll(of: .tree(root, .java))
        let found = isOne ? place.flatMap { root.value(at: $0)?.array } : []
        var list = try found.orHelperError("Target JSON is not a JSON array (\(detail))")
        let item = try item(call)
        if call.has("flatten"), case .bool(true) = call.option("flatten"), let items = item.array {
            list += items
        } else {
            list.append(item)
        }
        if case .bool = call.option("flatten") {} else if call.has("flatten") { throw .helper("flatten option must be a boolean") }
        if call.has("maxItems") {
            guard case .int(let limit) = call.option("maxItems") else { throw .helper("maxItems option must be an integer") }
            if limit < 0 { throw .helper("maxItems option integer must be positive") }
            list = list.suffix(limit)
        }
        guard isOne else { return .text(root.text()) }
        return .text(root.changing(place ?? JSONPathLocation(steps: [])) { _ in .array(list) }.text())
    }

    /// Where the list is, nil for nowhere, and whether the path leads to one place only.
    private func place(_ call: HelperCall, _ root: JSONValue) throws(TemplateError) -> (JSONPathLocation?, isOne: Bool) {
        guard call.has("jsonPath") else { return (JSONPathLocation(steps: []), true) }
        guard case .text(let text) = call.option("jsonPath") else { throw .helper("jsonPath option must be a string") }
        let invalid = "jsonPath option is not valid JSONPath expression ('\(text)')"
        let path = try (text.isEmpty ? nil : try? JSONPath.compile(text, limits: call.limits.jsonPath)).orHelperError(invalid)
        return (try (try? path.locations(in: root, within: call.budget)).orHelperError(invalid).first, path.isDefinite)
    }

    private func item(_ call: HelperCall) throws(TemplateError) -> JSONValue {
        let text: String
        if call.isBlock {
            text = try call.bodyText()
        } else if case .text(let parameter) = call.parameter(1) {
            text = parameter
        } else {
            throw .helper("Item-to-add JSON must be a string")
        }
        return try call.parsedJSON(text).orHelperError("Item-to-add JSON is not valid JSON ('\(text)')")
    }
}
