/// `{{abbreviate text width}}`: cut to that many characters, the last three being dots.
struct AbbreviateHelper: StringHelper {
    let names = ["abbreviate"]

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        let width = try call.requiredInteger(1, "width")
        guard width >= 4 else { throw .failure("java.lang.IllegalArgumentException: Minimum abbreviation width is 4") }
        let text = value.printed
        return text.utf16.count <= width ? text : text.slice(0..<width - 3) + "..."
    }
}
