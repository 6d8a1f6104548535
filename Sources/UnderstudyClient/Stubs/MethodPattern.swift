/// Which methods a request may have: mostly one.
public enum MethodPattern: Hashable, Sendable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// This method, e.g. `GET`; `ANY` stands for all.
    case one(String)
    /// Any of these methods.
    case oneOf([String])
    /// Any method but these.
    case noneOf([String])

    private enum CodingKeys: String, CodingKey { case oneOf, noneOf }

    /// One method, or `ANY`.
    public init(stringLiteral value: String) { self = .one(value) }

    /// Reads a text, or an object with `oneOf` or `noneOf`.
    public init(from decoder: any Decoder) throws {
        if let name = try? String(from: decoder) {
            self = .one(name)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let names = try container.decodeIfPresent([String].self, forKey: .oneOf) {
            self = .oneOf(names)
        } else {
            self = .noneOf(try container.decode([String].self, forKey: .noneOf))
        }
    }

    /// Writes a text, or an object with `oneOf` or `noneOf`.
    public func encode(to encoder: any Encoder) throws {
        if case .one(let name) = self { return try name.encode(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .one: break
        case .oneOf(let names): try container.encode(names, forKey: .oneOf)
        case .noneOf(let names): try container.encode(names, forKey: .noneOf)
        }
    }

    /// Such as `GET`, `GET or PUT`, `any method but DELETE`.
    public var description: String {
        switch self {
        case .one(let name): name
        case .oneOf(let names): names.joined(separator: " or ")
        case .noneOf(let names): "any method but \(names.joined(separator: " and "))"
        }
    }
}
