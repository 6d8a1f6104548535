import Testing

@testable import Handlebars

/// `{{#*inline}}`, `{{> name}}` and `{{#> name}}`. The expected texts are those of Handlebars.java 4.3.
@Suite struct InlinePartialTests {
    /// With members `a`, `foo`, `c` and `l` at hand.
    private static func body(_ template: String) throws -> String {
        let json = #"{"a":"A","foo":{"t":1},"c":{"v":"V"},"l":[1,2]}"#
        return try HelperRequest.body("{{#with (parseJson request.body)}}\(template){{/with}}", body: json)
    }

    @Test(arguments: [
        ("{{#*inline 'p'}}[{{a}}]{{/inline}}{{> p a='Z'}}", "[Z]"), ("{{#*inline 'p'}}[{{a}}]{{/inline}}{{> p a=false}}", "[false]"),
        ("{{#*inline 'p'}}[{{a}}]{{/inline}}{{> p a=nope}}", "[A]"), ("{{#*inline 'p'}}[{{this.a}}]{{/inline}}{{> p a='Z'}}", "[A]"),
        ("{{#*inline 'p'}}[{{foo.t}}]{{/inline}}{{> p foo=c}}", "[1]"),
        ("{{#*inline 'p'}}[{{@a}}{{@q}}]{{/inline}}{{> p a='Z' q='Q'}}", "[ZQ]"),
        ("{{#*inline 'p'}}[{{../a}}{{../q}}]{{/inline}}{{> p a='Z' q='Q'}}", "[A]"),
        ("{{#*inline 'p'}}[{{a}}]{{/inline}}{{#each l as |a|}}{{> p a='Z'}}{{a}}{{/each}}", "[Z]1[Z]2"),
        ("{{#*inline 'p'}}[{{#with foo}}{{t}}{{q}}{{/with}}]{{/inline}}{{> p t=9 q='Q'}}", "[1Q]"),
        ("{{#*inline 'p'}}[{{q}}]{{/inline}}{{#assign 'q'}}x{{/assign}}{{> p q='Y'}}{{> p q=nope}}", "[Y][x]"),
    ])
    func anArgumentCountsBeforeAMember(_ template: String, _ expected: String) throws { #expect(try Self.body(template) == expected) }

    @Test(arguments: [
        ("{{> p}}{{#*inline 'p'}}P{{/inline}}", "P"), ("{{#*inline 'p'}}P{{/inline}}{{> p}}{{#*inline 'p'}}Q{{/inline}}{{> p}}", "QQ"),
        ("{{#*inline 'x'}}1{{/inline}}{{#with foo}}{{#*inline 'x'}}2{{/inline}}{{> x}}{{/with}}{{> x}}", "21"),
        ("{{#with foo}}{{> x}}{{#*inline 'x'}}2{{/inline}}{{/with}}", "2"), ("{{#* inline 'p'}}P{{/inline}}{{> p}}", "P"),
        ("a{{* inline 'p'}}b{{> p}}", "ab"), ("{{#*inline 'p'}}P{{/inline}}{{* inline 'p'}}{{> p}}", ""),
        ("{{#each l}}{{#*inline 'p'}}{{this}}{{/inline}}{{> p}}{{/each}}", "12"),
    ])
    func aDefinitionCountsInItsWholeBlock(_ template: String, _ expected: String) throws { #expect(try Self.body(template) == expected) }

    @Test(arguments: [
        ("{{#*inline 'd'}}({{> x}}){{/inline}}{{#> d}}{{#*inline 'x'}}X{{/inline}}{{/d}}", "(X)"),
        ("{{#*inline 'd'}}({{> x}}{{> @partial-block}}){{/inline}}{{#> d}}a{{#*inline 'x'}}X{{/inline}}b{{/d}}", "(Xab)"),
        ("{{#*inline 'x'}}0{{/inline}}{{#*inline 'd'}}({{> x}}){{/inline}}{{#> d}}{{#*inline 'x'}}X{{/inline}}{{/d}}{{> x}}", "(X)0"),
        ("{{#*inline 'd'}}{{#*inline 'x'}}own{{/inline}}({{> x}}){{/inline}}{{#> d}}{{#*inline 'x'}}X{{/inline}}{{/d}}", "(own)"),
        ("{{#*inline 'd'}}{{#> x}}default{{/x}}{{/inline}}{{#> d}}{{#*inline 'x'}}X{{/inline}}{{/d}}{{#> d}}{{/d}}", "Xdefault"),
        ("{{#> d}}{{#*inline 'd'}}X{{/inline}}{{/d}}", "X"), ("{{#> d}}{{#*inline 'x'}}X{{/inline}}({{> x}}){{/d}}", "(X)"),
        (
            "{{#*inline 'o'}}{{#> i}}<{{> @partial-block}}>{{/i}}{{/inline}}{{#*inline 'i'}}({{> @partial-block}}){{/inline}}{{#> o}}v{{/o}}",
            "(<v>)"
        ),
        (
            "{{#*inline 'd'}}<div {{#if x}}x={{x}}{{/if}}>{{> @partial-block}}</div>{{/inline}}{{#> d x=23}}{{#> d x=12}}{{/d}}{{/d}}",
            "<div x=23><div x=12></div></div>"
        ),
    ])
    func aPartialSeesWhatItsBlockDefines(_ template: String, _ expected: String) throws { #expect(try Self.body(template) == expected) }

    @Test(arguments: [
        ("{{> nope}}", "[ERROR] 1:4: there is no partial \"nope\""),
        ("a{{#if true}}\n {{> nope}}{{/if}}", "[ERROR] 2:5: there is no partial \"nope\""),
        ("{{#if true}}{{#*inline 'p'}}P{{/inline}}{{/if}}{{> p}}", "[ERROR] 1:51: there is no partial \"p\""),
        ("{{#*inline 'd'}}{{/inline}}{{#> d}}{{#*inline 'x'}}{{/inline}}{{/d}}{{> x}}", "[ERROR] 1:72: there is no partial \"x\""),
        (
            "{{#*inline 'd'}}{{> @partial-block}}{{/inline}}{{#> d}}{{> @partial-block}}{{/d}}",
            "[ERROR] 1:59: there is no partial \"@partial-block\""
        ),
    ])
    func anUnknownPartialIsNamedWithItsPlace(_ template: String, _ message: String) {
        #expect { try HelperRequest.body(template) } throws: { ($0 as? TemplateError)?.message == message }
    }

    @Test(arguments: ["{{*inline}}", "{{#*inline}}P{{/inline}}"]) func aPartialNeedsAName(_ template: String) {
        #expect { try CompiledTemplate.compile(template) } throws: {
            ($0 as? TemplateSyntaxError)?.message == "an inline partial has no name"
        }
    }

    /// Partials within blocks of partials are within `limits.templateDepth`, and all that is open together is not.
    @Test(arguments: [
        ("{{#*inline 'a'}}{{#> a}}{{#*inline 'b'}}{{/inline}}{{/a}}{{/inline}}{{> a}}", "limits.templateDepth"),
        (
            "{{#*inline 'a'}}{{#> b}}{{#*inline 'c'}}{{> a}}{{/inline}}{{/b}}{{/inline}}{{#*inline 'b'}}{{> c}}{{/inline}}{{> a}}",
            "limits.templateDepth"
        ),
        ("{{#*inline 'a'}}{{#> a}}{{> @partial-block}}{{/a}}{{/inline}}{{#> a}}{{/a}}", "limits.templateDepth"),
        (
            "{{#*inline 'b'}}{{> x}}{{/inline}}{{#*inline 'a'}}\(String(repeating: "{{#if true}}", count: 50)){{#> b}}{{#*inline 'x'}}{{> a}}{{/inline}}{{/b}}\(String(repeating: "{{/if}}", count: 50)){{/inline}}{{> a}}",
            "more than 300 blocks, partials and expressions are open at the same time"
        ),
    ])
    func theDepthIsLimited(_ template: String, _ message: String) {
        #expect(HelperRequest.failure(template)?.contains(message) == true)
    }

    @Test func eachDefinitionOfABlockIsAStep() throws {
        var limits = TemplateLimits()
        limits.steps = 30
        let block = String(repeating: "{{#*inline 'x'}}{{/inline}}", count: 40)
        let compiled = try CompiledTemplate.compile("{{#*inline 'p'}}{{/inline}}{{#> p}}\(block){{/p}}", limits: limits)
        #expect { try compiled.render(.null, in: HelperRequest.context()) } throws: {
            ($0 as? TemplateError)?.message.contains("limits.templateSteps") == true
        }
    }
}
