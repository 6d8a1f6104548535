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
        ("{{#each (array 'a')}}{{#with request}}{{@index}}{{../../../../v}}{{..}}{{/with}}{{/each}}", "0a"),
    ])
    func prints(_ template: String, _ expected: String) throws { #expect(try HelperRequest.body(template) == expected) }

    @Test func theOtherDialectAsksOneContext() throws {
        let template = "{{#with a}}{{#with b}}{{../c}}|{{../d}}{{/with}}{{/with}}"
        let compiled = try CompiledTemplate.compile(template, helpers: .core, dialect: .javaScript)
        let root = TemplateValue(["a": ["b": ["x": 1], "c": "C"], "d": "D"], printing: .java)
        let text = String(decoding: try compiled.render(root, in: HelperRequest.context()), as: UTF8.self)
        #expect(text == "C|")
    }
}
