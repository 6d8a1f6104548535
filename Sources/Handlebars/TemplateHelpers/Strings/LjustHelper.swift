/// `{{ljust text size=20 [pad=char]}}`: to the left in that many characters.
struct LjustHelper: StringHelper {
    let names = ["ljust"]

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        let (size, pad) = try call.sizeAndPad()
        let text = value.printed
        return text + .padding(pad, size - text.utf16.count)
    }
}
