import JSONDocument
import JSONPath
import Testing

/// What is missing, and what has another type, as in WireMock 2.35.1; `=~` as in the later JsonPath of 3.13.2.
@Suite struct JSONPathMissingTests {
    /// A path, what a matcher gets, and what the helper `jsonPath` gets, for which a missing last name is null.
    @Test(arguments: [
        ("$[?(@.n != null)].id", "[1,3]", "[1]"), ("$[?(@.n == null)].id", "[2]", "[2,3]"), ("$[?(null == @['n'])].id", "[2]", "[2,3]"),
        ("$[?(@.n === null)].id", "[2]", "[2,3]"), ("$[?(@.n in [null])].id", "[2]", "[2,3]"), ("$[?(@.n nin [null])].id", "[1,3]", "[1]"),
        ("$[?(@.x == @.y)].id", "[]", "[1,2,3]"), ("$[?(@..n == [null])].id", "[2]", "[2,3]"),
        ("$[?(@.n)].id", "[1,2]", "[1,2]"), ("$[?(!@.n)].id", "[3]", "[3]"), ("$[?(@.n.c == null)].id", "[]", "[]"),
        ("$[?(@.id == 3 && $[2].n == null)].id", "[]", "[3]"), ("$[?@.n == null].id", "[2]", "[2]"), ("$[?@.n == @.x].id", "[3]", "[3]"),
        ("$[*]['id','n']", #"[{"id":1,"n":"a"},{"id":2,"n":null},{"id":3}]"#, #"[{"id":1,"n":"a"},{"id":2,"n":null},{"id":3,"n":null}]"#),
        ("$[2:]['id','n']", #"[{"id":3}]"#, #"[{"id":3,"n":null}]"#),
        ("$[1,2]['x','id']", #"[{"id":2},{"id":3}]"#, #"[{"x":null,"id":2},{"x":null,"id":3}]"#),
        ("$[?(@.id > 2)]['id','n']", #"[{"id":3}]"#, #"[{"id":3,"n":null}]"#), ("$[2]['id','n']", #"{"id":3}"#, #"{"id":3,"n":null}"#),
        ("$..['id','n']", #"[{"id":1,"n":"a"},{"id":2,"n":null}]"#, #"[{"id":1,"n":"a"},{"id":2,"n":null},{"id":3,"n":null}]"#),
        ("$..['id','x'].length()", "0", "0"),
        ("$[?(@['id','n'])].id", "[1,2]", "[1,2]"), ("$[?(@['id','n'] == {'id':3})].id", "[3]", "[]"),
        ("$[?(@['id','n'] == {'id':3,'n':null})].id", "[]", "[3]"), ("$[?@['id','n']].id", "[1,2,3]", "[1,2,3]"),
    ])
    func missingNames(path: String, matched: String, printed: String) throws {
        let document = try JSONValue.parse(#"[{"id":1,"n":"a"},{"id":2,"n":null},{"id":3}]"#.utf8)
        let path = try JSONPath.compile(path)
        #expect(try path.evaluate(document).value?.text() == matched)
        #expect(try path.evaluate(document, missingLeavesAreNull: true).value?.text() == printed)
    }

    @Test(arguments: [
        ("$..['a','zz']", "[]"), ("$..['a','b']", #"[{"a":[],"b":1}]"#), ("$..['a','b'].c", "[]"),
        ("$.a[0].tags[*]", "[]"), ("$.a[-1]..x", "[]"), ("$.a[0][?(@.x)].y", "[]"), ("$.a[3].x[*].length()", "[]"), ("$.a[0].x", nil),
        ("$.a[0]['k','l']", nil), ("$.z[*]", nil), ("$.z[0][*]", nil), ("$.b[0][*]", nil), ("$.c[0].d[0].e[*]", "[]"), ("$.c[0].z[*]", nil),
    ])
    func placesThatAreMissing(path: String, result: String?) throws {
        let document = try JSONValue.parse(#"{"a":[],"b":1,"c":[{"d":[]}]}"#.utf8)
        #expect(try JSONPath.compile(path).evaluate(document).value?.text() == result)
    }

    @Test(arguments: [
        ("$[?(@.v =~ /.*/)].i", "[1,2,3,4,5,6,7]"), ("$[?(@.v =~ /^$/)].i", "[1,2,3,6]"), ("$[?(@.v =~ /[1x]/)].i", "[4,5,7]"),
        ("$[?(@.v =~ /true/)].i", "[5]"), ("$[?(@.v =~ /y/)].i", "[]"), ("$[?(@.v[*] =~ /1/)].i", "[4]"),
        ("$[?(!(@.v =~ /.+/))].i", "[1,2,3,6]"),
        ("$[?(/[1x]/ =~ @.v)].i", "[4,5,7]"), ("$[?(/X/i =~ @.v && @.i > 5)].i", "[7]"), ("$[?(@.i == 1 || /x/=~@['v'])].i", "[1,5,7]"),
        ("$[?(/a/ =~ 'a')].i", "[1,2,3,4,5,6,7]"),
    ])
    func patterns(path: String, result: String) throws {
        let document = try JSONValue.parse(
            #"[{"i":1,"v":null},{"i":2},{"i":3,"v":{}},{"i":4,"v":[1]},{"i":5,"v":[true,"x"]},{"i":6,"v":[null]},{"i":7,"v":"x"}]"#.utf8)
        #expect(try JSONPath.compile(path).evaluate(document).value?.text() == result)
    }

    /// Quotes and parentheses in a pattern do not end the filter.
    @Test(arguments: [#"$[?(@.a =~ /it's \).*/)]"#, #"$[?(/it's \).*/ =~ @.a)]"#, #"$[?(@.a=~/it's \).*/)]"#])
    func patternsWithQuotes(path: String) throws {
        #expect(try JSONPath.compile(path).evaluate(["a": "it's ) so"]).nodes.count == 1)
    }

    /// Behind `..` an object is tested, and the elements of a list that passes itself.
    @Test(arguments: [
        ("$..[?(!@.zz)]", #"[{"a":"x","l":["x",{"b":2}]},"x",{"b":2},{"b":2}]"#), ("$..[?(@ == 'x')]", "[]"),
        ("$..[?(@.b)]", #"[{"b":2}]"#),
        ("$..[?(@ =~ /x/)]", #"["x"]"#), ("$..[?@ == 'x']", #"["x","x"]"#),
    ])
    func filtersBehindDescendants(path: String, result: String) throws {
        let document = try JSONValue.parse(#"{"a":"x","l":["x",{"b":2}]}"#.utf8)
        #expect(try JSONPath.compile(path).evaluate(document).value?.text() == result)
    }

    @Test(arguments: [
        ("$.concat($.n)", #""1truea2.5""#), (#"$.concat($..k, "-", $.n[*])"#, #""7-1truea2.5""#), ("$.n.concat()", #""a""#),
        ("$.n[01]", "true"), ("$.n[-0]", "1"), ("$.n[-01]", "2.5"), ("$.n[00:02]", "[1,true]"), ("$.n[?(@ == 01)]", "[1]"),
        ("$.n[?(@ == 002.5)]", "[2.5]"), ("$.n[?(@ > -00.5)]", "[1,2.5]"), ("$.o.**", "[7]"), ("$.o..**", "[7]"),
    ])
    func numbersAndZeros(path: String, result: String) throws {
        let document = try JSONValue.parse(#"{"n":[1,true,null,"a",2.5],"o":{"k":7}}"#.utf8)
        #expect(try JSONPath.compile(path).evaluate(document).value?.text() == result)
    }

    @Test(arguments: [
        "$.**.b", "$.***", "$[?(@.** == 1)]", "$[?(/a/ =~ /a/)]", "$[?(/a/)]", "$[?(/a/ == @)]", "$[?(@ == 0-1)]", "$[?(@ == -)]",
    ])
    func whatIsRefused(path: String) {
        #expect(throws: JSONPathError.self) { try JSONPath.compile(path) }
    }
}
