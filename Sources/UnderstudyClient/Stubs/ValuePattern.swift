public import Foundation

/// What a query parameter, a header field, a cookie or a body has to be like. A text alone is ``equalTo(_:ignoringCase:)``, `"\(number)"`
/// too.
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

    /// Equal to this text, in the same case.
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
    /// Equal to a text, in the same case unless told otherwise.
    public static func equalTo(_ text: String, ignoringCase: Bool = false) -> ValuePattern {
        ValuePattern(fields: ["equalTo": .string(text)]).with("caseInsensitive", ignoringCase ? true : nil)
    }
    /// Contains the text.
    public static func contains(_ text: String) -> ValuePattern { ValuePattern(fields: ["contains": .string(text)]) }
    /// Does not contain the text.
    public static func doesNotContain(_ text: String) -> ValuePattern { ValuePattern(fields: ["doesNotContain": .string(text)]) }
    /// Matches a regular expression as a whole.
    public static func matches(_ expression: String) -> ValuePattern { ValuePattern(fields: ["matches": .string(expression)]) }
    /// Does not match a regular expression as a whole.
    public static func doesNotMatch(_ expression: String) -> ValuePattern { ValuePattern(fields: ["doesNotMatch": .string(expression)]) }
    /// The request does not have the parameter, field or cookie.
    public static let absent = ValuePattern(fields: ["absent": true])
    /// Any value, and also none.
    public static let anything = ValuePattern(fields: ["anything": "anything"])
    /// Equal to these bytes.
    public static func binaryEqualTo(_ data: Data) -> ValuePattern {
        ValuePattern(fields: ["binaryEqualTo": .string(data.base64EncodedString())])
    }
}

// MARK: JSON and XML

extension ValuePattern {
    /// The same JSON as this, whatever the order of members and the spaces.
    ///
    /// - Parameters:
    ///   - value: the JSON.
    ///   - ignoringArrayOrder: whether elements of arrays may have another order.
    ///   - ignoringExtraElements: whether there may be further members and elements.
    public static func equalToJSON(
        _ value: JSONValue, ignoringArrayOrder: Bool = false, ignoringExtraElements: Bool = false
    ) -> ValuePattern {
        ValuePattern(fields: ["equalToJson": value])
            .with("ignoreArrayOrder", ignoringArrayOrder ? true : nil)
            .with("ignoreExtraElements", ignoringExtraElements ? true : nil)
    }
    /// The same JSON as what an encoder makes of a value, whatever the order of members and the spaces.
    ///
    /// - Throws: what the encoder throws, e.g. for a number that is not finite.
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
    /// JSON that is valid by a JSON Schema. `version` is the schema's, e.g. `V202012`, which is the default.
    public static func matchesJSONSchema(_ schema: JSONValue, version: String? = nil) -> ValuePattern {
        ValuePattern(fields: ["matchesJsonSchema": schema]).with("schemaVersion", version.map { .string($0) })
    }
    /// The same XML as this document.
    public static func equalToXML(_ text: String) -> ValuePattern { ValuePattern(fields: ["equalToXml": .string(text)]) }
    /// An XPath 1.0 finds something.
    public static func matchesXPath(_ path: String) -> ValuePattern { ValuePattern(fields: ["matchesXPath": .string(path)]) }
    /// What an XPath 1.0 finds meets a pattern.
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
    /// The same date and time, in the same forms.
    public static func equalToDateTime(_ date: String) -> ValuePattern { ValuePattern(fields: ["equalToDateTime": .string(date)]) }
}

// MARK: several

extension ValuePattern {
    /// Meets every one of these patterns.
    public static func and(_ patterns: ValuePattern...) -> ValuePattern { ValuePattern(fields: ["and": list(patterns)]) }
    /// Meets at least one of these patterns.
    public static func or(_ patterns: ValuePattern...) -> ValuePattern { ValuePattern(fields: ["or": list(patterns)]) }
    /// Does not meet this pattern.
    public static func not(_ pattern: ValuePattern) -> ValuePattern { ValuePattern(fields: ["not": .object(pattern.fields)]) }
    /// A parameter or field that is there several times: each pattern is met by a value of its own, and no value is left over.
    public static func hasExactly(_ patterns: ValuePattern...) -> ValuePattern { ValuePattern(fields: ["hasExactly": list(patterns)]) }
    /// A parameter or field that is there several times: each pattern is met by some value; others may be there.
    public static func includes(_ patterns: ValuePattern...) -> ValuePattern { ValuePattern(fields: ["includes": list(patterns)]) }

    private static func list(_ patterns: [ValuePattern]) -> JSONValue { .array(patterns.map { .object($0.fields) }) }
}
