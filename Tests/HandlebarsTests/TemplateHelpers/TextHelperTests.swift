import HTTPMessage
import Testing

@testable import Handlebars

/// Encodings, patterns, sizes.
@Suite struct TextHelperTests {
    @Test(arguments: [
        ("{{trim '  a b '}}|{{#trim}}  x y  {{/trim}}|{{trim nope}}", "a b|x y|"),
        (
            "{{base64 'hello'}}|{{base64 'hello' padding=false}}|{{base64 'aGVsbG8=' decode=true}}|{{#base64}}hello{{/base64}}|{{#base64 decode=true}}aGVsbG8={{/base64}}|{{base64 ''}}|{{base64 5}}",
            "aGVsbG8=|aGVsbG8|hello|aGVsbG8=|hello||NQ=="
        ),
        (
            "{{urlEncode 'a b&c=é/+~*'}}|{{urlEncode 'a%20b+c' decode=true}}|{{urlEncode 'é' encoding='ISO-8859-1'}}|{{#urlEncode}}a b{{/urlEncode}}",
            "a+b%26c%3D%C3%A9%2F%2B%7E*|a b c|%E9|a+b"
        ),
        ("{{formData 'a=1&a=2&b=%20x+y&c' 'f' urlDecode=true}}{{f.a}}|{{f.a.[1]}}|{{f.b}}|{{f.c}}|{{f.zz}}", "1|2| x y||"),
        (
            "{{formData 'a=1&b=%20x+y' 'f'}}{{f.b}}|{{lookup (formData 'a=1&b=2') 'b'}}|{{formData 'a=1&b=2'}}|{{formData '' 'g'}}{{g}}",
            "%20x+y|2|{a=1, b=2}|{}"
        ),
        ("{{formData 'a=1&b&c=&d=x=y&e= 2 ' 'f'}}{{f}}|{{size f}}", "{a=1, d=x, e=2}|3"),
        ("{{formData 'a=1' encoding='nope'}}", "{a=1}"),
        (
            "{{regexExtract 'abc123def' '[0-9]+'}}|{{regexExtract 'abc-123' '([a-z]+)-([0-9]+)' 'parts'}}{{parts.0}},{{parts.1}}|{{regexExtract 'x' '[0-9]' default='D'}}|{{regexExtract 'x' '[0-9]'}}|{{regexExtract 'abc' '(['}}",
            "123|abc,123|D|[ERROR: Nothing matched [0-9]]|[ERROR: Invalid regex string ([]"
        ),
        // The text 'true' is not a boolean, and null counts as no argument.
        ("{{base64 'eA==' decode='true'}}|{{base64 'a' padding='true'}}|{{urlEncode 'a%20b' decode='true'}}", "ZUE9PQ==|YQ|a%2520b"),
        ("{{regexExtract 'x' 'y' default=nope}}|{{regexExtract 'x' 'y' default=''}}", "[ERROR: Nothing matched y]|"),
        ("{{regexExtract 'abc' '(a)(x)?' 'p'}}{{p}}|{{p.1}}|{{regexExtract 'a1b2' '([a-z])([0-9])'}}", "a||a1"),
        (
            "{{#contains 'abcd' 'bc'}}Y{{else}}N{{/contains}}{{#matches '12' '[0-9]+'}}Y{{else}}N{{/matches}}{{#if (contains (array 'a' 'b') 'b')}}L{{/if}}{{contains request.query.q '2'}}|{{contains nope 'x'}}|{{contains 'abc' 'z'}}|{{matches 'abc' 'b'}}",
            "YYLtrue|false|false|false"
        ),
        (
            "{{contains 'x'}}|{{matches 'x'}}",
            "[ERROR: You must specify the string or array to be matched and the regular expression]|[ERROR: You must specify the string to be matched and the regular expression]"
        ),
        (
            "{{size 'abc'}}|{{size (array 1 2)}}|{{size request.query}}|{{size request.query.q}}|{{size (jsonPath request.body '$.items')}}|{{size (jsonPath request.body '$')}}|{{size 5}}|{{size nope}}",
            "3|2|2|2|2|4||"
        ),
    ])
    func prints(_ template: String, _ expected: String) throws {
        #expect(try HelperRequest.body(template) == expected)
    }

    @Test(arguments: [
        ("{{base64 '!!' decode=true}}", "not base64"),
        ("{{urlEncode 'é' encoding='nope'}}", "nope"),
        ("{{formData 'a=1' encoding='nope' urlDecode=true}}", "nope"),
        ("{{matches 'a' '('}}", "matches"),
    ])
    func failsAsAWhole(_ template: String, _ message: String) { #expect(HelperRequest.failure(template)?.contains(message) == true) }
}
