internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// A mapping is refused with a problem that has a place, or it is taken: then the engine finds it under its id, shows it as JSON that
/// reads as the same mapping, and answers requests without a trap.
enum MappingLoaderTarget: FuzzTarget {
    private static let requests = [
        Request(target: "/a/1?q=1&q=%zz", headers: [("Host", "x:1"), ("Cookie", "a=1"), ("Accept", "*/*")]),
        Request(
            method: "POST", target: "/b", headers: [("Content-Type", "multipart/form-data; boundary=x")],
            body: Array("--x\r\nContent-Disposition: form-data; name=a\r\n\r\n{\"a\": [1, {\"b\": null}]}\r\n--x--\r\n".utf8)),
        Request(method: "PUT", target: "*", headers: [("Content-Type", "application/x-www-form-urlencoded")], body: Array("a=1&b".utf8)),
        Request(method: "POST", target: "/c", body: Array("{\"a\": [1, {\"b\": \"x\"}], \"c\": true}".utf8)),
    ]

    package static func run(_ bytes: [UInt8]) {
        guard let document = try? JSONDocument.parse(bytes, name: "input") else { return }
        let engine = MockEngine(EngineEnvironment(), .manual(seed: 0))
        guard let stub = load(document, engine) else { return }
        engine.session.add(stub)
        precondition(engine.session.stub(stub.id)?.mapping.json == stub.mapping.json, "a stub is not found under its id")
        let shown = JSONValue.object(stub.mapping.json)
        guard let again = try? JSONDocument.parse(shown.bytes(), name: "shown"), let twin = load(again, engine) else {
            preconditionFailure("what is shown is refused")
        }
        precondition(JSONValue.object(twin.mapping.json) == shown, "what is shown reads as another mapping")
        for request in requests {
            let now = engine.session.clock.now
            let isMatch = stub.matcher.matches(request, at: now)
            precondition(
                stub.matcher.examine(request, at: now).isMatch == isMatch || stub.matcher.examine(request, at: now).distance > 0,
                "a miss has no distance")
            _ = engine.session.respond(to: request)
            let isNoted = engine.session.journal.snapshot().newestFirst.first { _ in true }?.wasMatched ?? false
            precondition(
                isNoted || !isMatch || stub.mapping.scenario != nil || stub.mapping.probability != nil, "a match is not found")
        }
    }

    private static func load(_ document: JSONDocument, _ engine: MockEngine) -> CompiledStub? {
        let report = ProblemReport(document)
        let stub = StubMapping.decode(document.root, report).flatMap { engine.compile($0, report) }
        precondition((stub == nil) == !report.problems.isEmpty, "refused without a problem, or taken with one")
        for problem in report.problems { precondition(problem.position != nil && !problem.message.isEmpty, "a problem without a place") }
        return stub
    }
}
