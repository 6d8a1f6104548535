import Testing

@testable import Handlebars

/// What a template that does not compile is answered by: the mistake, its place and what to write.
@Suite struct TemplateMistakeTests {
    private static func expect(_ template: String, _ message: String, at offset: Int, _ repair: String?) {
        let error = #expect(throws: TemplateSyntaxError.self) { try CompiledTemplate.compileStretch(of: template) }
        #expect(error?.message == message && error?.offset == offset && error?.repair == repair && error?.others == [])
    }

    @Test(arguments: [
        (#"{"a":"{{request.query.x","b":"{{request.method}}"}"#, 6, "{{", "}}"),
        (#"{"a":"{{name","b":"{{request.method}}"}"#, 6, "{{", "}}"),
        (#"{"a":"{{upper 'a'","b":"{{x}}"}"#, 6, "{{", "}}"), (#"{"a":"{{{name","b":"{{x}}"}"#, 6, "{{{", "}}}"),
        ("{{x}} {{upper y {{x}}", 6, "{{", "}}"), ("{{#if x <p>{{y}}{{/if}}", 0, "{{#", "}}"), ("{{#if x}}{{/if {{y}}", 9, "{{/", "}}"),
        ("{{x {{y}} {{z", 0, "{{", "}}"),
    ])
    func anOpenExpressionBeforeAnotherIsNamed(_ template: String, _ offset: Int, _ open: String, _ close: String) {
        Self.expect(template, "\"\(open)\" is never closed", at: offset, "Close it with \"\(close)\".")
    }

    @Test(arguments: [
        (#"{"a":{"b":"{{request.path"}}"#, 11), (#"{"a":{"b":"{{request.query.x"}, "c":{"d":"y"}}"#, 11), (#"{"a":{"b":"{{x" }}"#, 11),
        (#"{"a":{"b":"{{now format='yyyy'"}}"#, 11), (#"{"a":{"b":["{{upper (lower x","y"]}}"#, 12),
    ])
    func anOpenExpressionBeforeTheEndOfAJSONTextIsNamed(_ template: String, _ offset: Int) {
        Self.expect(template, "\"{{\" is never closed", at: offset, "Close it with \"}}\".")
    }

    @Test(arguments: ["{{upper x\"y\"}}", "{{upper x'y'}}"]) func aMissingBlankBeforeATextIsNoOpenExpression(_ template: String) {
        Self.expect(template, "found \"x\", expected the end of \"{{\"", at: 8, nil)
    }

    @Test(arguments: [("{{#if x}}a{{/if", 0), ("{{#if x}}a{{else}}b{{x}}{{/i", 0)])
    func theEndOfABlockMayBeWhatIsOpen(_ template: String, _ offset: Int) {
        let error = #expect(throws: TemplateSyntaxError.self) { try CompiledTemplate.compileStretch(of: template) }
        #expect(error?.offset == offset && error?.repair == #"Close the last "{{" with "}}"."#)
    }

    @Test(arguments: [
        ("{{#if x}}a{{else}}b{{else}}c{{/if}}", #"found "{{else}}", expected "{{/if}}""#, 19),
        ("{{#if x}}a{{^}}b{{else if y}}c{{/if}}", #"found "{{else", expected "{{/if}}""#, 16),
    ])
    func aSecondElseIsToBeRemoved(_ template: String, _ message: String, _ offset: Int) {
        Self.expect(template, message, at: offset, "The block has an {{else}} already: remove one of them.")
    }

    @Test(arguments: [
        ("a{{/each}}", "{{/each}} closes no block: none is open", "Write {{#each}} before it, or remove it."),
        ("a{{else}}", "{{else}} is in no block: none is open", "Write {{#if …}} before it and {{/if}} behind it."),
        ("a{{^}}", "{{^}} is in no block: none is open", "Write {{#if …}} before it and {{/if}} behind it."),
        ("a{{else if x}}", "{{else …}} is in no block: none is open", "Write {{#if …}} before it and {{/if}} behind it."),
        ("a{{!-- c }}", "the comment that begins here is not closed", "Close it with \"--}}\"."),
        ("a{{~!-- c }} {{x}}", "the comment that begins here is not closed", "Close it with \"--}}\"."),
    ])
    func whatBelongsToNoBlockIsNamed(_ template: String, _ message: String, _ repair: String) {
        Self.expect(template, message, at: 1, repair)
    }

    @Test(arguments: [
        ("{{now format='yyyy}}", 13, "'"), (#"{{now format="yyyy}} x"#, 13, "\""), ("{{upper 'a}} and {{upper 'b'}}", 8, "'"),
    ])
    func anOpenQuoteIsNamed(_ template: String, _ offset: Int, _ quote: String) {
        Self.expect(template, "the text that begins here is not closed", at: offset, "Close it with \(quote).")
    }

    @Test(arguments: [
        ("{{upper (lower 'a'}}", #"found "}}", expected ")""#, 18, #"Close the parenthesis with ")"."#),
        ("{{upper 'a')}}", #"found ")", expected the end of "{{""#, 11, "Remove it: no parenthesis is open."),
        (#"{"a":{"b":{{x}}}}"#, #"found "}}}}", expected the end of "{{""#, 13, "Put a space before the last 2 braces."),
        (#"{"a":{"b":{{{x}}}}}"#, #"found "}}}}", expected the end of "{{{""#, 14, "Put a space before the last 2 braces."),
        ("{{{x}}}}", #"found "}}}}", expected the end of "{{{""#, 4, "Put a space before the last brace."),
    ])
    func whatToWriteIsTold(_ template: String, _ message: String, _ offset: Int, _ repair: String) {
        Self.expect(template, message, at: offset, repair)
    }

    @Test(arguments: [
        ("é{{> nope}}{{#if x}}{{> (lookup a 'b')}}{{> nix}}{{/if}}", ["nope", "nix"]), ("{{#*inline 'p'}}{{> q}}{{/inline}}{{> p}}", ["q"]),
        ("{{> p}}{{#if x}}{{#*inline 'p'}}{{/inline}}{{/if}}", []), ("{{#> p}}x{{/p}}{{> @partial-block}}", []),
        ("{{file 'a.txt'}}{{> nope}}", []), ("{{#*inline x}}{{/inline}}{{> nope}}", []),
    ])
    func partialsThatNothingDefinesAreFound(_ template: String, _ names: [String]) throws {
        let missing = try CompiledTemplate.compileStretch(of: template)?.missingPartials?.all ?? []
        #expect(missing.map(\.message) == names.map { "there is no partial \"\($0)\"" })
        let text = Array(template.utf8)
        #expect(zip(missing, names).allSatisfy { text[$0.offset...].starts(with: $1.utf8) })
    }
}
