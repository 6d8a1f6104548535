/// `{{abbreviate text width}}`: at most that many characters; a text that is cut ends in three dots.
struct AbbreviateHelper: StringHelper {
    let names = ["abbreviate"]
    let arguments = 2...2
    let options: [String]? = []
    let pace = 3

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        let width = try call.requiredInteger(1, "width")
        guard width >= 4 else { throw .failure("java.lang.IllegalArgumentException: Minimum abbreviation width is 4") }
        let text = value.printed
        return text.utf16.count <= width ? text : text.slice(0..<width - 3) + "..."
    }
}

/// `{{cut text [part]}}`: without all occurrences of a part; blanks by default.
struct CutHelper: TemplateHelper {
    let names = ["cut"]
    let arguments = 0...2
    let options: [String]? = []
    let pace = 4

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if call.subject.isFalsy { return .text("") }
        let text = call.subject.printed
        let part = call.text(1, default: " ")
        return .text(part.isEmpty ? text : TextSearch(part).replacing(in: text, with: ""))
    }
}

/// `{{replace text part replacement}}`: replaces every occurrence of a part, literally.
struct ReplaceHelper: StringHelper {
    let names = ["replace"]
    let arguments = 3...3
    let options: [String]? = []
    let pace = 4

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        guard call.parameters.count > 2 else { throw .failure("replace: found 'null', expected 'replacement'") }
        let part = call.parameter(1).printed, replacement = call.parameter(2).printed
        let text = value.printed
        // One replacement more than there are places, counted before the result is made.
        let places = part.isEmpty ? text.utf8.count : TextSearch(part).count(in: text)
        let (growth, isTooLong) = (places + 1).multipliedReportingOverflow(by: replacement.utf8.count)
        try call.checkLength(isTooLong ? Int.max : text.utf8.count.addingReportingOverflow(growth).partialValue)
        // One character after the other.
        if part.isEmpty { try call.reads(text, pace: 20) }
        guard !part.isEmpty else { return text.reduce(into: replacement) { $0 += "\($1)\(replacement)" } }
        return TextSearch(part).replacing(in: text, with: replacement)
    }
}

/// `{{substring text from [to]}}`, counted from 0, without the end.
struct SubstringHelper: StringHelper {
    let names = ["substring"]
    let arguments = 2...3
    let options: [String]? = []
    let pace = 3

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        let text = value.printed
        let length = text.utf16.count
        let from = try call.requiredInteger(1, "start")
        let to = call.parameters.count > 2 ? try call.requiredInteger(2, "end") : length
        guard 0 <= from, from <= to, to <= length else {
            throw .failure("java.lang.StringIndexOutOfBoundsException: begin \(from), end \(to), length \(length)")
        }
        return text.slice(from..<to)
    }
}
