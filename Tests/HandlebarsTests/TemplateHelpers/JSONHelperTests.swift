import HTTPMessage
import Testing

@testable import JSONPath
@testable import Handlebars

/// JSON in and out, and how results of paths print.
@Suite struct JSONHelperTests {
    @Test(arguments: [
        ("{{jsonPath request.body '$.a'}}", "{\n  \"b\" : [ 1, 2, {\n    \"c\" : \"x\"\n  } ],\n  \"s\" : \"text\",\n  \"t\" : true\n}"),
        (
            "{{jsonPath request.body '$.a.b'}}|{{jsonPath request.body '$.a.s'}}|{{jsonPath request.body '$.a.n'}}|{{jsonPath request.body '$.a.t'}}|{{jsonPath request.body '$.d'}}|{{jsonPath request.body '$.e'}}|{{jsonPath request.body '$.items[*].n'}}",
            #"[1,2,{"c":"x"}]|text||true|1.5|1000.0|["A","B"]"#
        ),
        (
            "{{#with (jsonPath request.body '$')}}{{a}}|{{items}}|{{items.[0]}}|{{a.s}}|{{a.b}}{{/with}}",
            #"{b=[1,2,{"c":"x"}], s=text, n=null, t=true}|[{"id":1,"n":"A"},{"id":2,"n":"B"}]|{id=1, n=A}|text|[1,2,{"c":"x"}]"#
        ),
        (
            "{{#each (jsonPath request.body '$.items')}}{{@index}}:{{this}}:{{n}};{{/each}}{{#each (jsonPath request.body '$.a')}}{{@key}}={{this}};{{/each}}",
            #"0:{id=1, n=A}:A;1:{id=2, n=B}:B;b=[1,2,{"c":"x"}];s=text;n=;t=true;"#
        ),
        (
            "{{jsonPath request.body '$.nope'}}|{{jsonPath request.body '$.nope' default='d'}}|{{jsonPath request.body '$.items[?(@.id==9)]'}}|{{jsonPath request.body '$.items.length()'}}",
            "|d|[]|2"
        ),
        (
            #"{{jsonPath request.body '$['}}|{{jsonPath request.body}}|{{jsonPath 'xx' '$.a'}}|{{jsonPath nope '$.a'}}|{{jsonPath '{"a":"b"' '$.a'}}"#,
            #"[ERROR: $[ is not a valid JSONPath expression]|[ERROR: The JSONPath cannot be empty]|||[ERROR: {"a":"b" is not valid JSON]"#
        ),
        (
            #"{{jsonPath '{"a":{}}' '$.a'}}|{{jsonPath '{"a":["é/"]}' '$.a'}}|{{jsonPath '{"a":"é/"}' '$.a'}}|{{jsonPath '{"d":0.00001}' '$.d'}}|{{jsonPath '{"f":12345678.5}' '$.f'}}|{{jsonPath '{"a":123456789012345678901234567890}' '$.a'}}"#,
            #"{ }|["é\/"]|é/|1.0E-5|1.23456785E7|123456789012345678901234567890"#
        ),
        (
            #"{{jsonPath '{"x":1}' '$.a[*]'}}|{{jsonPath '{"x":1}' '$.a.b[*]' default='d'}}|{{jsonPath '{"x":1}' '$.x[0:1]' default='d'}}|{{jsonPath '{"x":[]}' '$.x[*]' default='d'}}"#,
            "|d|d|[]"
        ),
        (
            #"{{jsonPath '[1,{"a":2}]' '$..a'}}|{{jsonPath '[{"a":1},{"b":2}]' '$[*].a'}}|{{jsonPath '[{"a":1}]' '$[?(@.a==1)].b'}}|{{jsonPath '{"a":1}' '$.b' default='d'}}"#,
            "[2]|[1,null]|[null]|d"
        ),
        (
            #"{{jsonPath '[{"a":1},{"a":2,"b":3}]' '$[?(@.b == null)].a'}}|{{jsonPath '[{"a":1},{"a":2,"b":3}]' "$[*]['a','b']"}}|{{jsonPath '{"a":1}' "$['a','b']"}}"#,
            "[1]|[{\"a\":1,\"b\":null},{\"a\":2,\"b\":3}]|{\n  \"a\" : 1\n}"
        ),
        (
            #"{{jsonPath '{"a":[]}' '$.a[0].t[*]' default='d'}}|{{jsonPath '{"a":[]}' '$.a[0].t' default='d'}}|{{jsonPath '{"n":[1,2.5]}' '$.concat($.n)'}}"#,
            "[]|d|12.5"
        ),
        (
            #"{{jsonPath 'not json' '$.['}}|{{jsonPath 'not json' '$'}}|{{jsonPath '5' '$'}}|{{jsonPath '["€",1]' '$'}}|{{jsonPath '{"a":1.2345678901234567890}' '$.a'}}"#,
            #"[ERROR: $.[ is not a valid JSONPath expression]|not json|5|["\u20AC",1]|1.2345678901234567890"#
        ),
        (#"{{jsonPath '' '$.a'}}|{{toJson (parseJson '{"e":1.5e3,"s":1E-7}')}}"#, "|{\n  \"e\" : 1500,\n  \"s\" : 0.0000001\n}"),
        (#"{{parseJson '{ }' 'v'}}[{{v}}]|{{#parseJson 'v'}} {{/parseJson}}[{{v}}]"#, "[{}]|[{}]"),
        (
            #"{{parseJson '{}' 'a'}}{{parseJson '' 'b'}}{{#parseJson 'c'}}{}{{/parseJson}}{{size a}}{{size b}}{{size c}}|{{parseJson ''}}{{#parseJson}}{{/parseJson}}"#,
            "000|{}{}"
        ),
        ("{{toJson (parseDate '2024-10-18T15:48:24Z')}}", #""2024-10-18T15:48:24Z""#),
        (#"{{parseJson '{"z":-0.0}' 'v'}}{{v.z}}|{{jsonArrayAdd 'null' '1'}}"#, "0.0|[ERROR: Base JSON is not valid JSON ('null')]"),
        (
            "{{#formatJson format=1}}{}{{/formatJson}}",
            "[ERROR: formatJson: format [1] of type [java.lang.Integer should be a Format or a String and one of [pretty, compact]]]"
        ),
        (
            "{{jsonPath (parseJson request.body) '$.a.s'}}|{{lookup (jsonPath request.body '$.items') 1}}|{{join (jsonPath request.body '$.items[*].n') ','}}|{{#if (jsonPath request.body '$.nope')}}T{{else}}F{{/if}}",
            "text|{id=2, n=B}|A,B|F"
        ),
        // What parseJson gives is of Java's collections, and so are the lists in it.
        (
            "{{jsonPath (parseJson request.body) '$.a.b'}}|{{jsonPath (parseJson request.body) '$.items[*].n'}}|{{jsonPath (parseJson request.body) '$.a.b[2]'}}",
            "[1, 2, {c=x}]|[\"A\",\"B\"]|{\n  \"c\" : \"x\"\n}"
        ),
        (
            #"{{#each (jsonPath (parseJson '{"o":[[1,2],{"a":[2,"x"]}]}') '$.o[*]')}}{{this}};{{/each}}{{#each (jsonPath (parseJson '{"l":[1,2]}') '$')}}{{this}}{{/each}}"#,
            "[1, 2];{a=[2, x]};[1, 2]"
        ),
        (
            "{{jsonPath (jsonPath request.body '$.a') '$.b'}}|{{jsonPath (jsonPath (parseJson request.body) '$.a') '$.b'}}|{{jsonPath (parseJson request.body) '$.d'}}",
            #"[1,2,{"c":"x"}]|[1, 2, {c=x}]|1.50"#
        ),
        // A map as the default prints as an object that was found, a list as it is.
        (
            #"{{jsonPath request.body '$.nope' default=(parseJson '{"k":[1,{"z":null}]}')}}|{{jsonPath request.body '$.nope' default=(parseJson '[{"a":1}]')}}"#,
            "{\n  \"k\" : [ 1, { } ]\n}|[{a=1}]"
        ),
        (
            "{{jsonPath request.body '$.nope' default=request.query}}|{{lookup (jsonPath request.body '$.nope' default=request.query) 'x'}}",
            "{\n  \"q\" : [ \"1\", \"2\" ],\n  \"x\" : \"y\"\n}|y"
        ),
        // What is in it is as it was: the first of several values prints.
        (
            "{{#with (jsonPath request.body '$.nope' default=request.query)}}{{q}} {{q.[1]}}{{#each this}} {{@key}}={{this}}{{/each}}{{/with}}",
            "1 2 q=1 x=y"
        ),
        (
            "{{#each (jsonPath request.body '$.items')}}{{jsonPath request.body '$.nope' default=this}}{{/each}}",
            "{\n  \"id\" : 1,\n  \"n\" : \"A\"\n}{\n  \"id\" : 2,\n  \"n\" : \"B\"\n}"
        ),
        ("{{parseJson request.body}}", "{a={b=[1, 2, {c=x}], s=text, n=null, t=true}, items=[{id=1, n=A}, {id=2, n=B}], d=1.50, e=1E+3}"),
        (
            #"{{parseJson '{"x":{"y":[1,"z",null]}}' 'v'}}{{v}}|{{v.x.y}}|{{v.x.y.[1]}}|{{#parseJson 'w'}}{"k":"{{request.method}}"}{{/parseJson}}{{w.k}}|{{parseJson '[1,2]' 'l'}}{{l}}|{{parseJson '{}'}}"#,
            "{x={y=[1, z, null]}}|[1, z, null]|z|POST|[1, 2]|{}"
        ),
        (
            #"{{parseJson nope}}|{{parseJson}}|{{#parseJson}}{"k":1}{{/parseJson}}"#,
            "{}|[ERROR: Missing required JSON string parameter]|{k=1}"
        ),
        (
            "{{toJson (array 1 'a' true)}}|{{toJson request.query}}|{{toJson 'x'}}|{{toJson nope}}",
            "[ 1, \"a\", true ]|{\n  \"q\" : [ \"1\", \"2\" ],\n  \"x\" : \"y\"\n}|\"x\"|"
        ),
        (
            #"{{formatJson '{"a":1,"b":[1,2]}'}}|{{formatJson '{"a": 1, "b": [1, 2]}' format='compact'}}|{{#formatJson}}{"z":1}{{/formatJson}}"#,
            "{\n  \"a\" : 1,\n  \"b\" : [ 1, 2 ]\n}|{\"a\":1,\"b\":[1,2]}|{\n  \"z\" : 1\n}"
        ),
        (
            "{{formatJson 'x'}}|{{formatJson ''}}|{{formatJson '1' format='wide'}}",
            "[ERROR: There was an error parsing the json. Please make sure the json is valid]|[ERROR: formatJson should take a block of JSON to format or a single parameter of type String]|[ERROR: formatJson: format [wide] should be one of [pretty, compact]]"
        ),
        (
            #"{{jsonMerge '{"a":1,"o":{"x":1}}' '{"b":2,"o":{"y":2}}'}}|{{#jsonMerge '{"a":1}'}}{"a":null}{{/jsonMerge}}|{{jsonMerge '{"a":1}' '{"a":null}' removeNulls=true}}"#,
            #"{"a":1,"o":{"x":1,"y":2},"b":2}|{"a":null}|{}"#
        ),
        (
            #"{{jsonMerge '{"a":1,"b":null}' '{"c":2,"n":{"x":null},"a":null}' removeNulls=true}}|{{jsonMerge '{"n":{"x":1}}' '{"n":{"x":null}}' removeNulls=true}}"#,
            #"{"b":null,"c":2,"n":{"x":null}}|{"n":{}}"#
        ),
        (
            "{{jsonMerge 1 2}}|{{jsonMerge '[]' '{}'}}|{{jsonMerge '{}' 'x'}}|{{jsonMerge '{}' 5}}",
            "[ERROR: Base JSON parameter must be a string]|[ERROR: Base JSON is not a JSON object ('[]')]|[ERROR: JSON to merge is not valid JSON ('x')]|[ERROR: JSON to merge must be a string]"
        ),
        (
            #"{{jsonRemove '{"a":1,"b":2}' '$.a'}}|{{jsonRemove '[1,2,3,4]' '$[0,2]'}}|{{jsonRemove '{"a": 1}' '$.z'}}|{{jsonRemove '{"a":1}' '$['}}|{{jsonRemove '{"a":1}' '$'}}"#,
            #"{"b":2}|[2,4]|{"a": 1}|[ERROR: JSONPath parameter is not a valid JSONPath expression ('$[')]|[ERROR: Delete operation cannot be applied to JSONPath expression ('$')]"#
        ),
        (
            #"{{jsonRemove '{"a":{"a":1},"b":[{"a":2},[{"a":3,"c":4}]]}' '$..a'}}|{{jsonRemove '[1,2,3]' '$[0,0]'}}|{{jsonRemove '[[1,2],[3]]' '$[*][0]'}}"#,
            #"{"b":[{},[{"c":4}]]}|[2,3]|[[2],[]]"#
        ),
        (
            #"{{jsonArrayAdd '[1,2]' '3'}}|{{jsonArrayAdd '[1,2]' '3' maxItems=2}}|{{jsonArrayAdd '[1]' '[2,3]' flatten=true}}|{{jsonArrayAdd '{"l":[{}]}' '{"x":1}' jsonPath='$.l'}}|{{#jsonArrayAdd '[]'}}"{{request.method}}"{{/jsonArrayAdd}}"#,
            #"[1,2,3]|[2,3]|[1,2,3]|{"l":[{},{"x":1}]}|["POST"]"#
        ),
        (
            #"{{jsonArrayAdd '{"o":[{"id": 1,"t":[]}]}' '"x"' jsonPath='$.o[?(@.id==1)].t'}}|{{jsonArrayAdd '[[1],[2]]' '9' jsonPath='$[*]'}}|{{jsonArrayAdd '[1]' '9' jsonPath='$..t'}}|{{jsonArrayAdd '[1]' 'x' jsonPath='$..t'}}"#,
            #"{"o":[{"id":1,"t":[]}]}|[[1],[2]]|[1]|[ERROR: Item-to-add JSON is not valid JSON ('x')]"#
        ),
        (
            "{{jsonArrayAdd '{}' '1'}}|{{jsonArrayAdd '[]' 1}}|{{jsonArrayAdd '[]' '1' maxItems='a'}}",
            "[ERROR: Target JSON is not a JSON array ('{}')]|[ERROR: Item-to-add JSON must be a string]|[ERROR: maxItems option must be an integer]"
        ),
        (
            #"{{jsonSort '[{"n":"b"},{"n":"a"}]' '$[*].n'}}|{{jsonSort '{"l":[{"n":1,"k":1},{"n":3},{"n":1,"k":2}]}' '$.l[*].n' order='desc'}}|{{jsonSort '[1]' '$.x'}}"#,
            #"[{"n":"a"},{"n":"b"}]|{"l":[{"n":3},{"n":1,"k":1},{"n":1,"k":2}]}|[ERROR: JSONPath must include [*] to specify array location (e.g., '$[*].name' or '$.users[*].name')]"#
        ),
        (
            #"{{jsonSort '[{"i":1,"n":"b"},{"i":2},{"i":3,"n":"a"},{"i":4,"n":null}]' '$[*].n'}}|{{jsonSort '[{"i":1,"n":"b"},{"i":2},{"i":3,"n":"a"}]' '$[*].n' nulls='last'}}|{{jsonSort '[{"i":1,"n":"b"},{"i":2},{"i":3,"n":"a"}]' '$[*].n' order='desc'}}|{{jsonSort '[null,2,1]' '$[*]'}}"#,
            #"[{"i":2},{"i":4},{"i":3,"n":"a"},{"i":1,"n":"b"}]|[{"i":3,"n":"a"},{"i":1,"n":"b"},{"i":2}]|[{"i":1,"n":"b"},{"i":3,"n":"a"},{"i":2}]|[null,1,2]"#
        ),
        (
            #"{{jsonSort '[9007199254740993,9007199254740992,-1,1.5]' '$[*]'}}|{{jsonSort '[{"i":2},{"i":1}]' '$[*].n'}}|{{jsonSort '[]' '$[*].n'}}|{{jsonSort '[{"n":null,"a":1}]' '$[*].a'}}"#,
            #"[-1,1.5,9007199254740992,9007199254740993]|[{"i":2},{"i":1}]|[]|[{"a":1}]"#
        ),
        (
            "{{jsonSort 'null' '$[*]'}}|{{jsonSort '[]' '$[*]' nulls='middle'}}|{{jsonSort '[]' '$[*]' order=1}}|{{jsonSort '[]' '$[*]' order='up'}}",
            "[ERROR: Cannot sort a JSON null value - input must be a JSON array]|[ERROR: nulls parameter must be 'first' or 'last']|[ERROR: order parameter must be a string]|[ERROR: order parameter must be 'asc' or 'desc']"
        ),
        (
            #"{{jsonSort '[{"n":1}]' '$.l[*].n'}}|{{jsonSort '{"l":{"n":1}}' '$.l[*].n'}}|{{jsonSort '[{"l":[1,2]},{"l":[3]}]' '$[*].l[*]'}}|{{jsonSort '["a",1]' '$[*]'}}|{{jsonSort '[1]' '$[*].['}}"#,
            "[ERROR: JSONPath expression did not match any values ('$.l[*].n')]|[ERROR: JSONPath does not reference an array ('$.l')]|[ERROR: Number of sort values (3) does not match array size (2). JSONPath contains 2 wildcards [*] but only single-level array sorting is supported]|[ERROR: All sort field values must be of the same comparable type (Number, String, or Boolean)]|[ERROR: Invalid JSONPath expression ('$[*].[')]"
        ),
    ])
    func prints(_ template: String, _ expected: String) throws {
        #expect(try HelperRequest.body(template) == expected)
    }

    @Test(arguments: [
        ("{{parseJson 'xx'}}", "neither a JSON object"),
        ("{{jsonPath '1' ''}}", "null or empty"),
    ])
    func failsAsAWhole(_ template: String, _ message: String) { #expect(HelperRequest.failure(template)?.contains(message) == true) }

    @Test(arguments: ["parseJson '*'", "jsonPath '*' '$'", "formatJson '*'"])
    func jsonThatIsNestedTooDeepIsAFailure(call: String) {
        let text = String(repeating: "[", count: 513) + String(repeating: "]", count: 513)
        let failure = HelperRequest.failure("{{\(call.split(separator: "*").joined(separator: text))}}")
        #expect(failure?.contains("JSON is nested deeper than 512 levels, which limits.jsonDepth allows") == true)
    }

    @Test func aTextThatNamesTheSettingIsAMistakeLikeAnyOther() {
        #expect(HelperRequest.failure("{{parseJson '[limits.jsonDepth]'}}")?.contains("JSON is") != true)
    }
}
