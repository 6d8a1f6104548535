/// `{{defaultIfEmpty value other}}`: the value as text, or the other one if the value is false for `if`.
struct DefaultIfEmptyHelper: TemplateHelper {
    let names = ["defaultIfEmpty"]
    let arguments = 0...2
    let options: [String]? = []
    let pace = 1

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        call.subject.isFalsy ? call.parameter(1) : .text(call.subject.printed)
    }
}

/// `{{yesno value [yes='yes'] [no='no'] [maybe='maybe']}}`: for true, false, and null.
struct YesnoHelper: TemplateHelper {
    let names = ["yesno"]
    let arguments = 0...1
    let options: [String]? = ["yes", "no", "maybe"]
    let pace = 1

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let name: String
        switch call.subject {
        case .bool(let value): name = value ? "yes" : "no"
        case .null: name = "maybe"
        case let other: throw .failure("java.lang.IllegalArgumentException: found '\(other.printed)', expected 'boolean'")
        }
        return call.has(name) ? call.option(name) : .text(name)
    }
}
