internal import JSONDocument
internal import JSONPath

/// `{{jsonPath json path [default=other]}}`: what the path finds in a text or a value. An object prints as JSON on several lines, a list on
/// one (as in WireMock), and a list in a value as Java prints it.
struct JSONPathHelper: TemplateHelper {
    let names = ["jsonPath"]
    let arguments = 2...2
    let options: [String]? = ["default"]
    let pace = 0
    private let paths = BoundedCache<JSONPath>()

    func usualArguments(body: String) -> String? { "\(body) '$.name'" }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let subject = call.subject
        if subject.isNull { return .text("") }
        if case .text("") = subject { return .text("") }
        guard call.parameters.count > 1, !call.parameter(1).isNull else { throw .helper("The JSONPath cannot be empty") }
        let text = call.parameter(1).printed
        try call.reads(text, pace: 15)
        if text.isEmpty { throw .failure("java.lang.IllegalArgumentException: json can not be null or empty") }
        let document: JSONValue
        if case .text(let json) = subject {
            document = try Self.document(json, call)
        } else {
            try call.readsAll(of: subject)
            document = subject.json
        }
        let path: JSONPath
        do { path = try paths.value(text) { () throws(JSONPathError) in try JSONPath.compile(text, limits: call.limits.jsonPath) } } catch {
            throw .helper("\(text) is not a valid JSONPath expression")
        }
        try call.countSteps(10)
        let result: JSONPathResult
        do { result = try path.evaluate(document, missingLeavesAreNull: true, within: call.budget) } catch {
            throw .failure("\(error)", exceeding: error.setting)
        }
        guard let found = result.value, !found.isNull else { return try fallback(call) }
        return TemplateValue(found, printing: Self.printing(found, in: subject, result))
    }

    /// A list of a Java value itself prints as Java's; an object and a list of findings print as those of a text.
    private static func printing(_ found: JSONValue, in subject: TemplateValue, _ result: JSONPathResult) -> TemplateValue.TreePrinting {
        switch subject {
        case .text, .tree(_, .jsonPath), .tree(_, .jsonPathPart): return .jsonPath
        default: if case .array = found, result.isDefinite { return .java } else { return .jsonPathOfJava }
        }
    }

    /// Jayway's reader takes a text that is not JSON for a string.
    private static func document(_ json: String, _ call: HelperCall) throws(TemplateError) -> JSONValue {
        if let value = try call.parsedJSON(json) { return value }
        guard let first = json.utf8.first(where: { $0 > 0x20 }), "{[".utf8.contains(first) else { return .string(json) }
        throw .helper("\(json) is not valid JSON")
    }

    /// The default; a map prints as an object that is found in a value.
    private func fallback(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.has("default") else { return .text("") }
        let other = call.option("default")
        try call.prepare(other)
        switch other {
        case .tree(.object(let members), .java): return .tree(.object(members), .jsonPathOfJava)
        case .tree(.object(let members), .jsonPathPart): return .tree(.object(members), .jsonPath)
        case .object(let object) where object.text == nil && object.entries != nil:
            try call.readsAll(of: other)
            return .object(PrintedMap(object, text: TemplateValue(other.json, printing: .jsonPathOfJava).printed))
        default: return other
        }
    }
}
