/// `{{stringFormat '%s has %05.2f' name amount}}`, as Java's `String.format`.
struct StringFormatHelper: StringHelper {
    let names = ["stringFormat"]

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        try JavaFormatter.format(value.printed, Array(call.parameters.dropFirst())) { length throws(TemplateError) in
            try call.checkLength(length)
        }
    }
}
