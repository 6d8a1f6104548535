/// `{{upper text}}`.
struct UpperHelper: StringHelper {
    let names = ["upper"]

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        return value.printed.uppercased()
    }
}
