internal import JavaText

/// `{{#assign 'name'}}…{{/assign}}`: stores what the block renders in a variable, trimmed.
struct AssignHelper: TemplateHelper {
    let names = ["assign"]
    let arguments = 1...1
    let needsBlock = true
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = []
    let pace = 1

    func variables(setBy call: WrittenCall) -> [TemplateValue?] { Array(call.arguments.prefix(1)) }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        call.assign(call.subject.printed, .text(try call.bodyText().trimmed))
        return .null
    }
}

/// `{{val value [or=other] [assign='name']}}`: the value, or the other one if it is null; stored in a variable, or printed.
struct ValHelper: TemplateHelper {
    let names = ["val"]
    let arguments = 1...1
    let options: [String]? = ["or", "default", "assign"]
    let pace = 0

    func variables(setBy call: WrittenCall) -> [TemplateValue?] { call.options.filter { $0.name == "assign" }.map(\.value) }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let other = call.has("or") ? call.option("or") : call.option("default")
        let value = call.subject.isNull ? other : call.subject
        guard call.has("assign") else { return value }
        call.assign(call.option("assign").printed, value)
        return .null
    }
}
