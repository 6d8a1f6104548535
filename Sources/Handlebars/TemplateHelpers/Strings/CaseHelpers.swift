/// `{{capitalizeFirst text}}`: the first letter in upper case.
struct CapitalizeFirstHelper: StringHelper {
    let names = ["capitalizeFirst"]
    let arguments = 0...2
    let options: [String]? = []
    let pace = 4

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        let text = value.printed
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}

/// `{{capitalize text [fully=true]}}`: each word's first letter in upper case; fully: the others in lower case. Words end at blanks only.
struct CapitalizeHelper: StringHelper {
    let names = ["capitalize"]
    let arguments = 0...2
    let options: [String]? = ["fully"]
    let flags = ["fully"]
    let pace = 14

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        var isStart = true
        let isFull = call.isSet("fully")
        return value.printed.reduce(into: "") { text, character in
            text += isStart ? character.uppercased() : isFull ? character.lowercased() : String(character)
            isStart = character == " "
        }
    }
}

/// `{{lower text}}`: in lower case.
struct LowerHelper: StringHelper {
    let names = ["lower"]
    let arguments = 0...2
    let options: [String]? = []
    let pace = 3

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String { value.printed.lowercased() }
}

/// `{{upper text}}`: in upper case.
struct UpperHelper: StringHelper {
    let names = ["upper"]
    let arguments = 0...2
    let options: [String]? = []
    let pace = 3

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String { value.printed.uppercased() }
}
