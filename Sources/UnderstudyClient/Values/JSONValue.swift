public import Foundation

/// A JSON value of any shape, for bodies, metadata and fields that have no type of their own.
///
/// Literals make one, and ``init(encoding:encoder:)`` turns any `Encodable` into one:
///
/// ```swift
/// let body: JSONValue = ["content": [], "page": 0]
/// let same = try JSONValue(encoding: Page(content: [], page: 0))
/// ```
///
/// The order of an object's members is not kept. Whole numbers are exact from `Int64.min` to `UInt64.max`; others are `Double`.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number that fits.
    case integer(Int64)
    /// A whole number above `Int64.max`.
    case unsigned(UInt64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Members by name.
    case object([String: JSONValue])

    /// What `encoder` makes of a value.
    ///
    /// - Throws: what the encoder throws, e.g. for a number that is not finite.
    public init(encoding value: some Encodable, encoder: JSONEncoder = JSONEncoder()) throws {
        let data = try encoder.encode(value)
        self = try JSONDecoder().decode(JSONValue.self, from: data)
    }

    /// The value as a type of yours.
    ///
    /// - Throws: what the decoder throws when the value does not have the type's form.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()) throws -> Value {
        try decoder.decode(type, from: JSONEncoder().encode(self))
    }

    /// The text of a string, else nil.
    public var stringValue: String? { if case .string(let text) = self { text } else { nil } }
    /// A whole number that an `Int` can hold, else nil.
    public var intValue: Int? {
        switch self {
        case .integer(let number): Int(exactly: number)
        case .unsigned(let number): Int(exactly: number)
        default: nil
        }
    }
    /// Any number, else nil.
    public var doubleValue: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
    /// A truth value, else nil.
    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// A list's elements, else nil.
    public var arrayValue: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    /// An object's members, else nil.
    public var objectValue: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

    /// An object's member; nil when it has none of that name or is no object.
    public subscript(name: String) -> JSONValue? { objectValue?[name] }
    /// A list's element; nil when it has none there or is no list.
    public subscript(index: Int) -> JSONValue? {
        guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension JSONValue: Codable {
    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // The most frequent kinds first: each wrong guess throws, and a test library takes a backtrace of what is thrown.
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([String: JSONValue].self) {
            self = .object(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else {
            self = .array(try container.decode([JSONValue].self))
        }
    }

    /// Writes the value as it is.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
    /// The truth value `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A list.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object. Of members of the same name the last one counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

extension JSONValue {
    /// The value as JSON over several lines, members in the order of their names.
    var laidOut: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        guard let data = try? encoder.encode(self) else { return description }
        return String(decoding: data, as: UTF8.self)
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON, members in the order of their names.
    public var description: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "a number that JSON cannot write" }
        return String(decoding: data, as: UTF8.self)
    }
}
