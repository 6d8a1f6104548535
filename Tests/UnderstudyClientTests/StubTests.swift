import Foundation
import Testing
import UnderstudyClient

/// A stub is the JSON that the documents show.
@Suite struct StubTests {
    private struct Counter: Codable { var counterDefaultValue: Int }

    private func json(_ stub: Stub) throws -> JSONValue { try JSONValue(encoding: stub) }

    @Test func readsAsTheJSON() throws {
        let stub = Stub.get("/feed").query("page", .equalTo("2")).header("Accept", .contains("json")).cookie("a", "b")
            .respond(status: 410, headers: ["X-A": "1"], body: "gone").named("page 2").priority(1)
        #expect(
            try json(stub) == [
                "name": "page 2", "priority": 1,
                "request": [
                    "method": "GET", "urlPath": "/feed", "queryParameters": ["page": ["equalTo": "2"]],
                    "headers": ["Accept": ["contains": "json"]], "cookies": ["a": ["equalTo": "b"]],
                ],
                "response": ["status": 410, "headers": ["X-A": "1"], "body": "gone"],
            ])
    }

    @Test func respondsWithAnEncodable() throws {
        #expect(
            try json(.get("/counter").respond(json: Counter(counterDefaultValue: 5))) == [
                "request": ["method": "GET", "urlPath": "/counter"],
                "response": [
                    "status": 200, "headers": ["Content-Type": "application/json"], "jsonBody": ["counterDefaultValue": 5],
                ],
            ])
    }

    @Test func aPathWithAQueryIsAURL() throws {
        #expect(try json(.post("/a?b=c"))["request"] == ["method": "POST", "url": "/a?b=c"])
        #expect(try json(.any)["request"] == ["method": "ANY"])
        let number = 2
        #expect(
            try json(.get("/a").query("page", "\(number)"))["request"]
                == ["method": "GET", "urlPath": "/a", "queryParameters": ["page": ["equalTo": "2"]]])
        #expect(try json(.put("/a").pathMatching("/b.*"))["request"] == ["method": "PUT", "urlPathPattern": "/b.*"])
        #expect(
            try json(.get("/").pathTemplate("/pose/{id}").pathParameter("id", "7"))["request"]
                == ["method": "GET", "urlPathTemplate": "/pose/{id}", "pathParameters": ["id": ["equalTo": "7"]]])
    }

    @Test func theLastWordAboutTheURLCounts() throws {
        #expect(try json(.get("/a?b=c").pathMatching("/a.*"))["request"] == ["method": "GET", "urlPathPattern": "/a.*"])
        #expect(try json(.get("/a").url("/a?b=c"))["request"] == ["method": "GET", "url": "/a?b=c"])
        #expect(try json(.any.urlMatching("/a.*").path("/b"))["request"] == ["method": "ANY", "urlPath": "/b"])
        let variable = Stub.any.pathParameter("id", "7")
        #expect(try json(variable.pathTemplate("/a/{id}").path("/b"))["request"] == ["method": "ANY", "urlPath": "/b"])
        #expect(
            try json(variable.pathTemplate("/a/{id}").pathTemplate("/b/{id}"))["request"]
                == ["method": "ANY", "urlPathTemplate": "/b/{id}", "pathParameters": ["id": ["equalTo": "7"]]])
    }

    @Test func failsTwiceThenWorks() throws {
        let stub = Stub.get("/feed").respond(status: 503).then(.status(503)).then(.file("page.json"))
        #expect(try json(stub)["responses"] == [["status": 503], ["status": 503], ["status": 200, "bodyFileName": "page.json"]])
        #expect(try json(stub)["response"] == nil)
        #expect(try json(stub.repeat(.cycle))["repeat"] == "cycle")
    }

    @Test func effectsAreOfTheLastResponse() throws {
        let stub = Stub.get("/feed").respond(status: 503).then(.status(200))
            .delay(milliseconds: 800).hold("page", at: .bodyFraction(0.5)).network("3G").bandwidth(kilobitsPerSecond: 64)
            .dribble(parts: 4, milliseconds: 100).fault(.truncate())
        #expect(
            try json(stub)["responses"] == [
                ["status": 503],
                [
                    "status": 200, "fixedDelayMilliseconds": 800, "hold": ["gate": "page", "at": ["bodyFraction": 0.5]],
                    "network": "3G", "bandwidthKilobitsPerSecond": 64,
                    "chunkedDribbleDelay": ["numberOfChunks": 4, "totalDuration": 100],
                    "fault": ["effect": "truncate", "at": ["bodyFraction": 0.5]],
                ],
            ])
        #expect(try json(.get("/feed").hold("page"))["response"] == ["hold": "page"])
        #expect(
            try json(.get("/feed").delay(.uniform(lowerMilliseconds: 5, upperMilliseconds: 9)))["response"]
                == ["delayDistribution": ["type": "uniform", "lower": 5, "upper": 9]])
    }

    @Test func aModifierStandsAlone() throws {
        let stub = Stub.get("/pictures/1.jpg").respond(status: 200).modify(.delay(milliseconds: 800).header("X-A", "1"))
        #expect(
            try json(stub)["response"] == ["modify": ["fixedDelayMilliseconds": 800, "headers": ["X-A": "1"]]])
    }

    @Test func effectsAreOfTheModifier() throws {
        let stub = Stub.any.modify(.status(503).delay(milliseconds: 5)).hold("page", timeoutMilliseconds: 9).delay(milliseconds: 800)
            .network("3G").bandwidth(kilobitsPerSecond: 64).dribble(parts: 4, milliseconds: 100).fault(.reset).responseHeader("X-A", "1")
        #expect(
            try json(stub)["response"] == [
                "modify": [
                    "status": 503, "fixedDelayMilliseconds": 800, "hold": "page", "holdTimeoutMilliseconds": 9, "network": "3G",
                    "bandwidthKilobitsPerSecond": 64, "chunkedDribbleDelay": ["numberOfChunks": 4, "totalDuration": 100],
                    "fault": ["effect": "reset"], "headers": ["X-A": "1"],
                ]
            ])
    }

    @Test func aResponseTakesThePlaceOfAModifier() throws {
        let modifier = Stub.any.modify(.status(503))
        #expect(modifier.modifier?.status == 503)
        #expect(try json(modifier.respond(status: 410))["response"] == ["status": 410])
        #expect(modifier.respond(status: 410).modifier == nil)
        #expect(modifier.changed { $0.modifier = nil }.responses.isEmpty)
        let response = Stub.any.respond(status: 410)
        #expect(response.changed { $0.modifier = nil } == response)
        #expect(response.changed { $0.modifier = .status(503) } == modifier)
    }

    @Test func aModifierMayBeOneOfSeveralResponses() throws {
        let stub = Stub.any.modify(.status(503)).then(.status(410)).delay(milliseconds: 5)
        #expect(
            try json(stub)["responses"] == [["modify": ["status": 503]], ["status": 410, "fixedDelayMilliseconds": 5]])
        #expect(stub.modifier == nil)
        let twice = Stub.any.modify(.status(503)).then(.modify(.status(500))).repeat(.cycle)
        #expect(try json(twice)["responses"] == [["modify": ["status": 503]], ["modify": ["status": 500]]])
        #expect(try json(twice)["repeat"] == "cycle")
        #expect(try json(.any.modify(.status(503)).repeat(.once))["repeat"] == "once")
    }

    @Test func s3IsSaidInItsOwnWords() throws {
        let stub = Stub.s3("UploadPart", bucket: "uploads", key: .contains("cat"), partNumber: "3")
            .respond(.s3Error("SlowDown")).then(.s3Error(S3ErrorResponse("Tired", message: "Later.", status: 420)))
        #expect(
            try json(stub)["request"] == [
                "s3": [
                    "operation": ["equalTo": "UploadPart"], "bucket": ["equalTo": "uploads"], "key": ["contains": "cat"],
                    "partNumber": ["equalTo": "3"],
                ]
            ])
        #expect(
            try json(stub)["responses"] == [
                ["s3Error": ["code": "SlowDown"]], ["s3Error": ["code": "Tired", "message": "Later.", "status": 420]],
            ])
        let once = Stub.s3("GetObject").respond(.s3Error("SlowDown")).then(.modify()).then(.modify(.delay(milliseconds: 5)))
        #expect(
            try json(once)["responses"] == [
                ["s3Error": ["code": "SlowDown"]], ["modify": [:]], ["modify": ["fixedDelayMilliseconds": 5]],
            ])
        #expect(try json(.s3(bucket: "a").modify(.s3Error("SlowDown")))["response"] == ["modify": ["s3Error": ["code": "SlowDown"]]])
        #expect("\(stub.request)" == "S3 operation UploadPart, bucket uploads, key contains cat, partNumber 3")
        #expect(
            try json(.s3(accessKey: "test", signature: .contains("link")).respond(.s3Error("SlowDown")))["request"] == [
                "s3": ["accessKey": ["equalTo": "test"], "signature": ["contains": "link"]]
            ])
        let written =
            #"{"request": {"s3": {"operation": "GetObject", "partNumber": 3, "accessKey": "a"}}, "response": {"s3Error": "SlowDown"}}"#
        let read = try JSONDecoder().decode(Stub.self, from: Data(written.utf8))
        #expect(read.request.s3 == S3Pattern("GetObject", partNumber: "3", accessKey: "a"))
        #expect(read.responses.first?.s3Error == "SlowDown")
    }

    @Test func saysWhatItExpects() throws {
        #expect(try json(.get("/a").expect(.once))["expect"] == ["count": 1])
        #expect(try json(.get("/a").expect(.between(1, 3)))["expect"] == ["atLeast": 1, "atMost": 3])
        let scenario = try json(.get("/a").scenario("feed", in: "empty", then: "full"))
        #expect(scenario["scenarioName"] == "feed")
        #expect(scenario["requiredScenarioState"] == "empty")
        #expect(scenario["newScenarioState"] == "full")
    }

    private static let forms: [(ValuePattern, JSONValue)] = [
        (.equalTo("A", ignoringCase: true), ["equalTo": "A", "caseInsensitive": true]),
        ("x", ["equalTo": "x"]), (.absent, ["absent": true]), (.not(.contains("a")), ["not": ["contains": "a"]]),
        (.and(.matches("a.*"), .doesNotContain("b")), ["and": [["matches": "a.*"], ["doesNotContain": "b"]]]),
        (.hasExactly("1", "2"), ["hasExactly": [["equalTo": "1"], ["equalTo": "2"]]]),
        (.matchesJSONPath("$.id", "7"), ["matchesJsonPath": ["expression": "$.id", "equalTo": "7"]]),
        (.equalToJSON(["a": 1], ignoringExtraElements: true), ["equalToJson": ["a": 1], "ignoreExtraElements": true]),
        (.greaterThan(3), ["greaterThanNumber": 3]),
    ]

    @Test(arguments: forms)
    func patternsHaveTheServersForm(pattern: ValuePattern, form: JSONValue) throws {
        #expect(try JSONValue(encoding: pattern) == form)
    }

    @Test func comesBackAsItWas() throws {
        let stubs = [
            Stub.get("/feed").query("page", "2").respond(json: [1, 2]).delay(milliseconds: 5).named("a").expect(.atLeast(1)),
            Stub.post("/a").body(.contains("x"), .equalToJSON([1])).respond(status: 503).then(.fault(.reset)).repeat(.once),
            Stub.any("/b").modify(.status(500)).probability(0.5),
            Stub.any("/b").respond(status: 503).then(.modify(.delay(milliseconds: 5))),
            Stub.get("/pictures/a.jpg").listener("s3").respond(status: 503),
            Stub.any("/c").methods(.oneOf(["GET", "PUT"])), Stub.any("/d").methods(.noneOf(["DELETE"])),
        ]
        for stub in stubs { #expect(try JSONValue(encoding: stub).decode(Stub.self) == stub) }
    }

    @Test func severalMethodsHaveTheServersForm() throws {
        let stub = Stub.any("/c").methods(.oneOf(["GET", "PUT"]))
        #expect(try json(stub)["request"] == ["method": ["oneOf": ["GET", "PUT"]], "urlPath": "/c"])
        #expect("\(stub.request)" == "GET or PUT /c")
        #expect("\(Stub.any("/c").request)" == "/c")
    }

    @Test func keepsFieldsThatItDoesNotKnow() throws {
        let text = #"{"request": {}, "response": {"status": 201, "newer": "field"}, "insertionIndex": 3}"#
        let stub = try JSONDecoder().decode(Stub.self, from: Data(text.utf8))
        #expect(stub.additionalFields == ["insertionIndex": 3])
        #expect(stub.responses.first?.additionalFields == ["newer": "field"])
        #expect(try json(stub)["response"] == ["status": 201, "newer": "field"])
        #expect(try json(stub)["insertionIndex"] == 3)
        let null = try JSONDecoder().decode(Stub.self, from: Data(#"{"response": {"jsonBody": null, "modify": {"status": 1}}}"#.utf8))
        #expect(null.responses.first?.jsonBody == .null)
        #expect(null.modifier?.status == 1)
        #expect(null.responses.first?.additionalFields == [:])
    }

    @Test func aBodyThatCannotBeEncodedFailsWhenItIsSent() {
        let stub = Stub.get("/a").respond(json: [Double.nan])
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(stub) }
    }
}
