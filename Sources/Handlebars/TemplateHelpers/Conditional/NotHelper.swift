/// `{{not a}}`: whether `if` takes it for no.
struct NotHelper: TemplateHelper {
    let names = ["not"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { try call.answer(call.subject.isFalsy) }
}
