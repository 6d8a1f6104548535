internal import JSONDocument
internal import JSONPath

/// `{{jsonRemove json path}}`: the JSON without what the path finds.
struct JSONRemoveHelper: TemplateHelper {
    let names = ["jsonRemove"]
    let arguments = 2...2
    let options: [String]? = []
    let pace = 20

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard case .text(let json) = call.subject else { throw .helper("Input JSON must be a string") }
        if json == "null" { return .text(json) }
        guard call.parameters.count == 2 else { throw .helper("A single JSONPath expression parameter must be supplied") }
        guard case .text(let text) = call.parameter(1) else { throw .helper("JSONPath parameter must be a string") }
        let value = try call.parsedJSON(json).orHelperError("Input JSON string is not valid JSON ('\(json)')")
        let invalid = "JSONPath parameter is not a valid JSONPath expression ('\(text)')"
        let path = try (text.isEmpty ? nil : try? JSONPath.compile(text, limits: call.limits.jsonPath)).orHelperError(invalid)
        let places = try (try? path.locations(in: value, within: call.budget)).orHelperError(invalid)
        if places.isEmpty, path.isDefinite { return .text(json) }
        guard places.allSatisfy({ !$0.steps.isEmpty }) else {
            throw .helper("Delete operation cannot be applied to JSONPath expression ('\(text)')")
        }
        try call.readsAll(of: .tree(value, .java))
        return .text(value.removing(places).text())
    }
}
