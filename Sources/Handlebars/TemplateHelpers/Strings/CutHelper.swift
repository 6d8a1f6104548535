/// `{{cut text [part]}}`: without any of those parts; blanks by default.
struct CutHelper: TemplateHelper {
    let names = ["cut"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if call.subject.isFalsy { return .text("") }
        let text = call.subject.printed
        let part = call.text(1, default: " ")
        return .text(part.isEmpty ? text : text.pieces(between: part).joined())
    }
}
