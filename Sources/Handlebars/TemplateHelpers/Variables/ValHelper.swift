/// `{{val value [or=other] [assign='name']}}`: the value, or the other one when there is none; kept in a variable, or printed.
struct ValHelper: TemplateHelper {
    let names = ["val"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let other = call.has("or") ? call.option("or") : call.option("default")
        let value = call.subject.isNull ? other : call.subject
        guard call.has("assign") else { return value }
        call.assign(call.option("assign").printed, value)
        return .null
    }
}
