/// `{{lower text}}`: in lower case.
struct LowerHelper: StringHelper {
    let names = ["lower"]

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String { value.printed.lowercased() }
}
