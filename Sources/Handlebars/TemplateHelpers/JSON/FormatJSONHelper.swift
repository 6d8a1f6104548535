internal import JavaText
internal import JSONDocument

/// `{{#formatJson [format='pretty' | 'compact']}}…{{/formatJson}}` or `{{formatJson text}}`.
struct FormatJSONHelper: TemplateHelper {
    let names = ["formatJson"]
    let arguments = 0...1
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["format"]
    let pace = 3

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let (text, isPretty) = try call.textAndFormat("JSON")
        let value = try call.parsedJSON(text).orHelperError("There was an error parsing the json. Please make sure the json is valid")
        try call.readsAll(of: .tree(value, .java))
        if isPretty { try call.checkLength(value.indentation) }
        return .text(value.plainNumbers.text(isPretty ? .pretty : .compact))
    }
}

extension HelperCall {
    /// The text and the layout of a formatting helper.
    func textAndFormat(_ kind: String) throws(TemplateError) -> (text: String, isPretty: Bool) {
        var text = ""
        if isBlock { text = try bodyText() } else if case .text(let subject) = subject { text = subject }
        text = text.trimmed
        if text.isEmpty { throw .helper("\(name) should take a block of \(kind) to format or a single parameter of type String") }
        let format = option("format").isNull ? "pretty" : option("format").printed
        if let type = option("format").javaType {
            throw .helper("\(name): format [\(format)] of type [\(type) should be a Format or a String and one of [pretty, compact]]")
        }
        guard format == "pretty" || format == "compact" else {
            throw .helper("\(name): format [\(format)] should be one of [pretty, compact]")
        }
        return (text, format == "pretty")
    }
}

extension TemplateValue {
    /// The class that Java has for numbers and truth values; nil for anything else.
    fileprivate var javaType: String? {
        switch self {
        case .bool: "java.lang.Boolean"
        case .int(let value): Int32(exactly: value) == nil ? "java.lang.Long" : "java.lang.Integer"
        case .double: "java.lang.Double"
        default: nil
        }
    }
}
