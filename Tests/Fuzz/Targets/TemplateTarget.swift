internal import Handlebars
internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// A template is refused with a place in the file, or it is rendered, twice to the same bytes from the same seed, within its limits.
enum TemplateTarget: FuzzTarget {
    private static let request = Request(
        method: "POST", target: "/a/b%20c?q=1&q=2&x=%zz",
        headers: [("Host", "x:81"), ("Cookie", "a=1"), ("Content-Type", "application/json")],
        body: Array(#"{"a":[{"b":1.5,"c":"x"}],"d":"<r><e k='1'>t</e></r>","n":null}"#.utf8))

    package static func run(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let json = JSONValue.object(["body": .string(text), "transformerParameters": ["p": [1, "two"]]]).bytes()
        guard let document = try? JSONDocument.parse(json, name: "input") else { preconditionFailure("what was written cannot be read") }
        let report = ProblemReport(document)
        guard let definition = ResponseDefinition.decode(document.root, report) else { preconditionFailure("no definition") }
        var environment = RenderEnvironment()
        environment.templating = .all
        environment.limits.steps = 2_000
        environment.limits.outputBytes = 1 << 16
        let response = CompiledResponse(definition, identity: [], environment: environment, report: report)
        guard report.problems.isEmpty else {
            return precondition(report.problems.allSatisfy { $0.position != nil }, "a problem without a place")
        }
        let answers = (0..<2).map { _ in
            response.response(for: request, in: RenderContext(nowMilliseconds: 1_795_256_130_250, draws: DrawLog(RandomSource(seed: 7))))
        }
        guard case .bytes(let first) = answers[0].body, case .bytes(let second) = answers[1].body else { return }
        precondition(first == second && answers[0].status == answers[1].status, "the same seed gives another answer")
    }
}
