package import JSONDocument

/// A pattern for one value, as written: `{"equalTo": "dance"}`.
///
/// This is only the parsed JSON. The engine knows the matchers; it compiles the pattern when the stub is added, and reports mistakes at
/// their places.
package struct ValuePattern: Sendable {
    /// The pattern as written.
    package let node: JSONNode

    package init(_ node: JSONNode) { self.node = node }

    /// The only text that the pattern matches; nil when there are others.
    package var onlyText: String? {
        guard case .object(let members) = node.content, members.count == 1, members[0].name == "equalTo",
            case .string(let text) = members[0].value.content
        else { return nil }
        return text
    }
}

/// A pattern for a named value: a header field, query parameter, cookie, form field or path parameter.
package struct NamedPattern: Sendable {
    /// The name of the value.
    package let name: String
    /// The pattern for each of its values.
    package let pattern: ValuePattern

    package init(name: String, pattern: ValuePattern) {
        self.name = name
        self.pattern = pattern
    }
}

extension FieldReader {
    /// An object of patterns by name, in order. Empty when absent.
    mutating func patterns(_ name: String) -> [NamedPattern] {
        (members(name, repair: "Write {\"name\": {\"equalTo\": \"value\"}}.") ?? []).map {
            NamedPattern(name: $0.name, pattern: ValuePattern($0.value))
        }
    }

    /// A list of patterns. Empty when absent.
    mutating func patternList(_ name: String) -> [ValuePattern] { (array(name) ?? []).map { ValuePattern($0) } }
}
