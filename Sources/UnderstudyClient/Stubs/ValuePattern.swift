public import Foundation

/// What a query parameter, a header field, a cookie or a body has to be like. A text alone is ``equalTo(_:ignoringCase:)``, `"\(number)"` too.
///
/// ```swift
/// Stub.post("/like")
///     .query("page", "2")
///     .header("Accept", .contains("json"))
///     .body(.matchesJSONPath("$.poseId", .equalTo("325")))
/// ```
public struct ValuePattern: Hashable, Sendable, Codable, ExpressibleByStringInterpolation {
    /// The pattern as the server reads it, e.g. `["equalTo": "2"]`. A matcher that has no function here is written in this form.
    public var fields: [String: JSONValue]

    /// A pattern in the server's form.
    public init(fields: [String: JSONValue]) { self.fields = fields }

    /// Equal to this text.
    public init(stringLiteral value: String) { self.init(fields: ["equalTo": .string(value)]) }

    /// Reads the server's form.
    public init(from decoder: any Decoder) throws { fields = try [String: JSONValue](from: decoder) }

    /// Writes the server's form.
    public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }

    private func with(_ name: String, _ value: JSONValue?) -> ValuePattern {
        var copy = self
        copy.fields[name] = value
        return copy
    }
}

// MARK: texts

extension ValuePattern {
    /// Equal to a text.
    public static func equalTo(_ text: String, ignoringCase: Bool = false) -> ValuePattern {
        ValuePattern(fields: ["equalTo": .string(text)]).with("caseInsensitive", ignoringCase ? true : nil)
    }
    /// Has the text somewhere.
    public static func contains(_ text: String) -> ValuePattern { ValuePattern(fields: ["contains": .string(text)]) }
    /// Has the text nowhere.
    public static func doesNotContain(_ text: String) -> ValuePattern { ValuePattern(fields: ["doesNotContain": .string(text)]) }
    /// As a whole meets a regular expression.
    public static func matches(_ expression: String) -> ValuePattern { ValuePattern(fields: ["matches": .string(expression)]) }
    /// As a whole does not meet a regular expression.
    public static func doesNotMatch(_ expression: String) -> ValuePattern { ValuePattern(fields: ["doesNotMatch": .string(expression)]) }
    /// Is not there.
    public static let absent = ValuePattern(fields: ["absent": true])
    /// Anything, even nothing.
    public static let anything = ValuePattern(fields: ["anything": "anything"])
    /// Exactly these bytes.
    public static func binaryEqualTo(_ data: Data) -> ValuePattern {
        ValuePattern(fields: ["binaryEqualTo": .string(data.base64EncodedString())])
    }
}

// MARK: JSON and XML

extension ValuePattern {
    /// The same JSON as this, whatever its members' order and its spaces.
    public static func equalToJSON(
        _ value: JSONValue, ignoringArrayOrder: Bool = false, ignoringExtraElements: Bool = false
    ) -> ValuePattern {
        ValuePattern(fields: ["equalToJson": value])
            .with("ignoreArrayOrder", ignoringArrayOrder ? true : nil)
            .with("ignoreExtraElements", ignoringExtraElements ? true : nil)
    }
    /// The same JSON as what an encoder makes of a value.
    ///
    /// - Throws: what the encoder throws.
    public static func equalToJSON(
        encoding value: some Encodable, encoder: JSONEncoder = JSONEncoder(), ignoringArrayOrder: Bool = false,
        ignoringExtraElements: Bool = false
    ) throws -> ValuePattern {
        equalToJSON(
            try JSONValue(encoding: value, encoder: encoder), ignoringArrayOrder: ignoringArrayOrder,
            ignoringExtraElements: ignoringExtraElements)
    }
    /// A JSONPath finds something.
    public static func matchesJSONPath(_ path: String) -> ValuePattern { ValuePattern(fields: ["matchesJsonPath": .string(path)]) }
    /// What a JSONPath finds meets a pattern.
    public static func matchesJSONPath(_ path: String, _ pattern: ValuePattern) -> ValuePattern {
        ValuePattern(fields: ["matchesJsonPath": .object(pattern.with("expression", .string(path)).fields)])
    }
    /// Valid by a JSON Schema.
    public static func matchesJSONSchema(_ schema: JSONValue, version: String? = nil) -> ValuePattern {
        ValuePattern(fields: ["matchesJsonSchema": schema]).with("schemaVersion", version.map { .string($0) })
    }
    /// The same XML as this.
    public static func equalToXML(_ text: String) -> ValuePattern { ValuePattern(fields: ["equalToXml": .string(text)]) }
    /// An XPath finds something.
    public static func matchesXPath(_ path: String) -> ValuePattern { ValuePattern(fields: ["matchesXPath": .string(path)]) }
    /// What an XPath finds meets a pattern.
    public static func matchesXPath(_ path: String, _ pattern: ValuePattern) -> ValuePattern {
        ValuePattern(fields: ["matchesXPath": .object(pattern.with("expression", .string(path)).fields)])
    }
}

// MARK: numbers and dates

extension ValuePattern {
    /// The same number, however it is written.
    public static func equalToNumber(_ number: Double) -> ValuePattern { ValuePattern(fields: ["equalToNumber": .number(number)]) }
    /// A greater number.
    public static func greaterThan(_ number: Double) -> ValuePattern { ValuePattern(fields: ["greaterThanNumber": .number(number)]) }
    /// A number that is as great or greater.
    public static func greaterThanOrEqual(_ number: Double) -> ValuePattern {
        ValuePattern(fields: ["greaterThanEqualNumber": .number(number)])
    }
    /// A smaller number.
    public static func lessThan(_ number: Double) -> ValuePattern { ValuePattern(fields: ["lessThanNumber": .number(number)]) }
    /// A number that is as great or smaller.
    public static func lessThanOrEqual(_ number: Double) -> ValuePattern { ValuePattern(fields: ["lessThanEqualNumber": .number(number)]) }
    /// A date before this one: an ISO date, or `now`, or `now -3 days`.
    public static func before(_ date: String) -> ValuePattern { ValuePattern(fields: ["before": .string(date)]) }
    /// A date after this one, in the same forms.
    public static func after(_ date: String) -> ValuePattern { ValuePattern(fields: ["after": .string(date)]) }
    /// The same moment, in the same forms.
    public static func equalToDateTime(_ date: String) -> ValuePattern { ValuePattern(fields: ["equalToDateTime": .string(date)]) }
}

// MARK: several

extension ValuePattern {
    /// Every one of these.
    public static func and(_ patterns: ValuePattern...) -> ValuePattern { ValuePattern(fields: ["and": list(patterns)]) }
    /// At least one of these.
    public static func or(_ patterns: ValuePattern...) -> ValuePattern { ValuePattern(fields: ["or": list(patterns)]) }
    /// Not this.
    public static func not(_ pattern: ValuePattern) -> ValuePattern { ValuePattern(fields: ["not": .object(pattern.fields)]) }
    /// Repeated values: each of these by one of its own, and none left over.
    public static func hasExactly(_ patterns: ValuePattern...) -> ValuePattern { ValuePattern(fields: ["hasExactly": list(patterns)]) }
    /// Repeated values: each of these by some value. More may come.
    public static func includes(_ patterns: ValuePattern...) -> ValuePattern { ValuePattern(fields: ["includes": list(patterns)]) }

    private static func list(_ patterns: [ValuePattern]) -> JSONValue { .array(patterns.map { .object($0.fields) }) }
}
