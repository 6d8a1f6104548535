/// `{{isOdd number [text='odd']}}`: the text when it is, else nothing.
struct IsOddHelper: TemplateHelper {
    let names = ["isOdd"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.subject.isNumber, let value = call.subject.integer, value % 2 != 0 else { return .null }
        return call.parameter(1).isNull ? .text("odd") : call.parameter(1)
    }
}
