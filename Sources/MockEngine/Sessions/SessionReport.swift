internal import HTTPMessage
package import JSONDocument
package import StubModel

/// What became of a session: told when it ends, and for the server's own by `understudy run`.
package struct SessionReport: Sendable {
    /// A request that nothing answered.
    package struct Unmatched: Sendable {
        package var id: UniqueID
        package var method: String
        /// Path and query, without a session's prefix.
        package var url: String
        /// A file to create, in the mocks folder, that would have answered; nil when no file alone can.
        package var file: String?
        /// The text of the page that the client got: the nearest stubs, what differs, the file to create. Nil when it is not kept.
        package var explanation: String?
    }

    package var id: String
    package var name: String?
    package var requests: Int
    package var unmatched: [Unmatched]
    /// All that were unmatched, those that the journal dropped included.
    package var unmatchedCount: Int
    /// Stubs that have answered nothing: of the server's own session all, of another one those that it has added or replaced.
    package var unusedStubs: [CompiledStub]
    package var expectations: [ExpectationVerdict]
    package var duration: Duration
    package var isStrict: Bool

    /// Whether every expectation is met and, in a strict session, every request was answered.
    package var isOK: Bool { expectations.allSatisfy(\.isMet) && !(isStrict && unmatchedCount > 0) }

    package var json: JSONValue {
        var object: JSONObject = ["id": .string(id), "name": name.map { .string($0) } ?? .null, "ok": .bool(isOK)]
        object["requests"] = JSONValue(requests)
        object["unmatched"] = .array(
            unmatched.map { entry in
                var shown: JSONObject = [
                    "id": .string(entry.id.description), "method": .string(entry.method), "url": .string(entry.url),
                ]
                if let file = entry.file { shown["file"] = .string(file) }
                if let explanation = entry.explanation { shown["explanation"] = .string(explanation) }
                return .object(shown)
            })
        if unmatchedCount > unmatched.count { object["unmatchedCount"] = JSONValue(unmatchedCount) }
        object["unusedStubs"] = .array(
            unusedStubs.map { stub in
                var shown: JSONObject = ["id": .string(stub.id.description)]
                if let name = stub.mapping.name { shown["name"] = .string(name) }
                if case .file(let path) = stub.mapping.origin { shown["file"] = .string(path) }
                shown["request"] = stub.mapping.json["request"]
                return .object(shown)
            })
        if !expectations.isEmpty {
            object["expectations"] = .array(
                expectations.map { ["subject": .string($0.subject), "ok": .bool($0.isMet), "sentence": .string($0.sentence)] })
        }
        object["durationMilliseconds"] = JSONValue(Int(duration.wholeMilliseconds))
        return .object(object)
    }
}

extension Session {
    /// Does not look at the fixtures, of which there may be many: most sessions change little.
    private var unusedChanges: [CompiledStub] {
        if isUnchanged { return [] }
        return unusedStubs.filter { $0.mapping.origin == .interface }
    }

    /// What would have answered: a dropped file, or on the S3 listener an object.
    private static func file(for request: Request) -> String? {
        guard request.arrival.listener == .s3 else { return StubSuggestion(for: request).files.first }
        let path = PercentCoding.decodePath(request.pathBytes)
        let isObject = request.queryBytes == nil && path.split(separator: "/").count > 1 && !path.contains("..")
        return isObject ? "s3" + path : nil
    }

    /// The first of them.
    private var unmatchedEntries: [JournalEntry] {
        if activity.unmatched == 0 { return [] }
        return Array(journal.snapshot().oldestFirst.lazy.filter { !$0.wasMatched }.prefix(Self.listedUnmatched))
    }

    /// At most so many unmatched requests are listed one by one.
    private static let listedUnmatched = 100

    /// What has become of the expectations of stubs that did not come from files, and so end with a reset.
    package var passingExpectations: [ExpectationVerdict] {
        guard view.routes.expects else { return [] }
        return ledger.judge(stubs.filter { $0.mapping.origin == .interface }, ownsFixtures: false).filter { $0.stub != nil }
    }

    /// What has become of the session so far.
    package func report() -> SessionReport {
        let unmatched = unmatchedEntries.map { entry in
            let event = entry.details.subEvents.first { $0.kind == .requestNotMatched }
            var explanation: String?
            if case .string(let text)? = event?.data["report"] { explanation = text }
            return SessionReport.Unmatched(
                id: entry.id, method: entry.request.method, url: entry.request.target,
                file: Self.file(for: entry.request), explanation: explanation)
        }
        return SessionReport(
            id: identity.id, name: identity.name, requests: number == 0 ? Int(journal.snapshot().lastSequence) : activity.requests,
            unmatched: unmatched, unmatchedCount: activity.unmatched,
            unusedStubs: number == 0 ? unusedStubs : unusedChanges,
            expectations: ledger.judge(view.routes.expects ? stubs : [], ownsFixtures: number == 0),
            duration: activity.age(at: realUptime), isStrict: identity.isStrict)
    }
}
