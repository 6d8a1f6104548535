/// `{{substring text from [to]}}`, from 0, the end excluded.
struct SubstringHelper: StringHelper {
    let names = ["substring"]

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        let text = value.printed
        let length = text.utf16.count
        let from = try call.requiredInteger(1, "start")
        let to = call.parameters.count > 2 ? try call.requiredInteger(2, "end") : length
        guard 0 <= from, from <= to, to <= length else {
            throw .failure("java.lang.StringIndexOutOfBoundsException: begin \(from), end \(to), length \(length)")
        }
        return text.slice(from..<to)
    }
}
