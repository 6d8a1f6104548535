/// The values of a header field: mostly one.
public struct HeaderValue: Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    /// The values, in the order in which they are sent.
    public var values: [String]

    /// Several values; the field is sent once for each.
    public init(_ values: [String]) { self.values = values }
    /// One value.
    public init(_ value: String) { values = [value] }
    /// One value.
    public init(stringLiteral value: String) { values = [value] }

    /// Reads a text, a number, a truth value or a list of those.
    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        values = (value.arrayValue ?? [value]).map { $0.stringValue ?? $0.description }
    }

    /// Writes a text, or a list when there are several.
    public func encode(to encoder: any Encoder) throws {
        if values.count == 1 { try values[0].encode(to: encoder) } else { try values.encode(to: encoder) }
    }
}
