/// `{{contains text part}}` or `{{contains list value}}`; also as a block.
struct ContainsHelper: TemplateHelper {
    let names = ["contains"]
    let arguments = 2...2
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["yes", "no"]
    let pace = 3

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.parameters.count > 1 else {
            throw .helper("You must specify the string or array to be matched and the regular expression")
        }
        let (subject, wanted) = (call.subject, call.parameter(1))
        if subject.isNull || wanted.isNull { return try call.outcome(false) }
        if let elements = subject.elements { return try call.outcome(elements.contains { TemplateComparison.areEqual($0, wanted) }) }
        let part = wanted.printed
        return try call.outcome(part.isEmpty || TextSearch(part).isFound(in: subject.printed))
    }
}
