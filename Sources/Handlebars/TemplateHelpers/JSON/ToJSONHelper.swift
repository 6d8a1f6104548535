internal import JSONDocument

/// `{{toJson value}}`: a value as JSON on several lines, without members that have no value.
struct ToJSONHelper: TemplateHelper {
    let names = ["toJson"]
    let arguments = 0...1
    let options: [String]? = []
    let pace = 13

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        try call.readsAll(of: call.subject)
        return call.subject.isNull ? .text("") : .text(call.subject.json.withoutNullMembers.plainNumbers.text(.pretty))
    }
}
