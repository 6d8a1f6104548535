/// `{{stripes number [even='even'] [odd='odd']}}`: the text that fits.
struct StripesHelper: TemplateHelper {
    let names = ["stripes"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.subject.isNumber, let value = call.subject.integer else { return .null }
        let isEven = value % 2 == 0
        let text = call.parameter(isEven ? 1 : 2)
        return text.isNull ? .text(isEven ? "even" : "odd") : text
    }
}
