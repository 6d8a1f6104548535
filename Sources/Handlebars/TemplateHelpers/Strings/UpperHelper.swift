/// `{{upper text}}`: in upper case.
struct UpperHelper: StringHelper {
    let names = ["upper"]

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String { value.printed.uppercased() }
}
