/// `{{stripTags text}}`: without anything between `<` and `>`.
struct StripTagsHelper: StringHelper {
    let names = ["stripTags"]
    let arguments = 0...2
    let options: [String]? = []
    let pace = 10

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        var result = ""
        var rest = value.printed[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            result += rest[..<open]
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
