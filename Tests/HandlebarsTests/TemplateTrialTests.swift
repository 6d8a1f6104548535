import Testing

@testable import Handlebars

/// What is known of the calls of a template without a request.
@Suite struct TemplateTrialTests {
    private static func findings(_ template: String) throws -> [String] {
        try TemplateTrial(CompiledTemplate.compile(template)).findings.map { finding in
            switch finding.outcome {
            case .mistake(let message): "\(finding.call.name) \(finding.call.offset) [\(message)]"
            case .failure(let message, _): "\(finding.call.name) \(finding.call.offset) \(message)"
            case .nothing: "\(finding.call.name) \(finding.call.offset)"
            }
        }
    }

    @Test(arguments: [
        ("{{range 3 1}}", ["range 2 range: the upper bound 1 is below the lower bound 3"]),
        ("{{arrayAdd (array 1)}} {{size 1}}", ["arrayAdd 2 [Missing required parameter: additional value to add to list]", "size 25"]),
        (
            "{{join (range 3 1) (range 4 1)}}",
            [
                "range 8 range: the upper bound 1 is below the lower bound 3",
                "range 20 range: the upper bound 1 is below the lower bound 4",
            ]
        ),
        ("{{now timezone='Nowhere'}}", ["now 2 Unknown time-zone ID: Nowhere"]),
        (
            "{{#if a}}{{math 1 2}}{{else}}{{math 1}}{{/if}}",
            [
                "math 11 [All maths functions require two operands and an operator as parameters e.g. 3 '+' 2]",
                "math 31 [All maths functions require two operands and an operator as parameters e.g. 3 '+' 2]",
            ]
        ),
    ])
    func whatFailsInEveryResponseIsFound(template: String, found: [String]) throws {
        #expect(try Self.findings(template) == found)
    }

    /// What it depends on is not known.
    @Test(arguments: [
        "{{range 3 a}}", "{{file 'a'}}", "{{#each list}}{{join}}{{/each}}", "{{lookup 'a' 'b'}}", "{{substring (now format='EEEE') 0 9}}",
        "{{#arrayJoin ',' (range 1 3)}}{{range 3 this}}{{/arrayJoin}}", "{{> a}}", "{{upper}}", "{{#trim}}{{a}}{{/trim}}", "{{isEven 2}}",
    ])
    func whatDependsOnTheRequestIsNot(template: String) throws {
        #expect(try Self.findings(template) == [])
    }

    /// It ends, and what is behind it is not tried.
    @Test(.timeLimit(.minutes(1))) func aLongTrialIsNone() throws {
        let long = String(repeating: "{{#each (range 1 900000)}}{{#each (range 1 900000)}}x{{/each}}{{/each}}", count: 50)
        #expect(try Self.findings(long + "{{range 3 1}}") == [])
    }
}
