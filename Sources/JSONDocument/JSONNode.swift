/// A JSON value that knows its place in the document.
package struct JSONNode: Sendable {
    /// The value. Objects keep repeated names; the last one counts.
    package enum Content: Sendable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(String)
        case array([JSONNode])
        case object([JSONMember])
    }

    /// The value itself.
    package let content: Content
    /// Offset of the first byte, from the beginning of the document.
    package let offset: Int
    /// Offset behind the last byte.
    package let endOffset: Int

    package init(content: Content, offset: Int, endOffset: Int) {
        self.content = content
        self.offset = offset
        self.endOffset = endOffset
    }

    /// The value without places.
    package var value: JSONValue {
        switch content {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .array(let nodes): .array(nodes.map(\.value))
        case .object(let members): .object(JSONObject(members.map { ($0.name, $0.value.value) }))
        }
    }

    /// The value with other contents for the nodes at these offsets.
    package func replacing(_ contents: [Int: Content]) -> JSONNode {
        if contents.isEmpty { return self }
        let replaced: Content =
            switch content {
            case .array(let nodes): .array(nodes.map { $0.replacing(contents) })
            case .object(let members):
                .object(members.map { JSONMember(name: $0.name, nameOffset: $0.nameOffset, value: $0.value.replacing(contents)) })
            case .null, .bool, .number, .string: contents[offset] ?? content
            }
        return JSONNode(content: replaced, offset: offset, endOffset: endOffset)
    }

    /// The value of an object's member, the last one of that name. Nil when there is none, or when this is not an object.
    package func member(_ name: String) -> JSONNode? {
        guard case .object(let members) = content else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// Whether it is `{}`.
    package var isEmptyObject: Bool { if case .object(let members) = content { members.isEmpty } else { false } }

    /// "an object", "a string", and so on, for messages.
    package var kind: String {
        switch content {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// Like `kind`, but booleans, numbers and short texts are shown: `true`, `20.5`, `"high"`.
    package var found: String {
        switch content {
        case .bool(let value): value ? "true" : "false"
        case .number(let number) where number.text.utf8.count <= 40: number.text
        case .string(let text) where text.utf8.count <= 40: "\"\(text)\""
        default: kind
        }
    }
}

/// One member of an object. Repeated names are kept; the last one counts.
package struct JSONMember: Sendable {
    /// The name, unescaped.
    package let name: String
    /// Offset of the name's opening quote.
    package let nameOffset: Int
    /// The value.
    package let value: JSONNode

    package init(name: String, nameOffset: Int, value: JSONNode) {
        self.name = name
        self.nameOffset = nameOffset
        self.value = value
    }
}
