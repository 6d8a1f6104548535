/// `{{join list separator}}` or `{{join a b c separator}}`, with `prefix=` and `suffix=` around the result.
struct JoinHelper: TemplateHelper {
    let names = ["join"]
    let arguments = 2...Int.max
    let options: [String]? = ["prefix", "suffix"]
    let pace = 1

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if call.subject.isFalsy { return .text("") }
        guard call.parameters.count > 1, let separator = call.parameters.last?.printed else {
            throw .failure("join: found 'null', expected 'separator'")
        }
        let values = call.subject.elements ?? Array(call.parameters.dropLast())
        try call.makesJoined(values, separator: separator)
        return .text(call.option("prefix").printed + values.map(\.printed).joined(separator: separator) + call.option("suffix").printed)
    }
}
