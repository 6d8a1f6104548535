internal import JSONDocument

/// `{{page list number=0 size=8}}`: a slice of a list, as JSON. The list is a value, or JSON as text, such as `(file 'poses.json')`.
struct PageHelper: TemplateHelper {
    let names = ["page"]
    let arguments = 0...1
    let options: [String]? = ["number", "size"]
    let pace = 2

    func usualArguments(body: String) -> String? { "(file 'list.json') number=1 size=10" }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let number = try Self.number(call, "number", default: 0, least: 0)
        let size = try Self.number(call, "size", default: 10, least: 1)
        let list = try list(call)
        try call.countSteps(list.count / 100)
        let (start, isBeyond) = number.multipliedReportingOverflow(by: size)
        let slice = isBeyond || start >= list.count ? [] : list[start..<min(list.count, start + min(size, list.count - start))]
        let text = JSONValue.array(Array(slice)).text()
        try call.checkLength(text.utf8.count)
        return .text(text)
    }

    private func list(_ call: HelperCall) throws(TemplateError) -> [JSONValue] {
        guard !call.parameters.isEmpty, !call.subject.isNull else { throw .helper("page: the list is missing") }
        let value: JSONValue?
        switch call.subject {
        case .text(let text): value = try call.parsedJSON(text)
        // The value of a parameter that is there once is JSON as text, too.
        case .multiple(let values) where values.count == 1: value = try call.parsedJSON(values[0])
        default: value = call.subject.json
        }
        return try (value?.array).orHelperError("page: that is not a JSON list")
    }

    /// Missing numbers have a default, because a client's first page often has no number.
    private static func number(_ call: HelperCall, _ name: String, default value: Int, least: Int) throws(TemplateError) -> Int {
        let option = call.option(name)
        let text = option.printed
        if option.isNull || text.isEmpty { return value }
        guard let number = Int(text), number >= least else {
            throw .helper("page: \(name) must be a whole number from \(least), not '\(text)'")
        }
        return number
    }
}
