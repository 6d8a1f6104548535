import HTTPMessage
import JSONDocument
import MockEngine
import StubModel

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

    static func run(_ bytes: [UInt8]) {
        guard let document = try? JSONDocument.parse(bytes, name: "input") else { return }
        let engine = MockEngine(EngineEnvironment(clock: FixedClock()))
        guard let stub = load(document, engine) else { return }
        engine.add(stub)
        precondition(engine.stub(stub.id)?.mapping.json == stub.mapping.json, "a stub is not found under its id")
        let shown = JSONValue.object(stub.mapping.json)
        guard let again = try? JSONDocument.parse(shown.bytes(), name: "shown"), let twin = load(again, engine) else {
            preconditionFailure("what is shown is refused")
        }
        precondition(JSONValue.object(twin.mapping.json) == shown, "what is shown reads as another mapping")
        for request in requests {
            let isMatch = stub.matcher.matches(request)
            precondition(
                stub.matcher.examine(request).isMatch == isMatch || stub.matcher.examine(request).distance > 0, "a miss has no distance")
            if case .unmatched(let miss) = engine.respond(to: request) {
                precondition(!isMatch || stub.mapping.scenario != nil || stub.mapping.probability != nil, "a match is not found")
                _ = miss.report
            }
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
