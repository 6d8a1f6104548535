/// `{{and a b …}}`: whether all of them are true for `if`.
struct AndHelper: TemplateHelper {
    let names = ["and"]
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["yes", "no"]
    let pace = 0

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        try call.outcome(!call.subject.isFalsy && call.parameters.allSatisfy { !$0.isFalsy })
    }
}

/// `{{not a}}`: whether it is false for `if`.
struct NotHelper: TemplateHelper {
    let names = ["not"]
    let arguments = 0...1
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["yes", "no"]
    let pace = 0

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { try call.outcome(call.subject.isFalsy) }
}

/// `{{or a b …}}`: whether one of them is true for `if`.
struct OrHelper: TemplateHelper {
    let names = ["or"]
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["yes", "no"]
    let pace = 0

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        try call.outcome(!call.subject.isFalsy || call.parameters.contains { !$0.isFalsy })
    }
}
