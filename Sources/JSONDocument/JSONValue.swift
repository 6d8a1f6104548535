/// A JSON value without places, for templates, matchers and responses.
///
/// Objects keep their order, numbers their text. `==` is by value: `1`, `1.0` and `10e-1` are equal, and so are objects with
/// the same members in another order; strings are equal if they have the same scalars.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue: Hashable {
    /// By value, as the type says.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.isSame(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Equal values have equal hashes. Spellings of one text have hashes of their own, as they are different values.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combine(ExactText(value))
        case .array(let values): hasher.combine(values)
        case .object(let object): hasher.combine(object)
        }
    }
}

// No `nil` literal: in `condition ? nil : value` it would become null by mistake.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }

    package init(_ value: Int) { self = .number(JSONNumber(value)) }
    package init(_ value: Double) { self = .number(JSONNumber(value)) }
    package init(_ value: String) { self = .string(value) }
    package init(_ value: Bool) { self = .bool(value) }

    /// The member of an object. Nil when there is none, and for every other kind of value.
    package subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    /// The element of an array. Nil when there is none, and for every other kind of value.
    package subscript(index: Int) -> JSONValue? {
        if case .array(let array) = self, array.indices.contains(index) { array[index] } else { nil }
    }

    /// The string, or nil for every other kind of value.
    package var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The boolean, or nil for every other kind of value.
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number, or nil for every other kind of value.
    package var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
    /// The elements of an array, or nil for every other kind of value.
    package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    /// The members of an object, or nil for every other kind of value.
    package var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
    /// The number if it is whole and fits, else nil.
    package var int: Int? { number?.int }
    /// The nearest double of a number, or nil for every other kind of value.
    package var double: Double? { number?.double }
    /// Whether the value is `null`.
    package var isNull: Bool { if case .null = self { true } else { false } }
}
