internal import JSONDocument

/// `{{jsonMerge base other [removeNulls=true]}}` or `{{#jsonMerge base}}…{{/jsonMerge}}`: merges the second object into the first,
/// recursively. With `removeNulls`, a member that is null in the second removes that of the first, as in WireMock.
struct JSONMergeHelper: TemplateHelper {
    let names = ["jsonMerge"]
    let arguments = 1...2
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["removeNulls"]
    let flags = ["removeNulls"]
    let pace = 3

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard case .text(let base) = call.subject else { throw .helper("Base JSON parameter must be a string") }
        let baseValue = try call.parsedJSON(base).orHelperError("Base JSON is not valid JSON ('\(base)')")
        let object = try baseValue.object.orHelperError("Base JSON is not a JSON object ('\(base)')")
        let other: String
        if call.isBlock {
            other = try call.bodyText()
        } else if case .text(let text) = call.parameter(1) {
            other = text
        } else {
            throw .helper("JSON to merge must be a string")
        }
        let otherValue = try call.parsedJSON(other).orHelperError("JSON to merge is not valid JSON ('\(other)')")
        let additions = try otherValue.object.orHelperError("JSON to merge is not a JSON object ('\(other)')")
        try call.readsAll(of: .tree(baseValue, .java))
        try call.readsAll(of: .tree(otherValue, .java))
        return .text(JSONValue.object(Self.merge(object, additions, removingNulls: call.isSet("removeNulls"))).text())
    }

    private static func merge(_ base: JSONObject, _ other: JSONObject, removingNulls: Bool) -> JSONObject {
        var result = base
        for (name, value) in other {
            if let inner = value.object, let before = result[name]?.object {
                result[name] = .object(merge(before, inner, removingNulls: removingNulls))
            } else {
                result[name] = removingNulls && value.isNull ? nil : value
            }
        }
        return result
    }
}
