/// `{{lower text}}`.
struct LowerHelper: StringHelper {
    let names = ["lower"]

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        return value.printed.lowercased()
    }
}
