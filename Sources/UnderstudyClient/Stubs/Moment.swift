/// A place within a response, at which it is held or broken.
public enum Moment: Hashable, Sendable, Codable {
    /// Halfway through the request's body. For faults only.
    case requestBody
    /// Before anything is sent.
    case beforeHeaders
    /// Behind status and header fields.
    case afterHeaders
    /// Behind so many bytes of the body.
    case bodyBytes(Int)
    /// Behind this fraction of the body's bytes, 0…1.
    case bodyFraction(Double)
    /// For a fault, behind the body's last byte; for a hold, before it.
    case end

    private enum Part: String, CodingKey { case bodyBytes, bodyFraction }

    /// Reads `"afterHeaders"`, or `{"bodyBytes": 20}`.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Part.self) {
            if let bytes = try container.decodeIfPresent(Int.self, forKey: .bodyBytes) {
                self = .bodyBytes(bytes)
            } else {
                self = .bodyFraction(try container.decode(Double.self, forKey: .bodyFraction))
            }
            return
        }
        let container = try decoder.singleValueContainer()
        switch try container.decode(String.self) {
        case "requestBody": self = .requestBody
        case "beforeHeaders": self = .beforeHeaders
        case "afterHeaders": self = .afterHeaders
        case "end": self = .end
        case let name: throw DecodingError.dataCorruptedError(in: container, debugDescription: "there is no moment \"\(name)\"")
        }
    }

    /// Writes it in the same form.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .requestBody: try "requestBody".encode(to: encoder)
        case .beforeHeaders: try "beforeHeaders".encode(to: encoder)
        case .afterHeaders: try "afterHeaders".encode(to: encoder)
        case .bodyBytes(let bytes): try ["bodyBytes": bytes].encode(to: encoder)
        case .bodyFraction(let part): try ["bodyFraction": part].encode(to: encoder)
        case .end: try "end".encode(to: encoder)
        }
    }
}
