/// What happened in a session: what `close` gives, and `report` until then.
public struct SessionReport: Hashable, Sendable, Decodable, CustomStringConvertible {
    /// A request that nothing answered.
    public struct Unmatched: Hashable, Sendable, Decodable {
        /// Of its entry in the journal.
        public let id: String
        /// The method.
        public let method: String
        /// Path and query.
        public let url: String
        /// The file that would have answered.
        public let file: String?
        /// The closest stub beside the request, near twins, the file that would have answered, and a mapping to paste.
        public let explanation: String?
    }

    /// What a stub, or the session, expected.
    public struct Expectation: Hashable, Sendable, Decodable {
        /// The stub's name or id.
        public let subject: String
        /// Whether it was met.
        public let ok: Bool
        /// What was expected, and what happened.
        public let sentence: String
    }

    /// The session's id.
    public let id: String
    /// Its name.
    public let name: String?
    /// False when an expectation is not met, and in a strict session when a request was unmatched.
    public let ok: Bool
    /// How many requests came.
    public let requests: Int
    /// Those that nothing answered.
    public let unmatched: [Unmatched]
    /// Stubs that the session added or replaced, and nobody asked for.
    public let unusedStubs: [StubReference]
    /// What was expected, and whether it was met.
    public let expectations: [Expectation]
    /// How long the session lived, by real time.
    public let durationMilliseconds: Int

    private enum CodingKeys: String, CodingKey {
        case id, name, ok, requests, unmatched, unusedStubs, expectations, durationMilliseconds
    }

    /// Reads it as the server writes it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        ok = try container.decode(Bool.self, forKey: .ok)
        requests = try container.decode(Int.self, forKey: .requests)
        unmatched = try container.decodeIfPresent([Unmatched].self, forKey: .unmatched) ?? []
        unusedStubs = try container.decodeIfPresent([StubReference].self, forKey: .unusedStubs) ?? []
        expectations = try container.decodeIfPresent([Expectation].self, forKey: .expectations) ?? []
        durationMilliseconds = try container.decodeIfPresent(Int.self, forKey: .durationMilliseconds) ?? 0
    }

    /// What is wrong, for people: nothing when all is well.
    public var problems: [String] {
        expectations.filter { !$0.ok }.map(\.sentence)
            + unmatched.map { request in
                let file = request.file.map { "A file that would answer this request:\n  \($0)" }
                return ["Nothing answered \(request.method) \(request.url).", request.explanation.map(MissExplanation.condensed) ?? file]
                    .compactMap { $0 }.joined(separator: "\n")
            }
    }

    /// The problems, or a sentence that there are none.
    public var description: String {
        let subject = name.map { "\"\($0)\"" } ?? id
        if problems.isEmpty { return "Session \(subject): \(requests) requests, all is well." }
        return "Session \(subject): \(requests) requests.\n" + problems.joined(separator: "\n")
    }

    /// Throws when the report is not ok.
    ///
    /// - Throws: ``UnderstudyFailure`` with everything that is wrong.
    public func check(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column) throws {
        if ok { return }
        throw UnderstudyFailure(
            .report(self), description, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
}
