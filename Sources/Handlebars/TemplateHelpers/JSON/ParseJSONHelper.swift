internal import JSONDocument

/// `{{parseJson text ['name']}}` or `{{#parseJson 'name'}}…{{/parseJson}}`: JSON as a value, stored in a variable or passed on.
struct ParseJSONHelper: TemplateHelper {
    let names = ["parseJson"]
    let arguments = 0...2
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = []
    let pace = 0

    func variables(setBy call: WrittenCall) -> [TemplateValue?] { Array(call.arguments.dropFirst(call.isBlock ? 0 : 1).prefix(1)) }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let hasSubject = !call.parameters.isEmpty
        if hasSubject, call.subject.isNull { return .tree(.object([:]), .java) }
        if !call.isBlock, !hasSubject { throw .helper("Missing required JSON string parameter") }
        let text = call.isBlock ? try call.bodyText() : call.subject.printed
        let name = call.isBlock ? call.parameter(0) : call.parameter(1)
        let value = try value(of: text, call)
        guard !name.isNull else { return .tree(value, .java) }
        call.assign(name.printed, .tree(value, .java))
        return .null
    }

    /// An empty text counts as an empty object.
    private func value(of text: String, _ call: HelperCall) throws(TemplateError) -> JSONValue {
        try call.chargeSteps(text.utf8.count >> 3)
        let beginning = String(decoding: text.utf8.lazy.filter { $0 > 0x20 }.prefix(3), as: UTF8.self)
        if ["", "{}"].contains(beginning) { return .object([:]) }
        guard let value = try call.parsedJSON(text), value.object != nil || value.array != nil else {
            throw .failure("parseJson: the text is neither a JSON object nor an array")
        }
        return value
    }
}
