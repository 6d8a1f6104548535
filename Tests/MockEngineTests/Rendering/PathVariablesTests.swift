import JSONDocument
import StubModel
import Testing

@testable import MockEngine

struct PathVariablesTests {
    @Test(arguments: [
        ("/users/{id}", "{{request.path.ID}}", #""request.path" has no "ID", which renders nothing. Did you mean "id"?"#),
        (
            "/users/{user}/{post}", "{{upper request.path.name}}",
            #""request.path" has no "name", which renders nothing. The path template has {user}, {post}."#
        ), ("/users/{id}", "{{request.path.id}} {{request.path.0}} {{request.path.[1]}} {{request.path}}", nil),
        ("/users/{;ids*}/{.kind}", "{{request.path.ids}} {{request.path.kind}}", nil), ("/a{}", "{{request.path.b}}", nil),
        (
            "/users/{;ids*}/**", "{{request.path.names}}",
            #""request.path" has no "names", which renders nothing. The path template has {ids}."#
        ),
        ("/users/{id}", "request.path.ID", nil), ("/users/all", "{{request.path.id}}", nil),
    ])
    func aVariableThatTheTemplateOfThePathDoesNotHaveIsAWarning(url: String, body: String, told: String?) throws {
        let json = #"{"request": {"urlPathTemplate": "\#(url)"}, "response": {"body": "\#(body)"}}"#
        let report = ProblemReport(try JSONDocument.parse(Array(json.utf8), name: "m.json"))
        let mapping = try #require(StubMapping.decode(report.document.root, report, origin: .interface))
        PathVariables.warn(of: mapping, report)
        #expect(
            report.warnings.map { String($0.description.drop { $0 != " " }.dropFirst().drop { $0 != " " }.dropFirst()) }
                == (told.map { [$0] } ?? []))
    }
}
