import JSONDocument
import TestSupport
import Testing

@testable import JSONPath

@Suite struct JSONPathTests {
    @Test(arguments: [
        ("$.a[", #"expected a selector: a name in quotes, an index, a slice, "*" or "?", found the end at offset 4"#),
        ("$.a]", #"expected "." or "[", found "]" at offset 3"#),
        ("$.", #"expected a name, "*", found the end at offset 2. Put other names in brackets and quotes: ['…']."#),
        ("", #"expected "$", found the end at offset 0"#),
        ("$['a", "the string that begins here is not closed at offset 2"),
        ("$[?(@.a == )]", #"expected a value, a path or a function, found ")" at offset 11"#),
        ("$[?(@.a == b)]", #"unknown word "b" at offset 11. Text needs quotes around it."#),
        ("$[?(@.a =~ /(/)]", "the pattern /(/ cannot be compiled"),
        ("$[?(@.a =~ 'x')]", #"expected a pattern, found "'" at offset 11. Write it between slashes: =~ /…/."#),
        ("$.a.lenght()", #"unknown function "lenght" at offset 4. Did you mean "length"?"#),
        ("$[?count(1) > 1]", "count() takes a path at offset 3"),
        ("$[?length(@.*) > 1]", "length() takes a single value: a path with wildcards is none at offset 3"),
        ("$[?length(@.a)]", "the result of length() must be compared at offset 3. Add a comparison, such as \"> 0\"."),
        ("$[9007199254740992]", "the index 9007199254740992 is too large at offset 2"),
        ("$[-9223372036854775808]", "the index -9223372036854775808 is too large at offset 2"),
        ("$.a[(@.length-1)]", "scripts in brackets are not supported at offset 4. Count from the end with a negative index: [-1]."),
    ])
    func complaintsHaveAPlace(path: String, complaint: String) {
        do {
            _ = try JSONPath.compile(path)
            Issue.record("\(path) is accepted")
        } catch {
            #expect(error.description.hasPrefix("JSONPath \"\(path)\": \(complaint)"), "\(error)")
        }
    }

    /// Within a filter it is another mistake.
    @Test(arguments: [
        ("$.a.foo()", true), ("$.a.?(@=='x')", true), ("foo(", true), ("$[?(@.foo() == 1)]", false), ("$[?foo(@.a)]", false),
        ("$.a[", false),
    ])
    func anUnknownFunctionAtTheEndIsTold(path: String, isUnknownFunction: Bool) throws {
        let error = try #require(throws: JSONPathError.self) { try JSONPath.compile(path) }
        #expect(error.isUnknownFunction == isUnknownFunction)
    }

    @Test func nestingIsLimited() {
        for hostile in [
            "$" + String(repeating: "[?@", count: 10_000), "$[?" + String(repeating: "(", count: 10_000),
            "$[?" + String(repeating: "!(", count: 10_000), "$[?" + String(repeating: "length(", count: 10_000),
            "$.a.sum(" + String(repeating: "$.sum(", count: 10_000),
            "$[?(@.a in " + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000),
        ] {
            #expect(throws: JSONPathError.self) { try JSONPath.compile(hostile) }
        }
        do { _ = try JSONPath.compile("$[?" + String(repeating: "(", count: 100)) } catch {
            #expect(error.message == "nested deeper than 64 levels, which limits.jsonPathDepth allows")
        }
    }

    @Test func stepsAreLimited() throws {
        #expect(JSONPath.Limits().steps == 1_000_000)
        var value: JSONValue = [1, 2, 3, 4]
        for _ in 0..<6 { value = .array(Array(repeating: value, count: 4)) }
        for hostile in ["$..*..*..*..*", "$..[*,*,*,*,*,*,*,*]..[*,*,*,*]", "$..[?@..[?@..[?@ == $]]]", "$..[?($..* subsetof $..*)]"] {
            let path = try JSONPath.compile(hostile, limits: JSONPath.Limits(steps: 100_000))
            do {
                _ = try path.evaluate(value)
                Issue.record("\(hostile) was not stopped")
            } catch {
                #expect(error.description == "JSONPath \"\(hostile)\": stopped after 100000 steps (limits.jsonPathSteps)")
            }
        }
    }

    @Test func patternsThatBacktrackForeverAreStopped() throws {
        let subject: JSONValue = [.string(String(repeating: "a", count: 40) + "bc")]
        for hostile in ["$[?(@ =~ /(a|aa)+$/)]", "$[?search(@, '(a|aa)+c')]"] {
            let error = #expect(throws: JSONPathError.self) { try JSONPath.compile(hostile).evaluate(subject) }
            #expect(error?.setting == "limits.patternSteps", "\(hostile)")
        }
    }

    @Test func aPatternIsChargedForEachElement() throws {
        let list: JSONValue = [.array(Array(repeating: 1, count: 200))]
        let path = try JSONPath.compile("$[?(@ =~ /x/)]", limits: JSONPath.Limits(steps: 1000))
        #expect(throws: JSONPathError.self) { try path.evaluate(list) }
        #expect(try path.evaluate([[1, 1]]).nodes.isEmpty)
    }

    /// Whether an evaluation takes more than 5,000 steps for a list with ten times the same value, and the value beside it.
    private static func isStopped(_ path: String, _ value: JSONValue) throws -> Bool {
        let path = try JSONPath.compile(path, limits: JSONPath.Limits(steps: 5_000))
        do { _ = try path.evaluate(["list": .array(Array(repeating: value, count: 10)), "one": value]) } catch {
            return error.setting == "limits.jsonPathSteps"
        }
        return false
    }

    /// A body may have a few long texts that a filter reads for each of many elements.
    @Test(arguments: [
        "[?@ < $.one]", "[?@ > $.one]", "[?@ <= $.one]", "[?@ >= $.one]", "[?@ == $.one]", "[?@ != $.one]", "[?(@ <= $.one)]",
        "[?(@ == $.one)]", "[?(@ in $.list)]", "[?(@ == $.one.concat())]", "[?(@ == $.one.sum())]",
    ])
    func longTextsAreCharged(filter: String) throws {
        let text = String(repeating: "1", count: 10_000)
        for kind in [{ .string($0) }, { .number(JSONNumber(validated: $0)) }] as [(String) -> JSONValue] {
            #expect(try Self.isStopped("$.list" + filter, kind(text)))
            #expect(try !Self.isStopped("$.list" + filter, kind("1")))
        }
    }

    @Test(arguments: ["[?(@ contains $.one)]", "[?(@ size 3)]", "[?length(@) > 3]"]) func longStringsAreCharged(filter: String) throws {
        #expect(try Self.isStopped("$.list" + filter, .string(String(repeating: "1", count: 10_000))))
        #expect(try !Self.isStopped("$.list" + filter, "1"))
    }

    /// Only a text that may be a number is parsed.
    @Test func aNumberMayBeComparedWithAText() throws {
        let path = try JSONPath.compile("$.list[?(@ == $.text)]", limits: JSONPath.Limits(steps: 5_000))
        let long = "[" + String(repeating: "1,", count: 100_000) + "1]"
        #expect(throws: JSONPathError.self) { try path.evaluate(["list": [1, 2], "text": .string(long)]) }
        for (text, count) in [("1", 1), (" 1.0 ", 1), ("-1", 0), ("one", 0), ("", 0)] {
            #expect(try path.evaluate(["list": [1, 2], "text": .string(text)]).nodes.count == count, "\(text)")
        }
    }

    /// Accepted although the compliance suite calls it invalid, because Jayway accepts it or because it is harmless.
    @Test(.enabled(if: Corpora.has("jsonpath/cts.json"), Comment(rawValue: Corpora.absence)))
    func theAdditionsAreFew() throws {
        let suite = try JSONValue.parse(Corpora.bytes("jsonpath/cts.json"))
        let taken = (suite["tests"]?.array ?? []).filter {
            $0["invalid_selector"]?.bool == true && (try? JSONPath.compile($0["selector"]?.string ?? "")) != nil
        }
        let groups = Set(
            taken.compactMap { $0["name"]?.string }.map { name in
                if name.contains("non-singular") { return "many values in a comparison" }
                if name.contains("quotes, ") { return "any escape or control character in quotes" }
                if name.hasSuffix("0") { return "leading zeros" }
                return name
            })
        #expect(
            groups == [
                "any escape or control character in quotes", "many values in a comparison", "leading zeros",
                "basic, no leading whitespace", "basic, no trailing whitespace", "basic, name shorthand, symbol",
                "basic, name shorthand, number",
            ])
    }

    @Test func placesAreFound() throws {
        let value: JSONValue = ["a": [["b'\n": 1], 2]]
        #expect(
            try JSONPath.compile("$..*").locations(in: value).map(\.description) == [
                "$['a']", "$['a'][0]", "$['a'][1]", #"$['a'][0]['b\'\n']"#,
            ])
        #expect(try JSONPath.compile("$.a.length()").locations(in: value).isEmpty)
    }
}
