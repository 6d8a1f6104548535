/// `{{arrayJoin separator list [prefix=] [suffix=]}}`, or values one after the other in place of the list; as a block each element is
/// rendered by it.
struct ArrayJoinHelper: TemplateHelper {
    let names = ["arrayJoin"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard case .text(let separator) = call.parameter(0) else { throw .helper("Separator parameter must be a String") }
        if call.parameter(1).isNull { throw .helper("The parameter must be list") }
        let elements = call.parameter(1).elements ?? Array(call.parameters.dropFirst())
        if elements.isEmpty { return .text("") }
        var texts: [String] = []
        for element in elements { texts.append(call.isBlock ? try call.bodyText(with: element) : element.printed) }
        return .text(call.option("prefix").printed + texts.joined(separator: separator) + call.option("suffix").printed)
    }
}
