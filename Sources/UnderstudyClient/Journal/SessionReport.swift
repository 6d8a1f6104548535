internal import Foundation

/// What happened in a session: what `close` gives, and `report` until then.
public struct SessionReport: Hashable, Sendable, Decodable, CustomStringConvertible {
    /// A request that nothing answered.
    public struct Unmatched: Hashable, Sendable, Decodable, CustomStringConvertible {
        /// The id of its entry in the journal.
        public let id: String
        /// The method, e.g. `GET`.
        public let method: String
        /// Path and query, as they were sent.
        public let url: String
        /// The path of the file that would have answered, if it were there; nil when no file could.
        public let file: String?
        /// The stub that came closest; nil where there is none, and where nothing is kept of it.
        public let closest: ClosestStub?
        /// Sentences about what was probably meant.
        public let hints: [String]
        /// The page that the client got: the closest stub beside the request, near twins, the file that would have answered, and a mapping
        /// to paste. Nil when nothing is kept of it.
        public let explanation: String?

        private enum CodingKeys: String, CodingKey { case id, method, url, file, closest, hints, explanation }

        /// Reads it as the server writes it.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            method = try container.decode(String.self, forKey: .method)
            url = try container.decode(String.self, forKey: .url)
            file = try container.decodeIfPresent(String.self, forKey: .file)
            closest = try container.decodeIfPresent(ClosestStub.self, forKey: .closest)
            hints = try container.decodeIfPresent([String].self, forKey: .hints) ?? []
            explanation = try container.decodeIfPresent(String.self, forKey: .explanation)
        }

        /// What was asked for, what differs from the closest stub, and what was probably meant.
        public var description: String {
            var lines = ["Nothing answered \(method) \(url)."]
            if let closest {
                let stub = closest.stub.name.map { "\"\($0)\"" } ?? (closest.stub.place == nil ? closest.stub.id : closest.request)
                let place = closest.stub.place.map { " at \($0)" } ?? ""
                if closest.diff.isEmpty {
                    // Then a hint says why it did not respond.
                    if hints.isEmpty { lines.append("The closest stub is \(stub)\(place).") }
                } else {
                    lines += ["The closest stub is \(stub)\(place). It differs (- the stub, + the request):", closest.diff]
                }
            } else if hints.isEmpty, explanation != nil {
                lines.append("There is no stub yet.")
            }
            // The diff shows the scenario already.
            lines += hints.filter { closest?.scenario == nil || !$0.contains("its scenario") }.map {
                $0.prefix(1).uppercased() + $0.dropFirst()
            }
            // Where a stub for the same URL exists, or another slip is known, a file is not what is missing.
            if let file, hints.isEmpty || file.hasPrefix("s3/"), closest?.isForTheURL != true {
                lines.append("A file that would answer it: \(file)")
            }
            return lines.joined(separator: "\n")
        }
    }

    /// A response that the server could not make: it sent a 500 with the reason instead, or a 504 if a gate was not released in time.
    public struct Failure: Hashable, Sendable, Decodable, CustomStringConvertible {
        /// The request's method, e.g. `GET`.
        public let method: String
        /// The request's path and query, as they were sent.
        public let url: String
        /// The stub that matched; nil where a file or an object of S3 was to respond.
        public let stub: StubReference?
        /// What failed, and what to do.
        public let reason: String

        /// Which response failed, and why.
        public var description: String {
            let subject = stub.map { "The stub \($0)" } ?? "The file"
            return "\(subject) could not respond to \(method) \(url), and the server sent an error with the reason:\n  \(reason)"
        }
    }

    /// What a stub, or the session, expected.
    public struct Expectation: Hashable, Sendable, Decodable {
        /// The stub's name or id.
        public let subject: String
        /// Whether the expectation was met.
        public let ok: Bool
        /// What was expected, and what happened, in a sentence.
        public let sentence: String
    }

    /// The session's id.
    public let id: String
    /// The session's name; nil when it was given none.
    public let name: String?
    /// False when an expectation is not met, and in a strict session when a request was unmatched or a response could not be made.
    public let ok: Bool
    /// How many requests came.
    public let requests: Int
    /// The requests that nothing answered.
    public let unmatched: [Unmatched]
    /// Responses that the server could not make: a template failed, a body's file is missing, or a gate was not released in time.
    public let failures: [Failure]
    /// Stubs that the session added or replaced, and nobody asked for.
    public let unusedStubs: [StubReference]
    /// What was expected, and whether it was met.
    public let expectations: [Expectation]
    /// How long the session lived, in milliseconds of real time.
    public let durationMilliseconds: Int

    private enum CodingKeys: String, CodingKey {
        case id, name, ok, requests, unmatched, failures, unusedStubs, expectations, durationMilliseconds
    }

    /// Reads it as the server writes it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        ok = try container.decode(Bool.self, forKey: .ok)
        requests = try container.decode(Int.self, forKey: .requests)
        unmatched = try container.decodeIfPresent([Unmatched].self, forKey: .unmatched) ?? []
        failures = try container.decodeIfPresent([Failure].self, forKey: .failures) ?? []
        unusedStubs = try container.decodeIfPresent([StubReference].self, forKey: .unusedStubs) ?? []
        expectations = try container.decodeIfPresent([Expectation].self, forKey: .expectations) ?? []
        durationMilliseconds = try container.decodeIfPresent(Int.self, forKey: .durationMilliseconds) ?? 0
    }

    /// What is wrong, a text for each: unmet expectations, requests that nothing answered, failed responses. Empty when all is well. In a
    /// session that is not strict a report may be ok and have some.
    public var problems: [String] {
        expectations.filter { !$0.ok }.map(\.sentence) + unmatched.map(\.description) + failures.map(\.description)
    }

    /// The problems, or a sentence that there are none.
    public var description: String {
        let subject = name.map { "\"\($0)\"" } ?? id
        let came = "Session \(subject): \(requests) \(requests == 1 ? "request" : "requests")"
        return problems.isEmpty ? "\(came), all is well." : "\(came).\n" + problems.joined(separator: "\n")
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
