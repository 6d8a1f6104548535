import Testing

@testable import Handlebars

/// How a template may be written. The expected texts are those of Handlebars.java 4.3.
@Suite struct TemplateFormTests {
    private static func body(_ template: String) throws -> String {
        try HelperRequest.body(template, body: #"{"a":"A","foo":{"t":1},"size":"XL","upper":"U"}"#)
    }

    private static func inObject(_ template: String) throws -> String { try body("{{#with (parseJson request.body)}}\(template){{/with}}") }

    @Test(arguments: [
        ("{{#if(eq request.method.value 'POST')}}y{{/if}}", "y"), ("{{upper(lower 'A')}}|{{join(array 1 2)','}}", "A|1,2"),
        ("{{#with request as|r|}}{{r.method}}{{/with}}", "POST"),
        ("{{join .5 2 ','}}|{{join -.5 2 ','}}|{{math .5 '+' 1}}", "0.5,2|-0.5,2|1.5"),
    ])
    func blanksMayBeMissing(_ template: String, _ expected: String) throws {
        #expect(try HelperRequest.body(template) == expected)
    }

    @Test(arguments: [
        ("{{foo.this.t}}|{{foo..t}}|{{foo./t}}|{{foo/./t}}|{{foo.[t]}}", "1|1|1|1|1"), ("{{#foo..t}}x{{/foo..t}}", "x"),
        ("{{#if foo..t}}y{{/if}}{{upper foo.this.t}}", "y1"),
    ])
    func pathsMayBeLoose(_ template: String, _ expected: String) throws { #expect(try Self.inObject(template) == expected) }

    @Test(arguments: ["{{foo/../t}}", "{{foo..}}", "{{foo. t}}"]) func aPathMustGoOn(_ template: String) {
        #expect(throws: TemplateSyntaxError.self) { try CompiledTemplate.compile(template) }
    }

    @Test(arguments: [
        ("{{[size]}}|{{[upper]}}|{{#[foo]}}{{t}}{{/[foo]}}", "XL|U|1"), ("{{upper [size]}}|{{#if [upper]}}y{{/if}}", "XL|y"),
    ])
    func aNameBetweenBracketsIsAValue(_ template: String, _ expected: String) throws { #expect(try Self.inObject(template) == expected) }

    @Test(arguments: [
        ("{{upper (nope)}}", "could not find helper: 'nope'", "Without the parentheses it is a value."),
        ("{{#if (request.path)}}y{{/if}}", "could not find helper: 'request.path'", "Without the parentheses it is a value."),
        ("{{upper (uper)}}", "could not find helper: 'uper'", "Did you mean \"upper\"?"),
        ("{{upper (this)}}", "could not find helper: 'this'", "Without the parentheses it is a value."),
        ("{{> (nope)}}", "could not find helper: 'nope'", "Without the parentheses it is a value."),
        ("{{[upper] 'a'}}", "could not find helper: 'upper'", "Did you mean \"upper\"?"),
        ("{{split 'a'}}", "could not find helper: 'split'", "docs/templates.md has the list of helpers."),
    ])
    func onlyHelpersAreCalled(_ template: String, _ message: String, _ repair: String) {
        #expect { try CompiledTemplate.compile(template) } throws: {
            let error = $0 as? TemplateSyntaxError
            return error?.message == message && error?.repair == repair
        }
    }

    @Test func ofArgumentsWithOneNameTheLastCounts() throws {
        #expect(try HelperRequest.body("{{center 'A' size=5 size=7}}|{{#*inline 'p'}}{{x}}{{/inline}}{{> p x=1 x=2}}") == "   A   |2")
    }

    // MARK: Delimiters

    @Test(arguments: [
        ("{{=<% %>=}}<% request.path %>{{x}}", "/a/b{{x}}"), ("{{=<% %>=}}<%request.path%>|<%={{ }}=%>{{request.path}}|}}", "/a/b|/a/b|}}"),
        ("{{= <%  %> =}}[<%#if request.path%>a<%else%>b<%/if%>]}}", "[a]}}"),
        (#"{{=<% %>=}}{"a":{"b":"<%request.path%>"}}"#, #"{"a":{"b":"/a/b"}}"#), (#"{{=<% %>=}}\<%request.path%>}}"#, "<%request.path%>}}"),
        ("{{=[[ ]]=}}[[request.path]]|[[upper 'a']]|[[upper (lower 'A')]]}}", "/a/b|A|A}}"),
        ("{{=$( )$=}}$(request.path)$|$(upper 'a')$|$(upper (lower 'A'))$}}", "/a/b|A|A}}"),
        ("{{=<? ?>=}}<?request.path?>|<?request.query.x?>|<?join 1 2 ','?>}}", "/a/b|y|1,2}}"),
        ("{{=<% %>=}}<%{request.path}%>|<%&request.path%>|<%! c %>|<%!-- c --%>}}", "/a/b|/a/b||}}"),
        ("{{=<% %>=}}<%~ request.path ~%> x <%#*inline 'p'%>P<%/inline%><%> p%><%^nope%>n<%/nope%>}}", "/a/bx Pn}}"),
        ("{{=<% %>=}}<%#*inline 'p'%>{{request.path}}<%/inline%><%> p%>}}", "{{request.path}}}}"),
        ("{{#if request}}{{=<% %>=}}<%request.path%><%/if%>x<%request.path%>}}", "/a/bx/a/b}}"),
        ("a\n{{=<% %>=}}\nb<%request.path%>}}", "a\n\nb/a/b}}"), ("{{={{ }}=}}{{request.path}}", "/a/b"),
        // As in WireMock, only what is between the first {{ and the last }} is a template.
        ("{{=<% %>=}}<% request.path %>", "<% request.path %>"), ("{{=<% %>=}}<% request.path %><%={{ }}=%>{{!}}", "/a/b"),
    ])
    func delimitersMayBeOthers(_ template: String, _ expected: String) throws { #expect(try HelperRequest.body(template) == expected) }

    @Test(arguments: [
        "{{=<%%>=}}x}}", "{{=<% =}}x}}", "{{=<% %>}}x}}", "{{= =}}x}}", "{{=% %=}}x}}", "{{=a b=}}x}}", "{{#if x}}{{=<%=}}{{/if}}",
    ])
    func aMistakeInDelimitersSaysHowToWriteThem(_ template: String) {
        #expect { try CompiledTemplate.compile(template) } throws: {
            ($0 as? TemplateSyntaxError)?.repair?.contains("{{=<% %>=}}") == true
        }
    }

    @Test func otherDelimitersHaveTheSameLimits() {
        let template = "{{=<% %>=}}" + String(repeating: "<%#if true%>", count: 70) + String(repeating: "<%/if%>", count: 70) + "}}"
        #expect { try CompiledTemplate.compileStretch(of: template) } throws: {
            ($0 as? TemplateSyntaxError)?.message.contains("limits.templateDepth") == true
        }
    }

    @Test func aPlaceCountsOtherDelimiters() throws {
        #expect { try HelperRequest.body("{{=<% %>=}}\n  <%> nope%>}}") } throws: {
            ($0 as? TemplateError)?.message == "[ERROR] 2:6: there is no partial \"nope\""
        }
    }
}
