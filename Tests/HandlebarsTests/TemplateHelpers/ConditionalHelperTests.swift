import HTTPMessage
import Testing

@testable import Handlebars

/// Conditions and what they print.
@Suite struct ConditionalHelperTests {
    @Test(arguments: [
        ("{{#eq 1 1}}Y{{else}}N{{/eq}}{{eq 1 2}}|{{eq 'a' 'a' yes='YY' no='NN'}}|{{neq 1 '1'}}|{{eq 1 1.0}}", "Yfalse|YY|true|true"),
        (
            "{{gt 2 1}}|{{gt 'b' 'a'}}|{{gte 2 2}}|{{lt 1 2}}|{{lte 3 2}}|{{gt 1 1.5}}|{{lt 'a' 'b'}}",
            "true|true|true|true|false|false|true"
        ),
        (
            "{{gt (now offset='3000000 years') (now offset='-3000000 years')}}|{{lt (now) (now offset='1 days')}}|{{gte (now) (now)}}",
            "true|true|true"
        ),
        ("{{and true 1}}|{{and true 0}}|{{or false ''}}|{{or false 'x'}}|{{not ''}}|{{not true}}", "true|false|false|true|true|false"),
        (
            "{{and 'a' 'b' ''}}|{{and 'a' 'b' 'c'}}|{{or '' '' 'c'}}|{{not}}|{{#and true true}}A{{else}}B{{/and}}|{{#not ''}}A{{else}}B{{/not}}",
            "false|true|true|false|A|A"
        ),
        (
            "{{eq nope nope}}|{{eq 'x' nope}}|{{eq 'x'}}|{{eq true true}}|{{eq (array 1) (array 1)}}|{{eq request.method 'POST'}}",
            "true|false|false|true|true|true"
        ),
        (
            "{{#if (eq request.query.q '1')}}Y{{else}}N{{/if}}{{#if (eq request.query.q.[0] '1')}}Y{{else}}N{{/if}}{{#if (and request.query.q true)}}Y{{/if}}",
            "NYY"
        ),
        // Only zero itself is false.
        (
            "{{#each (array 1.5 0.5 0.0 -0.25)}}{{#if this}}{{this}};{{/if}}{{/each}}|{{not 0.5}}|{{and 0.5 1}}|{{#with 0.5}}{{this}}{{/with}}",
            "1.5;0.5;-0.25;|false|true|0.5"
        ),
        ("{{defaultIfEmpty 0.5 'D'}}|{{upper 0.5}}|{{join 0.5 ','}}|{{#if (math 1.0 '/' 4.0)}}T{{/if}}", "0.5|0.5|0.5|T"),
        (
            "{{#if (jsonPath '{\"a\":0.99}' '$.a')}}T{{else}}F{{/if}}{{#with (parseJson '{\"a\":0.001}')}}{{#a}}S{{/a}}{{/with}}", "TS"
        ),
        // Numbers beyond those that a double holds exactly.
        (
            "{{gt (jsonPath '{\"a\":9007199254740993}' '$.a') 9007199254740992}}|{{lt 9007199254740993 9007199254740992}}",
            "true|false"
        ),
        // Without an argument, the context is asked.
        (
            "{{#with request}}{{#if}}T{{else}}F{{/if}}{{#unless}}T{{else}}F{{/unless}}{{/with}}{{#each (array 1 0)}}{{#if}}y{{else}}n{{/if}}{{/each}}",
            "TFyn"
        ),
    ])
    func prints(_ template: String, _ expected: String) throws {
        #expect(try HelperRequest.body(template) == expected)
    }

    @Test(arguments: [
        ("{{gt 'a' 1}}", "cannot be compared"),
        ("{{gt 5}}", "cannot be compared"),
    ])
    func failsAsAWhole(_ template: String, _ message: String) { #expect(HelperRequest.failure(template)?.contains(message) == true) }
}
