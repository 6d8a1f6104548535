/// `{{hostname}}`: the machine's name.
struct HostnameHelper: TemplateHelper {
    let names = ["hostname"]
    let system: TemplateSystem

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { .text(system.hostname()) }
}
