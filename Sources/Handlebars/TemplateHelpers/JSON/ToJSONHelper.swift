internal import JSONDocument

/// `{{toJson value}}`: a value as JSON, over several lines, members without a value left out.
struct ToJSONHelper: TemplateHelper {
    let names = ["toJson"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        call.subject.isNull ? .text("") : .text(call.subject.json.withoutNullMembers.text(.pretty))
    }
}
