/// `{{#assign 'name'}}…{{/assign}}`: keeps what the block renders in a variable.
struct AssignHelper: TemplateHelper {
    let names = ["assign"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        call.assign(call.subject.printed, .text(try call.bodyText()))
        return .null
    }
}
