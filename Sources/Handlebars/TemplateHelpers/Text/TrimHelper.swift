internal import JavaText

/// `{{trim text}}` or `{{#trim}}…{{/trim}}`: without white space at both ends.
struct TrimHelper: TemplateHelper {
    let names = ["trim"]
    let arguments = 0...1
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = []
    let pace = 1

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { .text(try call.blockOrSubjectText().trimmed) }
}
