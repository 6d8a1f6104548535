/// `{{slugify text}}`: letters in lower case, white space as hyphens; other characters are dropped.
struct SlugifyHelper: StringHelper {
    let names = ["slugify"]
    let arguments = 0...2
    let options: [String]? = []
    let pace = 15

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        var text = value.printed[...]
        while text.first?.isWhitespace ?? false { text.removeFirst() }
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return text.reduce(into: "") { slug, character in
            if character.isLetter { slug += character.lowercased() } else if character.isWhitespace { slug += "-" }
        }
    }
}
