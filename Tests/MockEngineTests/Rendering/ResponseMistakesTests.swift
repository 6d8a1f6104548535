import HTTPMessage
import JSONDocument
import StubModel
import Synchronization
import Testing

@testable import MockEngine

/// Common mistakes in response definitions, and their messages.
@Suite struct ResponseMistakesTests {
    @Test func whatWasProbablyMeantIsTold() throws {
        let helper = try Rendering.report(#"{"body": "{{randomNumber lower=1}}"}"#).report.lateProblems
        #expect(helper.first?.repair == #"Did you mean "randomDecimal", "randomInt" or "randomValue"?"#)
        let other = try Rendering.report(#"{"body": "{{uppercase request.path}}"}"#).report.lateProblems
        #expect(other.first?.repair == #"Did you mean "upper"?"#)
        let inside = try Rendering.report(#"{"jsonBody": {"a": [1, "{{request.path}}"], "b": "x{{#each}}"}}"#).report
        #expect(inside.lateProblems.map(\.position) == [TextPosition(line: 1, column: 52)])
    }

    @Test(arguments: [
        ("{{request.pathSegments[1]}}", "Write request.pathSegments.[1]."), ("{{items[0]}}", "Write items.[0]."),
        (#"{{request.headers[\"Accept\"]}}"#, "Write request.headers.[Accept]."),
        ("{{request.query['page']}}", "Write request.query.[page]."),
        ("{{request.query.}}", "Add the name, or remove the dot."), ("{{5}}", "Write it without the braces."),
        ("{{request.query.[page}}", #""[" is not closed: write "]" after the name."#),
        ("{{#if request.body}}a{{elseif request.url}}b{{/if}}", "Write {{else if …}}."),
        ("{{#each request.query}}a", "Write {{/each}} at its end."),
        ("{{#each request.query}}a{{/each}", #"Close the last "{{" with "}}"."#),
        ("{{request.query.x} and {{request.url}}", #"Close it with "}}"."#),
        ("{{{request.query.x}} and {{request.url}}", #"Close it with "}}}"."#),
        ("{{request.query.x {{request.url}} {{request.body", #"Close it with "}}"."#),
        ("{{math 1 + 2}}", "Put an operator between quotes, as in {{math 3 '+' 2}}."),
    ])
    func whatIsWrittenInAnotherWayIsTold(template: String, repair: String) throws {
        let report = try Rendering.report(#"{"body": "\#(template)"}"#).report
        #expect(report.lateProblems.first?.repair == repair)
        #expect(report.warnings.isEmpty)
    }

    /// For each, the text would be read to its end.
    @Test(.timeLimit(.minutes(1))) func manyOpenBracesAreReadOnce() throws {
        let braces = String(repeating: "{request. ", count: 50_000)
        let report = try Rendering.report(#"{"body": "{{request.url}} \#(braces)", "transformers": ["response-template"]}"#).report
        #expect(report.warnings.isEmpty)
    }

    /// The JSON behind it has two braces.
    @Test func anOpenExpressionInAnObjectIsToldAtItsText() throws {
        let report = try Rendering.report(#"{"jsonBody": {"a": {"b": "x {{request.path}"}}}"#).report
        #expect(
            report.lateProblems.map(\.description) == [
                #"r.json:1:29 /jsonBody/a/b: the template does not compile: found "}", expected the end of "{{". Close it with "}}"."#
            ])
    }

    @Test(arguments: [
        (#"{"jsonBody": {"a": "{{request.query.x", "b": "{{request.method}}"}}"#, 21, #""{{" is never closed. Close it with "}}"."#),
        (#"{"body": "{\"a\":\"{{name\",\"b\":\"{{request.method}}\"}"}"#, 20, #""{{" is never closed. Close it with "}}"."#),
    ])
    func anOpenExpressionBeforeAnotherIsToldAtItsText(json: String, column: Int, sentence: String) throws {
        let problem = try #require(try Rendering.report(json).report.lateProblems.first)
        #expect(problem.position?.column == column)
        #expect(problem.description.hasSuffix("the template does not compile: \(sentence)"))
    }

    @Test(arguments: [
        (#"{"body": "a {{> nope}}"}"#, [17]), (#"{"headers": {"X": "{{> nope}}"}}"#, [24]),
        (#"{"jsonBody": {"a": "{{> p}}", "b": "{{#*inline 'p'}}{{/inline}}", "c": "x {{> nope}}"}}"#, [79]),
        (#"{"body": "{{> p}}{{#*inline 'p'}}x{{/inline}}"}"#, []), (#"{"body": "{{#> nope}}x{{/nope}}"}"#, []),
    ])
    func aPartialThatDoesNotExistIsAProblem(json: String, columns: [Int]) throws {
        let problems = try Rendering.report(json).report.lateProblems
        #expect(problems.map { $0.position?.column } == columns)
        #expect(problems.allSatisfy { $0.message == #"there is no partial "nope""# && $0.repair?.contains("{{#*inline 'nope'}}") == true })
    }

    @Test(arguments: [
        (#"{"body": "{{request.path}}"}"#, 10), (#"{"jsonBody": {"image": "{{s3.baseUrl}}/a.jpg"}}"#, 24),
        (#"{"body": "{{request.query.x}"}"#, 10),
        (#"{"body": "{{request.path}}", "transformers": []}"#, nil),
        (#"{"body": "{{request.path}}", "transformers": ["response-template"]}"#, nil), (#"{"body": "{{name}} of request."}"#, nil),
        (#"{"body": "{{request.path}}", "transformers": "response-template"}"#, nil),
        (#"{"body": "{{request.path}}", "transformer": "response-template"}"#, nil),
    ])
    func aTemplateThatNobodyRendersIsAWarning(json: String, column: Int?) throws {
        let document = try JSONDocument.parse(Array(json.utf8), name: "r.json")
        let report = ProblemReport(document)
        let definition = try #require(ResponseDefinition.decode(document.root, report))
        _ = CompiledResponse(definition, identity: [], environment: RenderEnvironment(), report: report)
        #expect(report.warnings.map(\.position?.column) == (column.map { [$0] } ?? []))
        #expect(report.warnings.allSatisfy { $0.message == "the template is sent as it is" })
        #expect(report.warnings.allSatisfy { $0.repair == Self.templatingRepair + #" If it is meant: "transformers": []."# })
    }

    private static let templatingRepair =
        #"Add "transformers": ["response-template"] to the response, or render all with --global-response-templating "#
        + #"("globalResponseTemplating": true in understudy.json)."#

    @Test(arguments: [
        (#"{"body": "http://127.0.0.1:9000/pics/a.jpg"}"#, 10), (#"{"jsonBody": {"image": "http://localhost:9000/pics/a.jpg"}}"#, 14),
        (#"{"body": "http://127.0.0.1:9001/a http://127.0.0.1:9000"}"#, nil), (#"{"body": "{{s3.baseUrl}}/pics/a.jpg"}"#, nil),
    ])
    func theAddressOfTheS3ListenerInABodyIsAWarning(json: String, column: Int?) throws {
        let document = try JSONDocument.parse(Array(json.utf8), name: "r.json")
        let report = ProblemReport(document)
        let definition = try #require(ResponseDefinition.decode(document.root, report))
        var environment = RenderEnvironment()
        environment.templating = .all
        environment.s3Port = 9000
        _ = CompiledResponse(definition, identity: [], environment: environment, report: report)
        #expect(report.warnings.map(\.position?.column) == (column.map { [$0] } ?? []))
        #expect(report.warnings.allSatisfy { $0.repair?.contains("{{s3.baseUrl}}") == true })
    }

    @Test(arguments: [
        (#"{"body": "a {{request.path"}"#, #"r.json:1:13 /body: "{{" is never closed, so it is sent as it is."#),
        (#"{"body": "{{request.path}} {{request.url"}"#, #"r.json:1:28 /body: "{{" is never closed"#),
        (#"{"jsonBody": {"a": [{"b": "x {{request.path"}]}}"#, #"r.json:1:30 /jsonBody/a/0/b: "{{" is never closed"#),
        (#"{"headers": {"X-A": "{{request.path"}}"#, #"r.json:1:22 /headers/X-A: "{{" is never closed"#),
        (
            #"{"bodyFileName": "a.txt"}"#,
            #"a.txt:2:5: "{{" is never closed, so it is sent as it is. Close it with "}}", unless two braces are meant. "#
                + "The file is named at r.json:1:18."
        ),
        (#"{"body": "a \\{{request.path"}"#, #"r.json:1:15 /body: "{{" is never closed, so it is sent as it is, behind its backslash."#),
        (#"{"body": "{{request.query.x}"}"#, #"r.json:1:11 /body: "{{" is never closed"#),
        (#"{"body": "{{request.path}} { {"}"#, nil),
        (
            #"{"body": "{{=<% %>=}}a <% request.path %>"}"#,
            #"r.json:1:24 /body: "<%" is behind the last "}}", where the template ends, so it is sent as it is. "#
                + "Write <%={{ }}=%>{{!}} at the end of the text."
        ),
        (#"{"body": "{{=<% %>=}}<% request.path %>}} {{ <"}"#, nil),
        (#"{"body": "{{=<% %>=}}<% request.path %><%={{ }}=%>{{!}} <% %>"}"#, nil),
    ])
    func anExpressionThatIsNeverClosedIsAWarning(json: String, told: String?) throws {
        let document = try JSONDocument.parse(Array(json.utf8), name: "r.json")
        let report = ProblemReport(document)
        let definition = try #require(ResponseDefinition.decode(document.root, report))
        let files = Rendering.Files(["a.txt": Rendering.File("one\ntwo {{upper request")])
        var environment = RenderEnvironment(bodyFiles: files)
        environment.templating = .all
        _ = CompiledResponse(definition, identity: [], environment: environment, report: report)
        #expect(report.problems.isEmpty && report.lateProblems.isEmpty)
        #expect(report.warnings.count == (told == nil ? 0 : 1), "\(report.warnings)")
        #expect(report.warnings.first?.description.hasPrefix(told ?? "") ?? true, "\(report.warnings)")
    }

    // With its type written, the compiler takes a moment for it and not seconds.
    static let members: [(json: String, told: String?)] = [
        (
            #"{"body": "a {{s3.baseURL}}"}"#,
            #"r.json:1:15 /body: "s3" has no "baseURL", which renders nothing. Did you mean "baseUrl"?"#
        ),
        (
            #"{"jsonBody": {"a": "{{#if request.querry.a}}x{{/if}}"}}"#,
            #"r.json:1:27 /jsonBody/a: "request" has no "querry", which renders nothing. Did you mean "query"?"#
        ),
        (
            #"{"jsonBody": {"uuid": "uuid", "b": ["x", {"c": "y {{uuid}}"}]}}"#,
            #"r.json:1:53 /jsonBody/b/1/c: there is no "uuid", so it renders nothing. Write {{randomValue type='UUID'}}."#
        ),
        (
            #"{"body": "uuid: {{uuid}}"}"#,
            #"r.json:1:19 /body: there is no "uuid", so it renders nothing. Write {{randomValue type='UUID'}}."#
        ),
        (
            #"{"headers": {"X": ["a", "{{uuid}}"]}}"#,
            #"r.json:1:28 /headers/X/1: there is no "uuid", so it renders nothing. Write {{randomValue type='UUID'}}."#
        ),
        (
            #"{"bodyFileName": "a.txt"}"#,
            #"a.txt:2:9: "request" has no "hedaers", which renders nothing. Did you mean "headers"? The file is named at r.json:1:18."#
        ),
        (
            #"{"body": "{{request.query.querry}} {{request.path.[0]}} {{parameters.s3}}", "transformerParameters": {"s3": 1}}"#, nil
        ),
        (
            #"{"body": "{{request.body.user.name}}"}"#,
            #"r.json:1:13 /body: "request.body" is a text and has no "user", which renders nothing. Write {{jsonPath request.body '$.user.name'}}."#
        ),
        (
            #"{"body": "{{jsonPath request.body}}"}"#,
            #"r.json:1:13 /body: jsonPath: it needs 2 arguments, and has 1. Write {{jsonPath request.body '$.name'}}."#
        ),
        (#"{"body": "{{reqest.path}}"}"#, #"r.json:1:13 /body: there is no "reqest", so it renders nothing. Did you mean "request"?"#),
        (
            #"{"body": "{{originalRequest.body}}"}"#,
            #"r.json:1:13 /body: there is no "originalRequest", so it renders nothing. Only webhooks have it."#
        ),
        (#"{"body": "{{uuid}}"}"#, #"r.json:1:13 /body: there is no "uuid", so it renders nothing. Write {{randomValue type='UUID'}}."#),
        (
            #"{"body": "{{parameters.foo}}"}"#,
            #"r.json:1:13 /body: the response has no "transformerParameters", so "parameters" renders nothing. Add them to the response."#
        ),
        (
            #"{"body": "{{#if reqest}}x{{/if}}"}"#,
            #"r.json:1:17 /body: there is no "reqest", so it renders nothing. Did you mean "request"?"#
        ),
        (#"{"body": "{{baseUrl}}"}"#, #"r.json:1:13 /body: there is no "baseUrl", so it renders nothing. Write {{request.baseUrl}}."#),
        (#"{"body": "{{s3BaseUrl}}"}"#, #"r.json:1:13 /body: there is no "s3BaseUrl", so it renders nothing. Write {{s3.baseUrl}}."#),
        (
            #"{"body": "{{page '[1,2]' page=1 size=2}}"}"#,
            #"r.json:1:26 /body: "page" has no option "page", so it ignores it. Did you mean "number"?"#
        ),
        (
            #"{"body": "{{now formt='yyyy'}}"}"#,
            #"r.json:1:17 /body: "now" has no option "formt", so it ignores it. Did you mean "format"?"#
        ),
        (
            #"{"body": "{{randomValue len=5}}"}"#,
            #"r.json:1:25 /body: "randomValue" has no option "len", so it ignores it. Did you mean "length"?"#
        ),
        (#"{"body": "{{#each request.query}}{{name}}{{/each}}{{#with request}}{{path}}{{/with}}"}"#, nil),
        (#"{"body": "{{#each request.query as |v|}}{{v}}{{/each}}{{#assign 'a'}}1{{/assign}}{{a}}{{parseJson '{}' 'b'}}{{b.c}}"}"#, nil),
        (#"{"body": "{{#partial 'x' p=1}}{{/partial}}{{#block 'x' b=2}}{{/block}}{{b}}{{p}}"}"#, nil),
        (#"{"body": "{{val 1 assign='v'}}{{v}}{{@index}}{{this.x}}{{../y}}{{file 'a.txt'}}{{z}}"}"#, nil),
        (
            #"{"body": "{{file 'nope.txt'}}"}"#,
            #"r.json:1:19 /body: file: there is no body file "nope.txt". Add it to __files, or correct the name."#
        ),
        (#"{"body": "{{math 1 '^' 2}}"}"#, #"r.json:1:21 /body: math: "^" is not an operator. The operators are +, -, *, x, /, %."#),
        (#"{"body": "{{jsonPath request.body '$.['}}"}"#, #"r.json:1:36 /body: jsonPath: "$.[" is not a JSONPath. Correct it."#),
        (
            #"{"body": "{{jsonSort request.body}}"}"#,
            #"r.json:1:13 /body: jsonSort: it needs 2 arguments, and has 1. Write {{jsonSort request.body '$[*].name'}}."#
        ),
        (
            #"{"body": "{{jsonSort 5 '$[*]'}}"}"#,
            #"r.json:1:22 /body: jsonSort: 5 is no JSON text. Write {{jsonSort request.body '$[*].name'}}."#
        ),
        (
            #"{"body": "{{jsonSort request.body '$.name'}}"}"#,
            #"r.json:1:36 /body: jsonSort: "$.name" is not a JSONPath with [*] behind the list. "#
                + "Write {{jsonSort request.body '$[*].name'}}."
        ),
        (
            #"{"body": "{{jsonSort request.body '$[*].name' order='up'}}"}"#,
            #"r.json:1:47 /body: jsonSort: order is "up", so it sorts nothing. Write order='asc' or order='desc'."#
        ),
        (#"{"body": "{{jsonSort request.body '$[*].n' order='desc' nulls='last'}}{{jsonSort '[1]' request.query.p}}"}"#, nil),
        (
            #"{"body": "{{now format='yyyy-MM-ddTHH'}}"}"#,
            #"r.json:1:25 /body: now: "yyyy-MM-ddTHH" is not a format of dates: Illegal pattern character 'T'. "#
                + "Put letters that stand for themselves between single quotes, as in yyyy-MM-dd'T'HH:mm."
        ),
        (
            #"{"body": "{{date (now) offset='tomorrow'}}"}"#,
            #"r.json:1:32 /body: date: "tomorrow" is not an offset. Write a number and a unit, as in "3 days"."#
        ),
        (#"{"body": "{{now format='epoch' offset='-1 hours'}}{{now format=\"yyyy-MM-dd'T'HH\" offset=request.query.o}}"}"#, nil),
        (
            #"{"body": "{{randomValue type='ALPHABET'}}"}"#,
            #"r.json:1:31 /body: randomValue: "ALPHABET" is no type, so it gives any characters. Did you mean "ALPHABETIC"?"#
        ),
        (#"{"body": "{{randomValue type='UUID'}}{{randomValue type=request.query.t}}"}"#, nil),
        (
            #"{"body": "{{now format='YYYY-MM-DD'}}"}"#,
            #"r.json:1:25 /body: now: in the format "YYYY-MM-DD", "DD" is the day of the year, and "YYYY" is the year of the week. "#
                + "Write 'yyyy-MM-dd'."
        ),
        (
            #"{"body": "{{parseDate request.body format='yyyy-mm-dd'}}"}"#,
            #"r.json:1:44 /body: parseDate: in the format "yyyy-mm-dd", "mm" is the minute. Write 'yyyy-MM-dd'."#
        ),
        (
            #"{"body": "{{now offset=3}}"}"#,
            #"r.json:1:24 /body: now: "3" is not an offset. Write a number and a unit, as in "3 days"."#
        ),
        (
            #"{"body": "{{randomInt lower=10 upper=1}}"}"#,
            #"r.json:1:32 /body: randomInt: "upper" is 1, not above "lower", which is 10. Exchange them."#
        ),
        (
            #"{"body": "{{randomInt 1 5}}"}"#,
            #"r.json:1:23 /body: randomInt: it ignores "1", which has no name. Write {{randomInt lower=1 upper=7}}."#
        ),
        (
            #"{"body": "{{upper (randomValue 'UUID')}}"}"#,
            #"r.json:1:33 /body: randomValue: it ignores "UUID", which has no name. Write {{randomValue type='UUID'}}."#
        ),
        (
            #"{"body": "{{now 'yyyy'}}"}"#,
            #"r.json:1:18 /body: now: it ignores "yyyy", which has no name. Write {{now format='yyyy-MM-dd'}}."#
        ),
        (
            #"{"body": "{{date '2026-01-31' format='yyyy'}}"}"#,
            #"r.json:1:19 /body: date: it ignores "2026-01-31", which is a text. Write {{date (parseDate '2026-01-31T00:00:00Z')}}."#
        ),
        (#"{"body": "{{date (now)}}{{date request.query.d}}{{now}}{{systemValue key=request.query.k}}"}"#, nil),
        (
            #"{"body": "{{randomDecimal lower='a'}}"}"#,
            #"r.json:1:27 /body: randomDecimal: "lower" is "a", and must be a number. Write lower=1, for example."#
        ),
        (
            #"{"body": "{{randomValue length='x'}}"}"#,
            #"r.json:1:25 /body: randomValue: "length" is "x", and must be a whole number from 0. Correct it."#
        ),
        (#"{"body": "{{range 5 'a'}}"}"#, "r.json:1:13 /body: range: the upper bound \"a\" is not a whole number. Correct it."),
        (
            #"{"body": "{{range 9223372036854775807 -5}}"}"#,
            "r.json:1:13 /body: range: the upper bound -5 is below the lower bound 9223372036854775807. Exchange them."
        ),
        (#"{"body": "{{range -9223372036854775807 -9223372036854775808}}"}"#, nil),
        (#"{"body": "{{range 5 1}}"}"#, "r.json:1:13 /body: range: the upper bound 1 is below the lower bound 5. Exchange them."),
        (
            #"{"body": "{{matches request.path '(['}}"}"#,
            #"r.json:1:35 /body: matches: pattern "([": the character class has no closing "]" at character 1. Correct it."#
        ),
        (
            #"{"body": "{{truncateDate (now) 'first day of mnth'}}"}"#,
            #"r.json:1:33 /body: truncateDate: there is no truncation "first day of mnth". Did you mean "first day of month"?"#
        ),
        (
            #"{"body": "{{base64 'x' decode='yes'}}"}"#,
            #"r.json:1:24 /body: base64: decode is "yes", which counts as false. Write decode=true."#
        ),
        (#"{"body": "{{parseJson '{a' 'v'}}{{v}}"}"#, #"r.json:1:24 /body: parseJson: "{a" is not JSON. Correct it."#),
        (
            #"{"body": "{{request.url.x}}"}"#,
            #"r.json:1:13 /body: "request.url" is a text and has no "x", which renders nothing. "#
                + "Its parts are request.path, request.pathSegments and request.query."
        ),
        (#"{"body": "{{math 'ab' '+' 1}}"}"#, #"r.json:1:19 /body: math: "ab" is no number, and counts as 0. Correct it."#),
        (
            #"{"body": "{{jsonPath '$.a' request.body}}"}"#,
            "r.json:1:23 /body: jsonPath: the path is in the place of the JSON. Write {{jsonPath request.body '$.a'}}."
        ),
        (
            #"{"body": "{{now format=\"YYYY-'W'ww yyyy-DDD HH:mm\"}}{{randomInt lower=1 upper=request.query.u}}{{range 1 request.query.u}}"}"#,
            nil
        ),
        (
            #"{"body": "a ${request.path}", "transformers": ["response-template"]}"#,
            #"r.json:1:13 /body: the body has no "{{…}}", so "${request.path}" stands for itself. Write {{request.path}}."#
        ),
        (
            #"{"jsonBody": {"a": "{{request.url}}", "b": "{request.path}}"}, "transformers": ["response-template"]}"#,
            #"r.json:1:45 /jsonBody/b: "{request.path}" stands for itself. Write {{request.path}}."#
        ),
        (#"{"body": "a ${request.path}{{request.url}} {%", "transformers": ["response-template"]}"#, nil),
        (#"{"body": "{request. and {{request.url}}", "transformers": ["response-template"]}"#, nil),
        (
            #"{"body": "{{s3.presigned}}"}"#,
            #"r.json:1:13 /body: s3.presigned: the bucket is missing. Write {{s3.presigned 'bucket' 'key'}}."#
        ),
    ]
    @Test(arguments: members)
    func aMemberThatThereIsNotIsAWarning(json: String, told: String?) throws {
        let document = try JSONDocument.parse(Array(json.utf8), name: "r.json")
        let report = ProblemReport(document)
        let definition = try #require(ResponseDefinition.decode(document.root, report))
        let files = Rendering.Files(["a.txt": Rendering.File("one\n{{upper request.hedaers.A}}")])
        var environment = RenderEnvironment(bodyFiles: files)
        environment.templating = .all
        _ = CompiledResponse(definition, identity: [], environment: environment, report: report)
        #expect(report.warnings.map(\.description) == (told.map { [$0] } ?? []))
    }

    @Test(arguments: [
        (#"{"body": "{{parameters.a}}", "transformerParameters": {"a": 1}}"#, true),
        (#"{"body": "{{parameters.a}}", "transformerParameters": {"a": 1}, "transformers": ["response-template"]}"#, false),
        (#"{"body": "{{parameters.a}}", "transformerParameters": {}}"#, false),
    ])
    func parametersOfNoTemplateAreAWarning(json: String, isTold: Bool) throws {
        let report = ProblemReport(try JSONDocument.parse(Array(json.utf8), name: "r.json"))
        let definition = try #require(ResponseDefinition.decode(report.document.root, report))
        _ = CompiledResponse(definition, identity: [], environment: RenderEnvironment(), report: report)
        let told =
            #"r.json:1:55 /transformerParameters: "transformerParameters" means nothing without a transformer. "#
            + Self.templatingRepair
        #expect(report.warnings.map(\.description) == (isTold ? [told] : []))
    }
}
