/// `{{#assign 'name'}}…{{/assign}}`: keeps what the block renders in a variable, without white space at its ends.
struct AssignHelper: TemplateHelper {
    let names = ["assign"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        call.assign(call.subject.printed, .text(try call.bodyText().trimmed))
        return .null
    }
}
