/// `{{isEven number [text='even']}}`: the text when it is, else nothing.
struct IsEvenHelper: TemplateHelper {
    let names = ["isEven"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.subject.isNumber, let value = call.subject.integer, value % 2 == 0 else { return .null }
        return call.parameter(1).isNull ? .text("even") : call.parameter(1)
    }
}
