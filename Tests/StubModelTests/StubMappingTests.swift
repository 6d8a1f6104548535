import JSONDocument
import StubModel
import Testing

@Suite struct StubMappingTests {
    private func decode(_ text: String, origin: StubMapping.Origin = .interface) throws -> (mapping: StubMapping?, problems: [String]) {
        let document = try JSONDocument.parse(Array(text.utf8), name: "m.json")
        let report = ProblemReport(document)
        let mapping = StubMapping.decode(document.root, report, origin: origin)
        return (mapping, report.problems.map(\.description))
    }

    @Test func emptyMappingHasWireMocksDefaults() throws {
        let mapping = try #require(try decode("{}").mapping)
        #expect(mapping.priority == 5)
        #expect(mapping.request.method == nil && mapping.request.url == nil)
        #expect(mapping.responses.responses.count == 1)
        let id = mapping.id.description
        #expect(
            JSONValue.object(mapping.json)
                == ["id": .string(id), "request": ["method": "ANY"], "response": ["status": 200], "uuid": .string(id)])
    }

    @Test(arguments: [
        (#"{"count": 0}"#, "never"), (#"{"count": 1}"#, "exactly once"), (#"{"count": 2}"#, "exactly 2 times"),
        (#"{"atLeast": 1}"#, "at least once"), (#"{"atMost": 3}"#, "at most 3 times"), (#"{"atLeast": 2, "atMost": 2}"#, "exactly 2 times"),
        (#"{"atLeast": 1, "atMost": 2}"#, "1 to 2 times"),
    ]) func anExpectationIsSaidInWords(written: String, text: String) throws {
        #expect(try decode(#"{"expect": \#(written)}"#).mapping?.expectation?.text == text)
    }

    /// What the admin API shows can be sent back, and what is saved can be read again.
    @Test(arguments: [
        #"{"response": {"modify": {"status": 503, "fixedDelayMilliseconds": 80}}}"#, #"{"response": {"modify": {"s3Error": "SlowDown"}}}"#,
        #"{"responses": [{"modify": {"fixedDelayMilliseconds": 80}}, {"status": 401}], "repeat": "cycle"}"#,
        #"{"response": {"s3Error": {"code": "SlowDown", "status": 500}}}"#,
        #"{"response": {"fault": {"effect": "reset", "at": "beforeHeaders", "count": 2}, "body": "x"}}"#,
        #"{"response": {"jsonBody": [1, null, 2.50], "headers": {"A": "1", "B": ["1", "2"]}, "transformers": ["response-template"]}}"#,
        #"{"request": {"urlPathTemplate": "/a/{id}", "method": "GET", "s3": {"bucket": "b"}}, "name": "n", "priority": 1}"#,
        #"{"scenarioName": "s", "requiredScenarioState": "Started", "newScenarioState": "b", "metadata": {"a": 1}}"#,
        #"{"expect": {"atLeast": 1}, "response": {"base64Body": "AAEC", "delayDistribution": {"type": "uniform", "lower": 1, "upper": 2}}}"#,
    ]) func whatIsShownCanBeDecodedAgain(written: String) throws {
        let first = try decode(written)
        let mapping = try #require(first.mapping)
        try #require(first.problems.isEmpty, "\(first.problems)")
        for shown in [mapping.json, mapping.fileJSON] {
            let (again, problems) = try decode(JSONValue.object(shown).text())
            #expect(problems.isEmpty, "\(problems)")
            #expect(again?.json == mapping.json)
        }
    }

    /// WireMock has four faults, each a text, and a status in every response.
    @Test func theFormOfWireMockKeepsItsFaultsOnly() {
        #expect(ResponseForm.plain.response(["status": 201, "fault": "EMPTY_RESPONSE"]) == ["status": 201, "fault": "EMPTY_RESPONSE"])
        #expect(ResponseForm.plain.response(["fault": ["kind": "reset", "at": 5]]) == ["status": 200])
        #expect(ResponseForm.extended.response(["fault": ["kind": "reset"]]) == ["fault": ["kind": "reset"]])
    }

    @Test(arguments: [
        ("url", "/a*/b?c=*"), ("urlPath", "/a/*.json"), ("url", "/a?b={c}"), ("urlPath", "/a/{}"), ("urlPathTemplate", "/a/{id}/**"),
        ("urlPattern", "/a[^/]*"), ("urlPattern", #"/a\\?b=1"#), ("urlPattern", "/a/[0-9]?b=1"), ("urlPattern", "/.*a?b=1"),
        ("urlPattern", "/a.?b=1"), ("urlPattern", "/feeds?"), ("urlPattern", "/feeds?/a=b"), ("urlPathPattern", "/feeds?/.*"),
    ]) func aURLThatOnlyLooksLikeAMistakeIsNone(kind: String, text: String) throws {
        let document = try JSONDocument.parse(Array(#"{"request": {"\#(kind)": "\#(text)"}}"#.utf8), name: "m.json")
        let report = ProblemReport(document)
        _ = StubMapping.decode(document.root, report, origin: .interface)
        #expect(report.warnings.map(\.description) == [])
    }

    @Test(arguments: [
        (
            #""headers": {"Content-Type:": {"equalTo": "a"}}"#,
            #"no header field can have the name "Content-Type:". Did you mean "Content-Type"?"#
        ),
        (
            #""headers": {"Content Type": {"equalTo": "a"}}"#,
            #"no header field can have the name "Content Type". Did you mean "Content-Type"?"#
        ),
        (
            #""queryParameters": {"pageNumber ": {"equalTo": "a"}}"#,
            #"the name of the query parameter "pageNumber " has a space at its end. Did you mean "pageNumber"?"#
        ),
        (
            #""urlPath": "/__admin/x""#,
            #"the admin API responds to "/__admin", so no request for this "urlPath" gets here. Choose another path."#
        ),
        (
            #""url": "/a", "queryParameters": {"page": {"equalTo": "0"}}"#,
            #"""
            "url" is compared with the whole path and query, which here has no "page", so no request matches it. \#
            Use "urlPath", which leaves the query to "queryParameters".
            """#
        ),
        (
            #""urlPath": "/a", "queryParameters": {"q": {"equalTo": "%EA%B2%BD"}}"#,
            "the query parameter \"q\" is compared decoded, and this text is percent-encoded. Write \"\u{ACBD}\"."
        ),
        (
            #""urlPathPattern": "/a\\?x=1""#,
            #""urlPathPattern" has a "?" of its own, and a path has no query, so no request matches it. Use "queryParameters"."#
        ),
        (#""s3": {"partNumber": "three"}"#, #"no part has the number "three", so no request matches it. Write a number from 1 to 10000."#),
        (
            #""s3": {"partNumber": "03"}"#,
            #"numbers of parts are compared without zeros in front, so no request matches "03". Write "3"."#
        ),
        (#""s3": {"partNumber": 0}"#, #"no part has the number "0", so no request matches it. Write a number from 1 to 10000."#),
    ]) func whatNoRequestMeetsIsAWarning(field: String, told: String) throws {
        let document = try JSONDocument.parse(Array(#"{"request": {\#(field)}}"#.utf8), name: "m.json")
        let report = ProblemReport(document)
        _ = StubMapping.decode(document.root, report, origin: .interface)
        #expect(report.warnings.count == 1 && report.warnings[0].description.hasSuffix(told), "\(report.warnings)")
    }

    @Test(arguments: [
        #""url": "/a?page=0", "queryParameters": {"page": {"matches": "[0-9]"}}"#,
        #""url": "/a", "queryParameters": {"page": {"absent": true}}"#,
        #""url": "/a?%70age", "queryParameters": {"page": {"equalTo": ""}}"#,
        #""urlPath": "/a", "queryParameters": {"q": {"equalTo": "50%25"}}"#,
        #""urlPath": "/a", "queryParameters": {"q": {"equalTo": "100% \uACBD"}}"#, #""urlPathPattern": "/a\\\\?|/b""#,
        #""urlPathPattern": "/a[?]*""#, #""s3": {"partNumber": 3}"#, #""s3": {"partNumber": {"matches": "[0-9]+"}}"#,
    ]) func aConditionThatSomeRequestMeetsIsNoMistake(field: String) throws {
        let document = try JSONDocument.parse(Array(#"{"request": {\#(field)}}"#.utf8), name: "m.json")
        let report = ProblemReport(document)
        _ = StubMapping.decode(document.root, report, origin: .interface)
        #expect(report.warnings.map(\.description) == [])
    }

    @Test func anExpectationThatIsANumberIsTold() throws {
        let document = try JSONDocument.parse(Array(#"{"expect": 2}"#.utf8), name: "m.json")
        let report = ProblemReport(document)
        _ = StubMapping.decode(document.root, report, origin: .interface)
        #expect(
            report.problems.map(\.description) == [
                #"m.json:1:12 /expect: "expect" must be an object, found a number. Write {"count": 2}."#
            ])
    }

    @Test(arguments: [
        (#"{"before": "now"}"#, #"{"before": "now +0 seconds"}"#),
        (#"{"after": "now", "expectedOffset": 3, "expectedOffsetUnit": "DAYS"}"#, #"{"after": "now +3 days"}"#),
        (#"{"equalToDateTime": "now", "expectedOffset": -2, "expectedOffsetUnit": "hours"}"#, #"{"equalToDateTime": "now -2 hours"}"#),
        (#"{"after": "5 days", "truncateActual": "FIRST_DAY_OF_MONTH"}"#, #"{"after": "5 days", "truncateActual": "first day of month"}"#),
        (#"{"after": "5 days", "expectedOffset": 1}"#, #"{"after": "5 days", "expectedOffset": 1}"#),
        (#"{"absent": "(absent)"}"#, #"{"absent": true}"#), (#"{"anything": "x"}"#, #"{"anything": "anything"}"#),
        (#"{"not": {"or": [{"anything": ""}, {"absent": false}]}}"#, #"{"not": {"or": [{"anything": "anything"}, {"absent": true}]}}"#),
        (
            #"{"matchesJsonPath": {"expression": "$.a", "absent": "(absent)"}}"#,
            #"{"matchesJsonPath": {"expression": "$.a", "absent": true}}"#
        ),
        (
            #"{"matchesXPath": {"expression": "/a", "before": "now"}, "xPathNamespaces": {}}"#,
            #"{"matchesXPath": {"expression": "/a", "before": "now +0 seconds"}}"#
        ),
        (#"{"hasExactly": [{"before": "now"}]}"#, #"{"hasExactly": [{"before": "now +0 seconds"}]}"#),
        (#"{"matchesJsonSchema": "{}"}"#, #"{"matchesJsonSchema": "{}", "schemaVersion": "V202012"}"#),
        (#"{"matchesJsonSchema": true, "schemaVersion": "V7"}"#, #"{"matchesJsonSchema": "true", "schemaVersion": "V7"}"#),
        (#"{"equalTo": "absent", "caseInsensitive": false}"#, #"{"equalTo": "absent", "caseInsensitive": false}"#),
        (#"{"equalToJson": {"absent": 1, "before": "now"}}"#, #"{"equalToJson": {"absent": 1, "before": "now"}}"#),
        (#"{"matchesXPath": {"expression": "a", "absent": ""}}"#, #"{"matchesXPath": {"expression": "a", "absent": true}}"#),
    ])
    func matchersAreShownAsByWireMock(_ written: String, _ expected: String) throws {
        let field = { (matcher: String) in
            """
            {"headers": {"absent": \(matcher)}, "queryParameters": {"a": \(matcher)}, "formParameters": {"a": \(matcher)},
             "cookies": {"a": \(matcher)}, "host": \(matcher), "clientIp": \(matcher), "bodyPatterns": [\(matcher)],
             "multipartPatterns": [{"headers": {"a": \(matcher)}, "bodyPatterns": [\(matcher)]}], "method": "GET"}
            """
        }
        let stub = try #require(try decode("{\"request\": \(field(written))}").mapping)
        #expect(try stub.json["request"] == JSONValue.parse(Array(field(expected).utf8)))
        #expect(try stub.fileJSON["request"] == JSONValue.parse(Array(field(written).utf8)))
    }

    @Test func everyFieldIsRead() throws {
        let (mapping, problems) = try decode(
            """
            {"$schema": "x", "uuid": "469171f4-1cd4-4e5b-b09c-b753ea9797b8", "name": "n", "priority": 1, "persistent": true,
             "scenarioName": "s", "requiredScenarioState": "Started", "newScenarioState": "b", "metadata": {"a": [1]},
             "probability": 0.5, "insertionIndex": 3,
             "serveEventListeners": [{"name": "webhook", "requestPhases": ["AFTER_COMPLETE"], "parameters": {"url": "x"}}],
             "postServeActions": {"webhook": {"method": "POST"}},
             "request": {"url": "/a", "urlPath": "/b", "method": "GET", "basicAuth": {"username": "u", "password": "p"}, "listener": "any"},
             "responses": [{"status": 500}, {"status": 0}], "repeat": "cycle"}
            """)
        #expect(problems.isEmpty)
        let stub = try #require(mapping)
        #expect(stub.id.description == "469171f4-1cd4-4e5b-b09c-b753ea9797b8")
        #expect(stub.scenario == ScenarioRule(name: "s", requiredState: "Started", newState: "b"))
        #expect(stub.responses.continuation == .cycle && stub.responses.responses.map(\.status) == [500, 200])
        #expect(stub.isPersistent && stub.priority == 1 && stub.probability == 0.5 && stub.insertionIndex == 3)
        #expect(stub.serveEventListeners.map(\.name) == ["webhook", "webhook"])
        #expect(stub.request.url?.kind == .url && stub.request.listener == .any)
        #expect(stub.json["request"]?["basicAuthCredentials"]?["username"] == "u")
        #expect(stub.json["request"]?["urlPath"] == nil)
    }

    @Test func misspelledFieldsOfPartsAreTold() throws {
        let parts = #"{"request": {"multipartPatterns": [{"name": "a", "bodyPattern": []}]}}"#
        #expect(
            try decode(parts).problems == [
                "m.json:1:50 /request/multipartPatterns/0/bodyPattern: unknown field \"bodyPattern\". Did you mean \"bodyPatterns\"?"
            ])
    }

    @Test(arguments: [#"{"fixedDelai": 1}"#, #"{"settings": {"fixedDelay": 1}, "extended": {}}"#, #"{"settings": {"fixedDelai": 1}}"#])
    func misspelledSettingsAreTold(_ text: String) throws {
        let document = try JSONDocument.parse(Array(text.utf8), name: "s.json")
        let report = ProblemReport(document)
        #expect(EngineSettings.decode(document.root, report) == nil)
        #expect(report.problems.map(\.description).contains { $0.contains("unknown field") }, "\(report.problems)")
    }

    @Test func whatIsShownIsWhatCounts() throws {
        let stub = try #require(
            try decode(
                #"{"request": {"url": "/a", "port": "81"}, "response": {"status": "201", "body": null}, "insertionIndex": 3, "name": null}"#
            ).mapping)
        var shown = stub.json
        for name in ["id", "uuid"] { shown[name] = nil }
        #expect(JSONValue.object(shown) == ["request": ["url": "/a", "port": 81, "method": "ANY"], "response": ["status": 201]])
        #expect(stub.fileJSON["insertionIndex"] == 3)
    }

    @Test func whatIsShownHasWireMocksForm() throws {
        let stub = try #require(
            try decode(
                """
                {"postServeActions": {"webhook": {"url": "http://a"}},
                 "response": {"headers": {"A": ["1"], "B": ["1", "2"], "C": "3"}, "transformers": [], "transformerParameters": {},
                              "fromConfiguredStub": true}}
                """
            ).mapping)
        #expect(stub.json["response"] == ["status": 200, "headers": ["A": "1", "B": ["1", "2"], "C": "3"]])
        #expect(stub.json["postServeActions"] == [["name": "webhook", "parameters": ["url": "http://a"]]])
    }

    @Test func scalarsAreTakenForOthersAsWireMockDoes() throws {
        let (mapping, problems) = try decode(
            """
            {"name": 5, "priority": " 3 ", "persistent": "TRUE", "scenarioName": 7, "requiredScenarioState": true, "newScenarioState": 2,
             "request": {"url": 5, "scheme": 6, "basicAuth": {"username": 1, "password": 2}, "multipartPatterns": [{"name": 8}]},
             "response": {"status": "201", "body": true, "statusMessage": 9, "headers": {"A": [1, "2"]}, "fixedDelayMilliseconds": 5.9,
              "delayDistribution": {"type": "uniform", "lower": "1", "upper": 2.0}, "transformers": [3], "proxyBaseUrl": 4}}
            """)
        #expect(problems.isEmpty)
        let stub = try #require(mapping)
        #expect(stub.name == "5" && stub.priority == 3 && stub.isPersistent)
        #expect(stub.scenario == ScenarioRule(name: "7", requiredState: "true", newState: "2"))
        var shown = stub.json
        for name in ["id", "uuid"] { shown[name] = nil }
        #expect(
            JSONValue.object(shown) == [
                "name": "5", "priority": 3, "persistent": true, "scenarioName": "7", "requiredScenarioState": "true",
                "newScenarioState": "2",
                "request": [
                    "url": "5", "scheme": "6", "basicAuthCredentials": ["username": "1", "password": "2"],
                    "multipartPatterns": [["name": "8"]], "method": "ANY",
                ],
                "response": [
                    "status": 201, "body": "true", "statusMessage": "9", "headers": ["A": ["1", "2"]], "fixedDelayMilliseconds": 5,
                    "delayDistribution": ["type": "uniform", "lower": 1, "upper": 2], "transformers": ["3"], "proxyBaseUrl": "4",
                ],
            ])
    }

    @Test(arguments: [("0", false), ("1", true), (#""False""#, false), (#""""#, nil), (#""yes""#, nil)] as [(String, Bool?)])
    func aFlagIsAlsoANumberOrAWord(text: String, value: Bool?) throws {
        let (mapping, problems) = try decode(#"{"persistent": \#(text)}"#)
        #expect(mapping?.isPersistent == value ?? false)
        #expect(problems.isEmpty == (text != #""yes""#))
    }

    /// As in WireMock.
    @Test(arguments: [("id", "uuid"), ("uuid", "id")])
    func ofTwoIDsThatDifferTheLastCounts(first: String, last: String) throws {
        let (id, other) = ("469171f4-1cd4-4e5b-b09c-b753ea9797b8", "569171f4-1cd4-4e5b-b09c-b753ea9797b8")
        let document = try JSONDocument.parse(
            Array(#"{"\#(first)": "\#(other)", "\#(last)": "\#(id)", "request": {"url": "/"}}"#.utf8), name: "m.json")
        let report = ProblemReport(document)
        #expect(StubMapping.decode(document.root, report)?.id.description == id)
        #expect(report.problems.isEmpty)
        #expect(
            report.warnings.map { "\($0)".split(separator: " ", maxSplits: 1)[1] } == [
                "/\(last): \"\(last)\" differs from \"\(first)\" before it, and is used, as in WireMock. Keep one of them."
            ])
    }

    @Test func anIDThatIsWrongInBothPlacesIsToldOnce() throws {
        let (_, problems) = try decode(#"{"id": "x", "uuid": "x", "request": {"url": "/"}}"#)
        #expect(problems.count == 1 && problems[0].contains("/id: \"id\" must be a UUID, found \"x\""), "\(problems)")
        #expect(try decode(#"{"id": "x", "uuid": "y", "request": {"url": "/"}}"#).1.count == 2)
    }

    @Test func everyProblemIsToldWithItsPlace() throws {
        let (mapping, problems) = try decode(
            """
            {"reqest": {},
             "request": {"metod": "GET", "url": {}, "pathParameters": {"id": {"equalTo": "1"}}},
             "response": {}, "responses": [], "id": "x", "probability": 2}
            """)
        #expect(mapping != nil)
        #expect(
            problems.map { $0.split(separator: " ", maxSplits: 1)[1].split(separator: ".")[0] }.sorted() == [
                "/id: \"id\" must be a UUID, found \"x\"", "/probability: \"probability\" is 2, but must be in 0…1",
                "/reqest: unknown field \"reqest\"", "/request/metod: unknown field \"metod\"",
                "/request/pathParameters/id: \"pathParameters\" without \"urlPathTemplate\"",
                "/request/url: \"url\" must be a string, found an object",
                "/responses: \"responses\" must be a list with at least one response, found an empty one",
                "/responses: both \"response\" and \"responses\"",
            ])
        #expect(problems.contains(#"m.json:2:14 /request/metod: unknown field "metod". Did you mean "method"?"#))
    }

    @Test(arguments: ["comment", "//", "description"])
    func aRemarkIsToldItsPlace(name: String) throws {
        for text in [#"{"\#(name)": "x"}"#, #"{"request": {"\#(name)": "x"}}"#, #"{"response": {"\#(name)": "x"}}"#] {
            let problems = try decode(text).problems
            #expect(
                problems.count == 1
                    && problems[0].hasSuffix("Write a comment behind // (in YAML #), or put it into \"metadata\" of the mapping."),
                "\(problems)")
        }
    }

    @Test func aSwitchIsToldWhatToDo() throws {
        let problems = try decode(#"{"enabled": false}"#).problems
        #expect(
            problems == [
                "m.json:1:2 /enabled: unknown field \"enabled\". Every mapping is used. Let the file's name begin with a dot to switch it off."
            ])
    }
}
