/// `{{cut text [part]}}`: without any of those parts; blanks by default.
struct CutHelper: StringHelper {
    let names = ["cut"]

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        let part = call.parameters.count > 1 ? call.parameter(1).printed : " "
        return part.isEmpty ? value.printed : value.printed.pieces(between: part).joined()
    }
}
