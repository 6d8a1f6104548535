internal import RegularExpression

/// `{{hostname}}`: the machine's name.
struct HostnameHelper: TemplateHelper {
    let names = ["hostname"]
    let arguments = 0...0
    let options: [String]? = []
    let pace = 0
    let system: TemplateSystem

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { .text(system.hostname()) }
}

/// `{{systemValue key='…' [type='ENVIRONMENT' | 'PROPERTY'] [default=other]}}`: reads only keys that the server permits, by default none.
struct SystemValueHelper: TemplateHelper {
    let names = ["systemValue"]
    let arguments = 0...0
    let options: [String]? = ["key", "type", "default"]
    /// A variable may be set elsewhere.
    let printsNothing = true
    let system: TemplateSystem

    func usualArguments(body: String) -> String? { "key='HOME'" }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let key = call.option("key").printed
        if key.isEmpty { throw .helper("The key cannot be empty") }
        guard system.permittedKeys.contains(where: { (try? $0.matchesWhole(key)) ?? false }) else {
            throw .helper("Access to \(key) is denied")
        }
        let value =
            switch call.has("type") ? call.option("type").printed : "ENVIRONMENT" {
            case "ENVIRONMENT": system.environmentVariable(key)
            case "PROPERTY": system.property(key)
            default: nil as String?
            }
        return value.map { .text($0) } ?? call.option("default")
    }
}
