/// A transport error in place of a response, or within it: an effect at a moment.
///
/// ```swift
/// try await session.stub(.get("/picture").respond(file: "pose.jpg").fault(.truncate(at: .bodyFraction(0.5))))
/// ```
public struct Fault: Hashable, Sendable, Codable {
    /// What happens to the connection.
    public enum Effect: String, Hashable, Sendable, Codable {
        /// The connection is reset.
        case reset
        /// The connection is closed in an orderly way.
        case close
        /// The connection is closed inside the body, before the announced length is sent.
        case truncate
        /// Nothing more is sent, until the client gives up or the server's limit for a stall is over (10 minutes unless its settings say
        /// otherwise).
        case stall
        /// Random bytes are sent in place of the rest, then the connection is closed.
        case garbage
    }

    /// What happens to the connection.
    public var effect: Effect
    /// When it happens. Nil for the effect's own moment: before the head, or for ``Effect/truncate`` the middle of the body.
    public var at: Moment?
    /// The chance that it happens, 0…1, drawn from the session's seed; else the response is as usual. It always happens when nil.
    public var probability: Double?
    /// How many times it happens, then no more. Without end when nil.
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
    /// Nothing is sent, and the connection stays open.
    public static let stall = Fault(.stall)
    /// Random bytes are sent in place of a response.
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
