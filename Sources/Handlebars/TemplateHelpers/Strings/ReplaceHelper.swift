/// `{{replace text part replacement}}`: every one of these parts, literally.
struct ReplaceHelper: StringHelper {
    let names = ["replace"]

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        guard call.parameters.count > 2 else { throw .failure("replace: found 'null', expected 'replacement'") }
        let part = call.parameter(1).printed, replacement = call.parameter(2).printed
        guard !part.isEmpty else { return value.printed.reduce(into: replacement) { $0 += "\($1)\(replacement)" } }
        return value.printed.pieces(between: part).joined(separator: replacement)
    }
}
