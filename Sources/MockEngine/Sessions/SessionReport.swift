internal import HTTPMessage
package import JSONDocument
internal import S3Dialect
package import StubModel

/// The outcome of a session: the response to its end, and for the server's own session the result of `understudy run`.
package struct SessionReport: Sendable {
    /// A request that nothing matched.
    package struct Unmatched: Sendable {
        /// The id of its journal entry.
        package var id: UniqueID
        /// The request's method.
        package var method: String
        /// Path and query, without a session's prefix.
        package var url: String
        /// What the request asked of S3; nil on another listener.
        package var s3: JSONValue?
        /// A file to create in the mocks folder that would match; nil if no file alone can.
        package var file: String?
        /// The text of the page that the client got: the nearest stubs, the differences, the file to create. Nil if it is not kept.
        package var explanation: String?
        /// The closest stub with each field of its pattern beside the request, as JSON; nil if there is none, or it is not kept.
        package var closest: JSONValue?
        /// Sentences about probable mistakes.
        package var hints: [String] = []
        /// Which stub is closest, and which fields differ: a sentence. Nil if none is for this URL.
        package var difference: String?
    }

    /// A response that could not be made: the client got a 500 from this server itself, or a 504 because it was held for too long.
    package struct Failure: Sendable {
        /// The request's method.
        package var method: String
        /// Path and query, without a session's prefix.
        package var url: String
        /// The stub that matched; nil for a file or an object.
        package var stub: StubMapping?
        /// What failed, and what to do.
        package var reason: String

        init(of serve: ServeEvent, _ reason: String) { self.init(serve.request, serve.stub?.mapping, reason) }

        init(_ request: Request, _ stub: StubMapping?, _ reason: String) {
            method = request.method
            url = request.target
            self.stub = stub
            self.reason = reason
        }
    }

    /// The session's id; empty for the server's own.
    package var id: String
    /// The session's name; nil for none.
    package var name: String?
    /// How many requests came.
    package var requests: Int
    /// The unmatched requests that the journal has, or had when it was emptied, the first hundred.
    package var unmatched: [Unmatched]
    /// The number of all unmatched requests, including those that the journal dropped because it was full.
    package var unmatchedCount: Int
    /// The responses that could not be made, the first hundred.
    package var failures: [Failure] = []
    /// The number of all of them.
    package var failureCount = 0
    /// Unused stubs: all of them in the server's own session, and in others those that the session added or replaced. Without those that
    /// are expected never to respond, or may remain unused.
    package var unusedStubs: [CompiledStub]
    /// One result for each expectation.
    package var expectations: [ExpectationVerdict]
    /// How long the session has lived, in real time.
    package var duration: Duration
    /// Whether unmatched requests and failures make the session fail.
    package var isStrict: Bool

    /// Whether every expectation is met and, in a strict session, every request was matched and every response could be made.
    package var isOK: Bool { expectations.allSatisfy(\.isMet) && !(isStrict && unmatchedCount + failureCount > 0) }

    /// Whether anything is wrong in it: an unmatched request, a response that could not be made, or an unmet expectation. In a session that
    /// is not strict, only the last makes it fail.
    package var hasProblems: Bool { unmatchedCount > 0 || failureCount > 0 || !expectations.allSatisfy(\.isMet) }

    /// How many unmatched requests are listed.
    static let listedUnmatched = 100

    /// As the admin API shows it.
    package var json: JSONValue {
        var object: JSONObject = ["id": .string(id), "name": name.map { .string($0) } ?? .null, "ok": .bool(isOK)]
        object["requests"] = JSONValue(requests)
        object["unmatched"] = .array(
            unmatched.map { entry in
                var shown: JSONObject = [
                    "id": .string(entry.id.description), "method": .string(entry.method), "url": .string(entry.url),
                ]
                if let call = entry.s3 { shown["s3"] = call }
                if let file = entry.file { shown["file"] = .string(file) }
                if let closest = entry.closest { shown["closest"] = closest }
                if !entry.hints.isEmpty { shown["hints"] = .array(entry.hints.map { .string($0) }) }
                if let explanation = entry.explanation { shown["explanation"] = .string(explanation) }
                return .object(shown)
            })
        if unmatchedCount > unmatched.count { object["unmatchedCount"] = JSONValue(unmatchedCount) }
        object["failures"] = .array(failures.map(\.json))
        if failureCount > failures.count { object["failureCount"] = JSONValue(failureCount) }
        object["unusedStubs"] = .array(
            unusedStubs.map { stub in
                var shown: JSONObject = ["id": .string(stub.id.description)]
                if let name = stub.mapping.name { shown["name"] = .string(name) }
                if case .file(let path) = stub.mapping.origin { shown["file"] = .string(path) }
                shown["request"] = stub.mapping.json["request"]
                return .object(shown)
            })
        object["expectations"] = .array(
            expectations.map { ["subject": .string($0.subject), "ok": .bool($0.isMet), "sentence": .string($0.sentence)] })
        object["durationMilliseconds"] = JSONValue(Int(duration.wholeMilliseconds))
        return .object(object)
    }
}

extension SessionReport.Failure {
    /// As the admin API shows it.
    package var json: JSONValue {
        var object: JSONObject = ["method": .string(method), "url": .string(url)]
        if let stub {
            var shown: JSONObject = ["id": .string(stub.id.description)]
            if let name = stub.name { shown["name"] = .string(name) }
            if let place = stub.place { shown["place"] = .string(place) }
            object["stub"] = .object(shown)
        }
        object["reason"] = .string(reason)
        return .object(object)
    }
}

extension CompiledStub {
    fileprivate var mayRemainUnused: Bool { mapping.expectation?.range.contains(0) ?? false }
}

extension Session {
    /// Ignores the fixtures, of which there may be many, because most sessions change few stubs.
    private var unusedChanges: [CompiledStub] {
        if isUnchanged { return [] }
        return unusedStubs.filter { $0.mapping.origin == .interface }
    }

    /// The file that would match: a dropped file, or on the S3 listener an object.
    private static func file(for request: Request) -> String? {
        guard request.arrival.listener == .s3 else { return StubSuggestion(for: request).files.first }
        guard request.isRead else { return nil }
        let path = PercentCoding.decodePath(request.pathBytes)
        let segments = path.split(separator: "/")
        // Shorter names than three letters are no buckets.
        let isObject = request.queryBytes == nil && segments.count > 1 && segments[0].utf8.count > 2 && !path.contains("..")
        return isObject ? "s3" + path : nil
    }

    /// Those that the journal has, the first hundred. Without requests that got no response, because the client or the server ended them.
    private var unmatchedRequests: [SessionReport.Unmatched] {
        if activity.unmatched == 0 { return [] }
        let entries = journal.snapshot().oldestFirst.lazy.filter { !$0.wasMatched && $0.response.status > 0 }
            .prefix(SessionReport.listedUnmatched)
        return entries.map { entry in
            let event = entry.details.subEvents.first { $0.kind == .requestNotMatched }
            var explanation: String?
            if case .string(let text)? = event?.data["report"] { explanation = text }
            // The wire gives a reason in place of a report.
            let hints =
                event.map { $0.data["hints"]?.array?.compactMap(\.string) ?? [] }
                ?? entry.details.subEvents.compactMap { $0.data["message"]?.string }
            return SessionReport.Unmatched(
                id: entry.id, method: entry.request.method, url: entry.request.target,
                s3: LoggedRequest(entry).s3?.json,
                // No file is missing where another listener responds.
                file: event?.isForAnotherListener == true ? nil : Self.file(for: entry.request),
                explanation: explanation, closest: event?.data["closest"], hints: hints, difference: event?.data["difference"]?.string)
        }
    }

    /// Keeps what the report lists of the journal, which is about to be emptied.
    func keepUnmatchedRequests() { activity.keep(unmatchedRequests) }

    /// The results of expectations of stubs that are not from files, and therefore end with a reset.
    package var expectationsUntilReset: [ExpectationVerdict] {
        guard view.routes.expects else { return [] }
        return ledger.judge(stubs.filter { $0.mapping.origin == .interface }, ownsFixtures: false).filter { $0.stub != nil }
    }

    /// The outcome of the session so far.
    package func report() -> SessionReport {
        let unmatched = Array((activity.kept + unmatchedRequests).prefix(SessionReport.listedUnmatched))
        let failed = activity.failed
        return SessionReport(
            id: identity.id, name: identity.name, requests: number == 0 ? Int(journal.snapshot().lastSequence) : activity.requests,
            unmatched: unmatched, unmatchedCount: activity.unmatched, failures: failed.listed, failureCount: failed.count,
            unusedStubs: (number == 0 ? unusedStubs : unusedChanges).filter { !$0.mayRemainUnused },
            expectations: ledger.judge(view.routes.expects ? stubs : [], ownsFixtures: number == 0),
            duration: activity.age(at: realUptime), isStrict: identity.isStrict)
    }
}
