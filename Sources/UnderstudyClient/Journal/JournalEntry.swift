public import Foundation

/// A request and what the server did with it.
public struct JournalEntry: Hashable, Sendable, Decodable, Identifiable {
    /// The entry's id; the same seed and requests give the same.
    public let id: UUID
    /// The request as it arrived.
    public let request: LoggedRequest
    /// What went out; nil while the request is held.
    public let response: Response?
    /// Whether a stub, a file or an S3 object answered.
    public let wasMatched: Bool
    /// The stub that answered; nil when none did.
    public let stub: StubReference?
    /// The file that answered in place of a stub, by its path in the mocks folder; nil when none did.
    public let file: String?
    /// The ids of the stubs that changed the response.
    public let modifiedBy: [String]
    /// The entry's number in the session's journal, from 1. Nil when the server does not say.
    public let sequence: Int?
    /// Every random draw that was made for the request, in the server's form.
    public let draws: [JSONValue]
    /// What the server did, in its own form: the delay, the holds, the fault and the link, by name.
    public let performed: [String: JSONValue]
    /// Durations by name, in milliseconds.
    public let timing: [String: JSONValue]

    /// A response as it went out.
    public struct Response: Hashable, Sendable, Decodable {
        /// The status; nil when a fault took its place.
        public let status: Int?
        /// Header fields by name.
        public let headers: [String: HeaderValue]
        /// The body; empty if there was none, or if it was too long to keep.
        public let body: Data

        private enum CodingKeys: String, CodingKey { case status, headers, bodyAsBase64 }

        /// Reads it as the server writes it.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            status = try container.decodeIfPresent(Int.self, forKey: .status)
            headers = try container.decodeIfPresent([String: HeaderValue].self, forKey: .headers) ?? [:]
            body = Data(base64Encoded: try container.decodeIfPresent(String.self, forKey: .bodyAsBase64) ?? "") ?? Data()
        }
    }

    private enum CodingKeys: String, CodingKey {
        case id, request, response, wasMatched, stubMapping, file, modifiedBy, sequence, draws, performed, timing
    }

    /// Reads it as the server writes it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(UUID.self, forKey: .id)
        request = try container.decode(LoggedRequest.self, forKey: .request)
        response = try container.decodeIfPresent(Response.self, forKey: .response)
        wasMatched = try container.decodeIfPresent(Bool.self, forKey: .wasMatched) ?? false
        stub = wasMatched ? try container.decodeIfPresent(StubReference.self, forKey: .stubMapping) : nil
        file = try container.decodeIfPresent(String.self, forKey: .file)
        modifiedBy = try container.decodeIfPresent([String].self, forKey: .modifiedBy) ?? []
        sequence = try container.decodeIfPresent(Int.self, forKey: .sequence)
        draws = try container.decodeIfPresent([JSONValue].self, forKey: .draws) ?? []
        performed = try container.decodeIfPresent([String: JSONValue].self, forKey: .performed) ?? [:]
        timing = try container.decodeIfPresent([String: JSONValue].self, forKey: .timing) ?? [:]
    }
}
