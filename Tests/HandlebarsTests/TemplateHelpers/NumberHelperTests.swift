import HTTPMessage
import Testing

@testable import Handlebars

/// Numbers and variables.
@Suite struct NumberHelperTests {
    @Test(arguments: [
        ("{{isEven 2 nope}}|{{isOdd 3 nope}}", "even|odd"),
        (
            "{{isEven 2}}|{{isOdd 3}}|{{isEven 3}}|{{isEven 2 'leftBox'}}|{{isOdd 2 'x'}}|{{stripes 1}}|{{stripes 2}}|{{isEven 'x'}}|{{isEven 2.5}}|{{isOdd '3'}}",
            "even|odd||leftBox||odd|even||even|"
        ),
        (
            "{{math 1 '+' 2}}|{{math 5 '/' 2}}|{{math 5.0 '/' 2}}|{{math 6 'x' 3}}|{{math 6 '*' 3}}|{{math 7 '%' 4}}|{{math '3' '-' '1.5'}}|{{math 10 '/' 4}}|{{math 1 '/' 3}}",
            "3|3|2.5|18|18|3|1.5|3|0"
        ),
        (
            "{{math 1.25 '*' 2}}|{{math 2 '*' 1.50}}|{{math '007' '+' '1'}}|{{math 10000000000 '*' 10}}|{{math 7 '-' 10}}|{{math 5.5 '%' 2}}|{{math 0.1 '+' 0.2}}|{{math -7 '/' 2}}",
            "2.5|3.0|8|100000000000|-3|1.5|0.3|-4"
        ),
        // Java's remainder has as few decimals as the zeros at the end of the quotient allow.
        (
            "{{math 100 '%' 0.5}}|{{math 7 '%' 0.5}}|{{math 0 '%' 0.5}}|{{math 100 '%' '0.25'}}|{{math 7 '%' '1.50'}}|{{math -100 '%' 0.3}}",
            "0|0.0|0|0|1.0|-0.1"
        ),
        (
            "{{stringFormat '%tY %tL %tL' 9223372036854775807 -9223372036854775808 -1}}", "292278994 192 999"
        ),
        (
            "{{math '1e-9223372036854775808' '+' 2}}|{{#parseJson 'v'}}[1e-9223372036854775808]{{/parseJson}}{{v.[0]}}",
            "2|1e-9223372036854775808"
        ),
        (
            "{{math 1}}|{{math 1 '^' 2}}|{{math 'x' '+' 2}}",
            "[ERROR: All maths functions require two operands and an operator as parameters e.g. 3 '+' 2]|[ERROR: ^ is not a valid mathematical operator]|2"
        ),
        (
            "{{#assign 'v'}}val {{request.method}}{{/assign}}{{v}}|{{@v}}|{{#each request.pathSegments}}{{#assign 'last'}}{{this}}{{/assign}}{{/each}}{{last}}",
            "val POST|val POST|b"
        ),
        (
            "{{val request.query.x or='o'}}|{{val request.query.nope or='o'}}|{{val nope default='d'}}|{{val request.query.x assign='k'}}{{k}}|{{val nope assign='m' or='n'}}{{m}}|{{val ''}}",
            "y|o|d|y|n|"
        ),
    ])
    func prints(_ template: String, _ expected: String) throws {
        #expect(try HelperRequest.body(template) == expected)
    }

    @Test(arguments: [
        ("{{math 1 '/' 0}}", "by zero")
    ])
    func failsAsAWhole(_ template: String, _ message: String) { #expect(HelperRequest.failure(template)?.contains(message) == true) }
}
