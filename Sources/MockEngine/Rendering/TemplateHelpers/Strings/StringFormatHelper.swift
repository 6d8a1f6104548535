/// `{{stringFormat '%s has %05.2f' name amount}}`, as Java's `String.format`.
struct StringFormatHelper: TemplateHelper {
    let names = ["stringFormat"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let text = try JavaFormatter.format(call.subject.printed, Array(call.parameters.dropFirst())) { length throws(TemplateError) in
            try call.checkLength(length)
        }
        return .text(text)
    }
}
