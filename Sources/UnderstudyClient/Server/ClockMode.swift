/// What a session's clock follows.
public enum ClockMode: Hashable, Sendable, Codable {
    /// Real time.
    case real
    /// Real time, with scripted latency multiplied by this factor. 0 removes it.
    case scale(Double)
    /// Time stands still until ``SessionClock/advance(milliseconds:fileID:filePath:line:column:)`` moves it.
    case manual

    private enum CodingKeys: String, CodingKey { case scale }

    /// Reads `"real"`, `"manual"` or `{"scale": 0.1}`.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {
            self = .scale(try container.decode(Double.self, forKey: .scale))
            return
        }
        let container = try decoder.singleValueContainer()
        switch try container.decode(String.self) {
        case "real": self = .real
        case "manual": self = .manual
        case let name: throw DecodingError.dataCorruptedError(in: container, debugDescription: "there is no clock \"\(name)\"")
        }
    }

    /// Writes it in the same form.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .real: try "real".encode(to: encoder)
        case .manual: try "manual".encode(to: encoder)
        case .scale(let factor): try ["scale": factor].encode(to: encoder)
        }
    }
}
