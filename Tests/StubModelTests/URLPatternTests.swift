import JSONDocument
import StubModel
import Testing

/// Warnings about forms of URLs that are those of another field or another tool.
@Suite(.timeLimit(.minutes(5))) struct URLPatternTests {
    private func warnings(_ field: String, _ text: String) throws -> [String] {
        let mapping: JSONValue = ["request": .object(JSONObject([(field, .string(text))]))]
        let report = ProblemReport(try JSONDocument.parse(mapping.bytes(), name: "m.json"))
        _ = StubMapping.decode(report.document.root, report)
        #expect(report.problems.isEmpty)
        return report.warnings.map { [$0.message, $0.repair].compactMap(\.self).joined(separator: ". ") }
    }

    @Test(arguments: [
        ("urlPath", "/users/[0-9]+", "[0-9]+"), ("urlPath", "/users/.*", ".*"), ("urlPath", #"/users/\d+"#, #"\\d+"#),
        ("urlPath", #"/a/\w+"#, #"\\w+"#), ("urlPath", "/(a|b)", "(a|b)"), ("url", #"/users\?page=[0-9]+"#, #"\\?"#),
        ("url", "/users.*", ".*"), ("urlPathTemplate", "/users/{id}/[0-9]", "[0-9]"), ("urlPath", "^/users$", "^"),
        ("urlPath", "/users/[^/]+/posts", "[^/]+"), ("url", "/a/(.*)", ".*"), ("url", #"/users/\\d+"#, #"\\\\d+"#),
    ])
    func anExpressionStandsForItself(field: String, text: String, sign: String) throws {
        let other = field == "url" ? "urlPattern" : "urlPathPattern"
        let told = "\"\(sign)\" in \"\(field)\" stands for itself. For a regular expression write \"\(other)\"."
        #expect(try warnings(field, text) == [told])
    }

    /// If each place were read to the end of the text, one of these would take an hour.
    @Test(arguments: ["(", "[^", "[0-9", "\\"]) func aLongTextIsReadOnce(piece: String) throws {
        #expect(try warnings("urlPath", "/" + String(repeating: piece, count: 500_000)).isEmpty)
    }

    @Test(arguments: [
        ("urlPathTemplate", "/users/*", #""*" in "urlPathTemplate" stands for itself. Write "{name}" for one segment."#),
        ("urlPathTemplate", "/users/<id>", #""<id>" in "urlPathTemplate" stands for itself. Write "{id}"."#),
        ("urlPathTemplate", "/users/${id}", #"the "$" of "${id}" in "urlPathTemplate" stands for itself. Write "{id}"."#),
        ("urlPath", "/users/<id>/a", #""<id>" in "urlPath" stands for itself. Use "urlPathTemplate" with "{id}"."#),
        ("url", "/users/${id}", #""${id}" in "url" stands for itself. Use "urlPathTemplate" with "{id}"."#),
        (
            "urlPathPattern", #"/^\/users\/[0-9]+$/"#,
            #"in "urlPathPattern" the slashes around an expression are part of it, and so no request matches it. Write "/users/[0-9]+"."#
        ),
        (
            "urlPattern", #"/\/users\/.*/i"#,
            #"in "urlPattern" the slashes around an expression are part of it, and so no request matches it. Write "/users/.*"."#
        ),
        (
            "urlPathPattern", #"/users/\\d+"#,
            #"two backslashes in "urlPathPattern" match a backslash, and no URL has one. Write "/users/\\d+"."#
        ),
        (
            "urlPathPattern", "/api/*.json",
            #"the "*" behind a slash in "urlPathPattern" repeats the slash. For any one segment write "/api/[^/]+\\.json"."#
        ),
        (
            "urlPattern", "/api/*/items",
            #"the "*" behind a slash in "urlPattern" repeats the slash. For any one segment write "/api/[^/]+/items"."#
        ),
        (
            "urlPathPattern", #"/users/.*\?page=.*"#,
            #""urlPathPattern" has a "?" of its own, and a path has no query, so no request matches it. Use "queryParameters"."#
        ),
        (
            "url", "/q?",
            #""url" ends in a "?", and requests lose an empty query, so no request matches it. Write "/q", or "urlPath" for any query."#
        ),
        ("urlPath", "/q?", #""urlPath" ends in a "?", and requests lose an empty query, so no request matches it. Write "/q"."#),
    ])
    func theFormOfAnotherToolIsTold(field: String, text: String, told: String) throws {
        #expect(try warnings(field, text) == [told])
    }

    /// URLs that real servers have, and expressions that match some request.
    @Test(arguments: [
        ("url", "/Users(1)/$count"), ("url", "/odata/Users('a')?$filter=a%20eq%201&$top=1"), ("urlPath", "/odata/$metadata"),
        ("url", "/a.b/c.json?q=a+b&page[size]=10&ids[]=1"), ("urlPath", "/logs-2026.*/_search"), ("url", "/v1:batchGet?x=(a,b)"),
        ("url", "/search?q=c++&r=a*"), ("urlPath", "/files/a..b/%5B0-9%5D"), ("urlPath", "/~user/@me/a,b;c=1"), ("url", "*"),
        ("urlPath", "/page[a]/x"), ("url", "/a?b=[1-x]"), ("url", "/q??"), ("url", "/q?a?"), ("urlPattern", "/q?"),
        ("urlPathPattern", "/q?"), ("urlPathTemplate", "/users/{id}/**"), ("urlPathTemplate", "/a/{x}.{y}"),
        ("urlPathPattern", "/users(\\?.*)?"), ("urlPattern", "/users/.*"), ("urlPathPattern", "/.*/[^\\\\/]+"),
        ("urlPathPattern", "/users/?"),
        ("urlPathPattern", "/a/b/g"), ("urlPattern", "/users/"), ("urlPathPattern", "/*.*"), ("urlPathPattern", "(/a|/b)/c"),
        ("urlPathPattern", "/[^/*.]+"),
    ])
    func whatMayBeMeantIsNoMistake(field: String, text: String) throws {
        #expect(try warnings(field, text) == [])
    }
}
