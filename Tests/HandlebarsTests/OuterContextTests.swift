import JSONDocument
import Testing

@testable import Handlebars

/// `../` in WireMock's dialect moves to where the search for a name begins. The expected texts are WireMock's.
@Suite struct OuterContextTests {
    @Test(arguments: [
        (
            #"{{parseJson '{"a":1}' 'd'}}{{#each (array 1)}}{{../d.a}}|{{lookup ../d 'a'}}|{{#if (eq ../d.a 1)}}y{{/if}}{{/each}}"#,
            "1|1|y"
        ),
        ("{{#assign 'v'}}x{{/assign}}{{#with request}}{{v}}|{{../v}}|{{this.v}}|{{./v}}{{/with}}", "x|x||"),
        (
            "{{#each (array 1)}}{{#each (array 2)}}{{../request.method}}|{{../../request.method}}|{{../this}}{{/each}}{{/each}}",
            "POST|POST|1"
        ),
        (#"{{#each (parseJson '[{"id":1}]') as |o|}}{{#each (array 9)}}{{../o.id}}{{/each}}{{/each}}"#, "1"),
        // `../@index` is `@../index`.
        ("{{#each (array 'a' 'b')}}{{#each (array 1 2)}}{{../@index}},{{@index}};{{/each}}{{/each}}", "0,0;0,1;1,0;1,1;"),
        ("{{#each (array 1 2)}}{{#each (array 3)}}{{#if (eq ../@index 1)}}second{{/if}}{{../@first}};{{/each}}{{/each}}", "first;second;"),
        ("{{#each (array 'a')}}{{../@root.request.method}}|{{../@index}}{{/each}}", "POST|"),
        // `lookup` goes on in the contexts around it.
        (#"{{#with (parseJson '{"n":0,"l":[{"n":1},{"m":2}]}')}}{{#each l}}{{lookup this 'n'}},{{/each}}{{/with}}"#, "1,0,"),
        // Each partial has a context of its own.
        (
            #"{{#*inline 'p'}}{{n}}{{../n}}{{../../n}}{{/inline}}"#
                + #"{{#with (parseJson '{"n":1,"o":{"n":2}}')}}{{#with o}}{{> p}}{{/with}}{{/with}}"#, "221"
        ),
        (#"{{#with (parseJson '{"n":1,"o":{"n":2}}')}}{{#with o}}{{#> p}}{{n}}{{../n}}{{../../n}}{{/p}}{{/with}}{{/with}}"#, "221"),
        ("{{#*inline 'p'}}{{@index}}{{../this}}{{/inline}}{{#each (array 'a' 'b')}}{{> p}}{{/each}}", "0a1b"),
        ("{{#each (array 'a')}}{{#with request}}{{@index}}{{../../../../v}}{{..}}{{/with}}{{/each}}", "0a"),
    ])
    func prints(_ template: String, _ expected: String) throws { #expect(try HelperRequest.body(template) == expected) }

    @Test(arguments: [
        ("{{#each (array 1)}}{{./@index}}{{/each}}", "Write @index."), ("{{#each (array 1)}}{{this/@key}}{{/each}}", "Write @key."),
    ])
    func aDataVariableHasNoPlaceInAContext(_ template: String, _ repair: String) {
        #expect { try CompiledTemplate.compile(template) } throws: { ($0 as? TemplateSyntaxError)?.repair == repair }
    }

    @Test func theOtherDialectRefusesTheOldForm() {
        #expect { try CompiledTemplate.compile("{{../@index}}", helpers: .core, dialect: .javaScript) } throws: {
            ($0 as? TemplateSyntaxError)?.repair == "Write @../index."
        }
    }

    /// A value alone prints nothing in Handlebars.js, and is an error in Handlebars.java.
    @Test(arguments: ["{{5}}", "{{'x'}}", "{{1.5}}", "{{true}}", "{{#5}}a{{/5}}", "{{#true}}a{{/true}}", "{{upper (5)}}"])
    func aValueIsNoName(_ template: String) throws {
        #expect { try CompiledTemplate.compile(template) } throws: {
            ($0 as? TemplateSyntaxError)?.message.hasSuffix("expected a name") == true
        }
        _ = try CompiledTemplate.compile(template, dialect: .javaScript)
    }

    @Test func nullAndUndefinedPrintNothing() throws { #expect(try HelperRequest.body("a{{null}}{{undefined}}b") == "ab") }

    @Test(arguments: [("{{s.}}", "s."), ("{{request.query.}}", "request.query."), ("{{upper.}}", "upper.")])
    func aNameIsMissingBehindADot(_ template: String, _ name: String) {
        #expect { try CompiledTemplate.compile(template) } throws: {
            ($0 as? TemplateSyntaxError)?.message == "a name is missing after \"\(name)\""
        }
    }

    @Test func theOtherDialectAsksOneContext() throws {
        let template = "{{#with a}}{{#with b}}{{../c}}|{{../d}}{{/with}}{{/with}}"
        let compiled = try CompiledTemplate.compile(template, helpers: .core, dialect: .javaScript)
        let root = TemplateValue(["a": ["b": ["x": 1], "c": "C"], "d": "D"], printing: .java)
        let text = String(decoding: try compiled.render(root, in: HelperRequest.context()), as: UTF8.self)
        #expect(text == "C|")
    }
}
