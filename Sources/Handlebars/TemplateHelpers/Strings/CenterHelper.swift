/// `{{center text size=19 [pad=char]}}`: in the middle of that many characters.
struct CenterHelper: StringHelper {
    let names = ["center"]

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        let (size, pad) = try call.sizeAndPad()
        let text = value.printed
        let room = size - text.utf16.count
        return room <= 0 ? text : .padding(pad, room / 2) + text + .padding(pad, room - room / 2)
    }
}
