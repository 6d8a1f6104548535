package import JSONDocument

/// What one value must be like, as written: `{"equalTo": "dance"}`.
///
/// The model only keeps the text's tree. Which matchers there are, and what each means, the engine knows; it compiles a
/// pattern when the stub is added, and reports then what is wrong in it, at its place.
package struct ValuePattern: Sendable {
    package let node: JSONNode

    package init(_ node: JSONNode) { self.node = node }
}

/// A pattern for the value that goes by a name: a header field, a query parameter, a cookie, a form field, a path parameter.
package struct NamedPattern: Sendable {
    package let name: String
    package let pattern: ValuePattern

    package init(name: String, pattern: ValuePattern) {
        self.name = name
        self.pattern = pattern
    }
}

extension FieldReader {
    /// An object of patterns by name, in order.
    mutating func patterns(_ name: String) -> [NamedPattern] {
        (members(name, repair: "Write {\"name\": {\"equalTo\": \"value\"}}.") ?? []).map {
            NamedPattern(name: $0.name, pattern: ValuePattern($0.value))
        }
    }

    /// A list of patterns.
    mutating func patternList(_ name: String) -> [ValuePattern] { (array(name) ?? []).map { ValuePattern($0) } }
}
