/// `{{rjust text size=20 [pad=char]}}`: to the right in that many characters.
struct RjustHelper: StringHelper {
    let names = ["rjust"]

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        let (size, pad) = try call.sizeAndPad()
        let text = value.printed
        return .padding(pad, size - text.utf16.count) + text
    }
}
