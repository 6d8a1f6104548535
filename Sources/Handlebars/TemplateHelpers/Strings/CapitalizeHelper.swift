/// `{{capitalize text [fully=true]}}`: each word's first letter in upper case; fully: the others in lower case.
struct CapitalizeHelper: StringHelper {
    let names = ["capitalize"]

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        var isStart = true
        let isFull = call.isSet("fully")
        return value.printed.reduce(into: "") { text, character in
            text += isStart ? character.uppercased() : isFull ? character.lowercased() : String(character)
            isStart = character.isWhitespace
        }
    }
}
