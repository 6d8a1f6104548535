public import HTTPMessage
public import JSONDocument
public import StubModel

/// A stub that a request nearly matched.
public struct NearMiss: Sendable {
    public let stub: CompiledStub
    public let result: RequestMatchResult

    /// In the extended form `fields` is ours.
    public func json(_ request: LoggedRequest, _ form: AnswerForm = .extended) -> JSONValue {
        var object: JSONObject = [
            "request": request.json(form), "stubMapping": .object(form.mapping(stub.mapping.json)),
            "matchResult": ["distance": JSONValue(result.distance)],
        ]
        if form == .extended { object["fields"] = .array(result.fields.map(\.json)) }
        return .object(object)
    }
}

extension Session {
    /// The stubs nearest to a request, at most three, closest first.
    public func nearMisses(to request: Request) -> [NearMiss] {
        NearMisses.closest(to: request, at: clock.now, among: view.routes).map { NearMiss(stub: $0.stub, result: $0.result) }
    }

    /// The journal's requests nearest to a pattern, at most three, closest first; among equals the newest.
    public func nearMisses(to matcher: RequestMatcher) -> [(event: JournalEntry, result: RequestMatchResult)] {
        let now = clock.now
        let examined = journal.snapshot().newestFirst.map { (event: $0, result: matcher.examine($0.request, at: now)) }
        return NearMisses.nearest(examined) { $0.result.distance }
    }
}
