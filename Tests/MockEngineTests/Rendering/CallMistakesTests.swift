import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

/// Calls of helpers that cannot work, and what is said about them before any request.
@Suite struct CallMistakesTests {
    private static func warnings(_ json: String) throws -> [String] {
        let report = ProblemReport(try JSONDocument.parse(Array(json.utf8), name: "r.json"))
        let definition = try #require(ResponseDefinition.decode(report.document.root, report))
        var environment = RenderEnvironment(bodyFiles: Rendering.Files(["list.json": Rendering.File("[1]")]))
        environment.templating = .all
        _ = CompiledResponse(definition, identity: [], environment: environment, report: report)
        #expect(report.problems.isEmpty && report.lateProblems.isEmpty)
        return report.warnings.map(\.description)
    }

    /// The column is that of the text, whose first character has 11.
    @Test(arguments: [
        ("{{join}}", 13, "join: it has no arguments, and needs 2. docs/templates.md has its arguments and prefix= or suffix=."),
        ("{{replace request.url '/'}}", 13, "replace: it needs 3 arguments, and has 2. docs/templates.md has its arguments."),
        ("{{file}}", 13, "file: the argument is missing. docs/templates.md has its arguments."),
        (
            "a{{substring 'abc' 9}}", 14,
            "substring: StringIndexOutOfBoundsException: begin 9, end 3, length 3, so the response is a 500. "
                + "docs/templates.md has its arguments."
        ),
        (
            "{{upper (abbreviate 'abc' 2)}}", 20,
            "abbreviate: Minimum abbreviation width is 4, so the response is a 500. docs/templates.md has its arguments."
        ),
        (
            "{{#each request.query}}{{jsonMerge '{}' '[]'}}{{/each}}", 36,
            "jsonMerge: JSON to merge is not a JSON object ('[]'), so it writes [ERROR: ...]. "
                + "docs/templates.md has its arguments and removeNulls=."
        ),
        (
            "{{#formatJson}}[1,]]{{/formatJson}}", 14,
            "formatJson: There was an error parsing the json. Please make sure the json is valid, so it writes [ERROR: ...]. "
                + "docs/templates.md has its arguments and format=."
        ),
        (
            "{{formatJson}}", 13,
            "formatJson should take a block of JSON to format or a single parameter of type String, so it writes [ERROR: ...]. "
                + "docs/templates.md has its arguments and format=."
        ),
        (
            "{{range 1 9223372036854775807}}", 13,
            "range: the template took more than 1000000 steps (limits.templateSteps), so the response is a 500. "
                + "Ask for less, or raise limits.templateSteps."
        ),
        (
            "{{systemValue key='A'}}", 13,
            "systemValue: Access to A is denied, so it writes [ERROR: ...]. --permitted-system-keys says what it may read."
        ),
        ("{{hostname 5}} {{eq '5' 6}}", 22, #"hostname: it ignores "5", which has no name. Remove it."#),
        ("{{math '0x10' '+' 1}}", 19, #"math: "0x10" is no number, and counts as 0. Correct it."#),
        (
            "{{isEven '2'}}", 13,
            "isEven: nothing comes of these arguments, so it renders nothing. docs/templates.md has its arguments."
        ),
        ("{{if request.body 'a' 'b'}}", 13, "if: without a block it renders nothing. Write {{#if ...}} ... {{/if}}."),
        (
            "{{jsonPath request.body '$.a' 'b'}}", 42,
            #"jsonPath: it ignores "b", which has no name. Write {{jsonPath request.body '$.name'}}."#
        ),
        (
            "{{#range 1 3}}{{this}}{{/range}}", 14,
            "range: it ignores its block. It takes its values in the tag: {{range ...}}. "
                + "A block that uses its value is {{#if (range ...)}}, {{#with (range ...)}}, or {{#each (range ...)}} for a list."
        ),
        ("{{#log 'a'}}b{{/log}}", 14, "log: it ignores its block. It takes its values in the tag: {{log ...}}."),
        (
            "{{#join}}a{{else}}{{/join}}", 14,
            "join: it ignores its block. It takes its values in the tag: {{join ...}}. "
                + "A block that uses its value is {{#if (join ...)}}, {{#with (join ...)}}, or {{#each (join ...)}} for a list."
        ),
        ("{{#each (range (array 2) 3)}}a{{/each}}", 20, #"range: the lower bound "[2]" is not a whole number. Correct it."#),
        ("{{range 1 null}}", 13, "range: the upper bound null is not a whole number. Correct it."),
        ("{{hostname request.url}}", 13, "hostname: it ignores argument 1, which has no name. Remove it."),
        ("{{base64 'a' padding=1}}", 24, #"base64: padding is "1", which counts as false. Write padding=true."#),
        (
            "{{dateFormat (now) 'yyyy-foo'}}", 31,
            #"dateFormat: "yyyy-foo" is not a format of dates: Unknown pattern letter: f. "#
                + "Put letters that stand for themselves between single quotes, as in yyyy-MM-dd'T'HH:mm."
        ),
        (
            "{{now format='yyyy-MM-dd hh:mm'}}", 25,
            #"now: in the format "yyyy-MM-dd hh:mm", "hh" is the hour from 1 to 12. Write 'yyyy-MM-dd HH:mm'."#
        ),
        (
            "{{numberFormat '5' '0.0'}}", 27,
            #"numberFormat: "5" is a text and no number, so it gives its second argument. Write it without quotes."#
        ),
        (
            "{{formatXml request.body format='flat'}}", 36,
            #"formatXml: there is no format "flat", so it writes [ERROR: ...]. Write format='pretty' or format='compact'."#
        ),
        ("{{jsonRemove request.body '$['}}", 38, #"jsonRemove: "$[" is not a JSONPath. Correct it."#),
        ("{{@idx}}", 13, #"there is no "@idx", so it renders nothing. Did you mean "@index"?"#),
        ("{{@index}}", 13, #""@index" renders nothing outside of a loop. Use it within {{#each ...}}."#),
        (
            "{{#each request.query}}{{upper @indx}}{{/each}}", 42, #"a loop has no "@indx". Did you mean "@index"?"#
        ),
    ])
    func whatCannotWorkIsAWarning(template: String, column: Int, told: String) throws {
        #expect(try Self.warnings(#"{"body": "\#(template)"}"#) == ["r.json:1:\(column) /body: \(told)"])
    }

    @Test(arguments: [
        "{{#each (range 1 3)}}{{@index}}{{@key}}{{@last}}{{@index_1}}{{#if @first}}{{@odd}}{{/if}}{{/each}}{{@root.request.url}}",
        "{{#*inline 'row'}}{{@index}}{{@colour}}{{/inline}}{{#each request.query}}{{> row colour='red'}}{{/each}}",
        "{{#each request.query}}{{@name}}{{@count}}{{/each}}",
        "{{#with request}}{{@index}}{{/with}}{{#assign 'x'}}1{{/assign}}{{@x}}{{@request.url}}",
        "{{log 'a'}}{{#partial 'x'}}a{{/partial}}{{block 'x'}}{{val 1 assign='v'}}{{parseJson '{}' 'j'}}{{formData 'a=1' 'f'}}",
        "{{#each request.query}}{{upper}}{{formatJson}}{{/each}}{{toJson}}{{size}}{{hostname}}{{now}}{{randomInt lower=1 upper=3}}",
        "{{substring (now format='EEEE') 0 9}}{{substring (randomValue length=3) 0 2}}{{page (file 'list.json') number=0}}",
        "{{s3.presigned 'a' 'b'}}{{lookup (array 'a') request.query.i}}{{#eq 1 2}}a{{/eq}}{{#if (isEven 3)}}{{request.url}}{{/if}}",
        "{{#formatJson}}{ {{request.query.a}} }{{/formatJson}}{{#parseJson 'p'}}{ \"a\": {{now format='epoch'}} }{{/parseJson}}{{p.a}}",
        "{{base64 'a' padding=0}}{{base64 'a' padding='false'}}{{capitalize 'a' fully=''}}{{numberFormat 5 groupingUsed=null}}",
        "{{#val request.url assign='a'}}{{/val}}{{#math 1 '+' 1}} {{! none }}\\n{{else}} {{/math}}{{randomValue length=3 uppercase=0}}",
        "{{#each (range 1 900000)}}{{request.url}}{{/each}}{{dateFormat (now) 'long' 'de_DE'}}{{now format='hh:mm a'}}",
    ])
    func whatMayWorkIsNone(template: String) throws {
        let text = template.replacing("\"", with: "\\\"")
        #expect(try Self.warnings(#"{"body": "\#(text)"}"#) == [])
    }

    /// Each has its place, also in JSON.
    @Test func everyWrongCallIsTold() throws {
        let message = #"math: "^" is not an operator. The operators are +, -, *, x, /, %."#
        #expect(
            try Self.warnings(#"{"body": "{{math 1 '^' 2}}{{math 1 '^' 2}}"}"#) == [
                "r.json:1:21 /body: \(message)", "r.json:1:37 /body: \(message)",
            ])
        #expect(
            try Self.warnings(#"{"jsonBody": ["{{math 1 '^' 2}}", {"a": "{{math 3 '^' 2}}"}]}"#) == [
                "r.json:1:26 /jsonBody/0: \(message)", "r.json:1:52 /jsonBody/1/a: \(message)",
            ])
    }
}
