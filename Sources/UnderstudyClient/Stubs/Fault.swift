/// A transport error in place of a response, or within it: an effect at a moment.
///
/// ```swift
/// try await session.stub(.get("/picture").respond(file: "pose.jpg").fault(.truncate(at: .bodyFraction(0.5))))
/// ```
public struct Fault: Hashable, Sendable, Codable {
    /// What happens to the connection.
    public enum Effect: String, Hashable, Sendable, Codable {
        /// It is reset.
        case reset
        /// It is closed in an orderly way.
        case close
        /// It is closed inside the body, under the full announced length.
        case truncate
        /// Silence, until the client gives up or the server's time is over.
        case stall
        /// Random bytes in place of the rest, then it is closed.
        case garbage
    }

    /// What happens.
    public var effect: Effect
    /// When; the effect's own moment if nil: before the head, for ``Effect/truncate`` the middle of the body.
    public var at: Moment?
    /// The chance that it happens, 0…1; else the response is as usual.
    public var probability: Double?
    /// It happens that many times, then no more.
    public var count: Int?

    /// An effect at a moment.
    public init(_ effect: Effect, at moment: Moment? = nil, probability: Double? = nil, count: Int? = nil) {
        self.effect = effect
        at = moment
        self.probability = probability
        self.count = count
    }

    /// The connection is reset before anything is sent.
    public static let reset = Fault(.reset)
    /// The connection is closed before anything is sent.
    public static let close = Fault(.close)
    /// Nothing comes.
    public static let stall = Fault(.stall)
    /// Random bytes come, and no response.
    public static let garbage = Fault(.garbage)
    /// The body ends early, by default in the middle.
    public static func truncate(at moment: Moment = .bodyFraction(0.5)) -> Fault { Fault(.truncate, at: moment) }

    /// Reads the object, or one of WireMock's names.
    public init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            guard let fault = Self.wireMock[name] else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "there is no fault \"\(name)\""))
            }
            self = fault
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Effect.self, forKey: .effect), at: try container.decodeIfPresent(Moment.self, forKey: .at),
            probability: try container.decodeIfPresent(Double.self, forKey: .probability),
            count: try container.decodeIfPresent(Int.self, forKey: .count))
    }

    private enum CodingKeys: String, CodingKey { case effect, at, probability, count }
    private static let wireMock: [String: Fault] = [
        "EMPTY_RESPONSE": .close, "CONNECTION_RESET_BY_PEER": .reset, "RANDOM_DATA_THEN_CLOSE": .garbage,
        "MALFORMED_RESPONSE_CHUNK": Fault(.garbage, at: .afterHeaders),
    ]
}
