/// `{{size value}}`: characters of a text, elements of a list, entries of a map; nothing for anything else.
struct SizeHelper: TemplateHelper {
    let names = ["size"]
    let arguments = 0...1
    let options: [String]? = []
    let pace = 1

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if case .text(let text) = call.subject { return .int(text.utf16.count) }
        try call.prepare(call.subject)
        return (call.subject.elements?.count ?? call.subject.entries?.count).map { .int($0) } ?? .null
    }
}
