internal import JSONDocument
internal import StubModel

/// Matchers of other tools, and how they are written here.
enum ForeignMatchers {
    /// What to write in place of a matcher that there is not, as a whole sentence; nil when that is not known.
    static func repair(of name: String, _ operand: JSONNode) -> String? {
        let text = operand.scalarText ?? "…"
        let quoted = JSONValue.string(text).text()
        switch name.lowercased().filter({ $0.isLetter }) {
        case "notequalto", "notequals", "doesnotequal", "isnot", "ne", "neq": return "Write \"not\": {\"equalTo\": \(quoted)}."
        case "eq", "is": return "Write \"equalTo\": \(quoted)."
        case "equalsignorecase", "equaltoignorecase", "ignorecase": return "Write \"equalTo\": \(quoted), \"caseInsensitive\": true."
        case "regex", "regexp", "pattern", "matchesregex": return "Write \"matches\": \(quoted)."
        case "notregex", "notmatches": return "Write \"doesNotMatch\": \(quoted)."
        case "notcontains": return "Write \"doesNotContain\": \(quoted)."
        case "startswith", "beginswith", "prefix": return "Write \"matches\": \(expression(text, from: "", to: ".*"))."
        case "endswith", "suffix": return "Write \"matches\": \(expression(text, from: ".*", to: ""))."
        case "present", "exists", "ispresent": return text == "false" ? "Write \"absent\": true." : "Write \"matches\": \".*\"."
        case "oneof", "anyof", "in": return "Write \"or\": [ … ] with a matcher for each, such as {\"equalTo\": \"a\"}."
        default: return nil
        }
    }

    /// An expression for a text and what is around it, as a JSON string.
    private static func expression(_ text: String, from start: String, to end: String) -> String {
        let escaped = text.reduce(into: "") { result, character in
            if #"\.[]{}()*+?^$|"#.contains(character) { result.append("\\") }
            result.append(character)
        }
        return JSONValue.string(start + escaped + end).text()
    }
}
