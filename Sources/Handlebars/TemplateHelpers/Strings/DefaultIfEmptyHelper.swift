/// `{{defaultIfEmpty value other}}`: the value as text, or the other one when `if` takes the value for no.
struct DefaultIfEmptyHelper: TemplateHelper {
    let names = ["defaultIfEmpty"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        call.subject.isFalsy ? call.parameter(1) : .text(call.subject.printed)
    }
}
