/// `{{center text size=19 [pad=char]}}`: centered in that many characters.
struct CenterHelper: StringHelper {
    let names = ["center"]
    let arguments = 0...2
    let options: [String]? = ["size", "pad"]
    let pace = 3

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        let (size, pad) = try call.sizeAndPad()
        let text = value.printed
        let room = size - text.utf16.count
        return room <= 0 ? text : .padding(pad, room / 2) + text + .padding(pad, room - room / 2)
    }
}

/// `{{ljust text size=20 [pad=char]}}`: padded on the right to that many characters.
struct LjustHelper: StringHelper {
    let names = ["ljust"]
    let arguments = 0...2
    let options: [String]? = ["size", "pad"]
    let pace = 3

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        let (size, pad) = try call.sizeAndPad()
        let text = value.printed
        return text + .padding(pad, size - text.utf16.count)
    }
}

/// `{{rjust text size=20 [pad=char]}}`: padded on the left to that many characters.
struct RjustHelper: StringHelper {
    let names = ["rjust"]
    let arguments = 0...2
    let options: [String]? = ["size", "pad"]
    let pace = 3

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        let (size, pad) = try call.sizeAndPad()
        let text = value.printed
        return .padding(pad, size - text.utf16.count) + text
    }
}
