import Testing

@testable import Handlebars

/// What a page keeps for its layout.
@Suite struct LayoutHelperTests {
    @Test(arguments: [
        ("{{#block 'x'}}d{{/block}}", "d"), ("{{#partial 'x'}}P{{/partial}}[{{#block 'x'}}d{{/block}}]", "[P]"),
        ("{{#partial 'x'}}{{this}}{{/partial}}{{#each (array 1 2)}}{{#block 'x'}}{{/block}};{{/each}}", "1;2;"),
        ("{{#partial 'x'}}1{{/partial}}{{#partial 'x'}}2{{/partial}}{{#block 'x'}}{{/block}}{{#block 'y'}}3{{/block}}", "23"),
        ("{{block 'x'}}|{{partial 'x'}}", "|"), ("{{#block 'x' y=2}}d{{y}}{{/block}}{{y}}", "d22"),
        ("{{#partial 'x' y=1 w=5}}P{{y}}{{w}}{{/partial}}{{#block 'x' y=2}}d{{y}}{{/block}}{{y}}{{w}}", "P1515"),
        ("{{#with (parseJson request.body)}}{{#block 'x' d=2 q=3}}{{d}}{{q}}{{/block}}{{/with}}", "1.503"),
    ])
    func prints(_ template: String, _ expected: String) throws { #expect(try HelperRequest.body(template) == expected) }

    @Test(arguments: [
        ("{{#block 1}}d{{/block}}", "found '1', expected 'partial's name'"), ("{{#partial 2}}d{{/partial}}", "found '2'"),
        ("{{#block}}d{{/block}}", "the name is missing: write {{#block 'name'}} or {{#partial 'name'}}"),
        ("{{#partial 'x'}}{{#block 'x'}}{{/block}}{{/partial}}{{#block 'x'}}{{/block}}", "limits.templateDepth"),
    ])
    func failsAsAWhole(_ template: String, _ message: String) { #expect(HelperRequest.failure(template)?.contains(message) == true) }

    /// Blocks within partials within blocks: each of them is within `limits.templateDepth`, and all together are not.
    @Test(arguments: [
        ("{{#with this}}", "{{/with}}"), ("{{#each (array 1)}}", "{{/each}}"), ("{{#if true}}", "{{/if}}"), ("{{#this}}", "{{/this}}"),
        ("{{#if (size (upper (lower (trim 'x'))))}}", "{{/if}}"),
    ])
    func openLevelsAreCountedAcrossPartials(_ open: String, _ close: String) {
        let body = String(repeating: open, count: 50) + "{{> a}}" + String(repeating: close, count: 50)
        let message = HelperRequest.failure("{{#*inline 'a'}}\(body){{/inline}}{{> a}}")
        #expect(message == "more than 300 blocks, partials and expressions are open at the same time", "\(message ?? "rendered")")
    }

    @Test func aTextMayUseItsWholeDepth() throws {
        let body = String(repeating: "{{#if true}}", count: 60) + "x" + String(repeating: "{{/if}}", count: 60)
        #expect(try HelperRequest.body("{{#*inline 'a'}}\(body){{/inline}}{{> a}}") == "x")
    }
}
