/// `{{capitalizeFirst text}}`: the first letter in upper case.
struct CapitalizeFirstHelper: StringHelper {
    let names = ["capitalizeFirst"]

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        let text = value.printed
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
