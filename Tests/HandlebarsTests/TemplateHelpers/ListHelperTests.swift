import HTTPMessage
import Testing

@testable import Handlebars

/// Lists.
@Suite struct ListHelperTests {
    @Test(arguments: [
        ("a.b.c", "1"), ("a.[b.c].d", "2"), ("[a.e].f", "3"), ("a.[b.d.e", "4"), ("a.[b].c", "1"), ("a..b.c", "1"), ("a.[].x", "5"),
    ])
    func aPathAsTextMayHaveDotsInBrackets(_ path: String, _ expected: String) throws {
        let value = #"{"a":{"b":{"c":1},"b.c":{"d":2},"[b":{"d":{"e":4}},"":{"x":5}},"a.e":{"f":3}}"#
        #expect(try HelperRequest.body("{{lookup (parseJson '\(value)') '\(path)'}}") == expected)
    }

    @Test(arguments: [
        (
            "{{range 1 3}}|{{range -1 1}}|{{#each (range 1 3)}}{{this}};{{/each}}|{{range 1}}|{{range 2 2}}|{{range '1' '2'}}",
            "[1, 2, 3]|[-1, 0, 1]|1;2;3;|[ERROR: The range helper requires both lower and upper bounds as integer parameters]|[2]|[1, 2]"
        ),
        (
            "{{range (array 1 2) 3}}|{{range 1 true}}",
            "[ERROR: The range helper requires both lower and upper bounds as integer parameters]|[ERROR: The range helper requires both lower and upper bounds as integer parameters]"
        ),
        ("{{array}}|{{array 1 'two' true}}|{{array 1 2 (array 3 4)}}|{{array 2.5}}", "[]|[1, two, true]|[1, 2, [3, 4]]|[2.5]"),
        (
            "{{arrayAdd (array 1 2) 3}}|{{arrayAdd (array 1 2) 3 position='start'}}|{{arrayAdd (array 1 2) 3 position=1}}|{{arrayAdd nope 1}}|{{arrayAdd (array 1)}}|{{arrayAdd (array 1) 2 position='x'}}",
            "[1, 2, 3]|[3, 1, 2]|[1, 3, 2]|[]|[ERROR: Missing required parameter: additional value to add to list]|[ERROR: position must be 'start', 'end' or an integer]"
        ),
        (
            "{{arrayRemove (array 1 2 3)}}|{{arrayRemove (array 1 2 3) position='start'}}|{{arrayRemove (array 1 2 3) position=1}}|{{arrayRemove (array 1) position=9}}",
            "[1, 2]|[2, 3]|[1, 3]|[ERROR: position must be greater than or equal to 0 and less than or equal to the size of the list]"
        ),
        (
            "{{arrayJoin ',' (array 1 'b')}}|{{#arrayJoin '-' (array 1 2) as |n|}}<{{n}}{{this}}>{{/arrayJoin}}|{{arrayJoin ',' (array 1 2) prefix='[' suffix=']'}}|{{arrayJoin 1 (array)}}|{{arrayJoin ',' nope}}",
            "1,b|<11>-<22>|[1,2]|[ERROR: Separator parameter must be a String]|[ERROR: The parameter must be list]"
        ),
        ("{{arrayJoin ',' 'a' 2 suffix='.'}}|{{arrayJoin ',' 'a'}}|{{array nope 1}}", "a,2.|a|[]"),
        (
            "{{arrayAdd (array 1) 2 position=-2}}|{{arrayAdd (array 1) 2 position=2}}",
            "[ERROR: position must be greater than or equal to 0 and less than or equal to the size of the list]|[ERROR: position must be greater than or equal to 0 and less than or equal to the size of the list]"
        ),
        (
            "{{#with (array 1 2)}}{{length}} {{size}}{{/with}}|{{request.query.q.length}}|{{request.query.q.[-1]}}|{{request.query.q.[-2]}}|{{request.query.q.last}}",
            "2 2|2|1||2"
        ),
    ])
    func prints(_ template: String, _ expected: String) throws {
        #expect(try HelperRequest.body(template) == expected)
    }

    @Test(arguments: [
        ("{{range 3 1}}", "below"),
        ("{{range 'a' 2}}", #"For input string: "a""#),
        ("{{range 1 2000000000}}", "limits.templateSteps"),
    ])
    func failsAsAWhole(_ template: String, _ message: String) { #expect(HelperRequest.failure(template)?.contains(message) == true) }

    @Test(arguments: ["(array v)", "(arrayAdd (array 1) v)"]) func listsWithinListsHaveABound(_ deeper: String) {
        let template = "{{val (array 1) assign='v'}}{{#each (range 1 60000)}}{{val \(deeper) assign='v'}}{{/each}}"
        #expect(HelperRequest.failure(template)?.contains("lists are nested more than 512 deep (limits.jsonDepth)") == true)
    }
}
