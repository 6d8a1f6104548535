import HTTPMessage
import JSONDocument
import StubModel
import Testing

@Suite struct ResponseDefinitionTests {
    private func decode(_ text: String) throws -> (definition: ResponseDefinition?, problems: [Problem]) {
        let document = try JSONDocument.parse(Array(text.utf8), name: "r.json")
        let report = ProblemReport(document)
        return (ResponseDefinition.decode(document.root, report), report.problems)
    }

    @Test func everyFieldOfWireMock() throws {
        let (definition, problems) = try decode(
            """
            {"status": "201", "statusMessage": "Made", "headers": {"A": "1", "B": ["2", 3], "C": true}, "jsonBody": {"x": 1.0},
             "fixedDelayMilliseconds": 5, "delayDistribution": {"type": "lognormal", "median": 80, "sigma": 0.4, "maxValue": 200},
             "chunkedDribbleDelay": {"numberOfChunks": 5, "totalDuration": 1000}, "fault": "EMPTY_RESPONSE",
             "proxyBaseUrl": "http://x", "proxyUrlPrefixToRemove": "/p", "additionalProxyRequestHeaders": {"D": "4"},
             "removeProxyRequestHeaders": ["E"], "transformers": ["response-template", "other"],
             "transformerParameters": {"a": {"b": [1]}}, "fromConfiguredStub": true}
            """)
        #expect(problems == [])
        let response = try #require(definition)
        #expect(response.status == 201)
        #expect(response.statusMessage == "Made")
        #expect(response.headers == [("A", "1"), ("B", "2"), ("B", "3"), ("C", "true")])
        guard case .json(let body) = response.body else { return #expect(Bool(false), "no jsonBody") }
        #expect(body.text() == #"{"x":1.0}"#)
        #expect(response.fixedDelay == .milliseconds(5))
        #expect(response.delayDistribution == .lognormal(median: 80, sigma: 0.4, maximum: 200))
        #expect(response.chunkedDribble == ChunkedDribble(numberOfChunks: 5, totalDuration: .seconds(1)))
        #expect(response.faults == [FaultDefinition(.emptyResponse)])
        #expect(response.proxy?.baseURL == "http://x")
        #expect(response.proxy?.pathPrefixToRemove == "/p")
        #expect(response.proxy?.removedRequestHeaders == ["e"])
        #expect(response.asksForTemplating)
        #expect(response.transformerParameters == ["a": ["b": [1]]])
    }

    @Test(arguments: ["{}", #"{"status": 0}"#, #"{"status": -1}"#, #"{"status": null}"#])
    func statusIs200WhenMissingOrNotPositive(_ text: String) throws {
        let (definition, problems) = try decode(text)
        #expect(problems == [])
        #expect(definition?.status == 200)
        #expect(definition?.json["status"] == 200)
    }

    @Test func faultsAsEffectAndMoment() throws {
        let (definition, problems) = try decode(
            """
            {"fault": [{"effect": "stall", "at": {"bodyBytes": 10}, "probability": 0.25}, {"effect": "truncate", "at": {"bodyFraction": 0.5}},
                       {"effect": "reset", "at": "requestBody", "count": 2}, {"effect": "garbage", "at": "afterHeaders"}, {"effect": "close", "at": "end"}]}
            """)
        #expect(problems == [])
        #expect(
            definition?.faults == [
                FaultDefinition(.stall, at: .bodyBytes(10), probability: 0.25), FaultDefinition(.truncate, at: .bodyFraction(0.5)),
                FaultDefinition(.reset, at: .requestBody, count: 2), FaultDefinition(.garbage, at: .afterHeaders),
                FaultDefinition(.close, at: .end),
            ])
        #expect(definition?.breaksRequestBody == true)
    }

    @Test func ofTwoBodiesTheFirstCountsAndTheOtherIsTold() throws {
        let text = #"{"bodyFileName": "x", "jsonBody": {}, "body": "a"}"#
        let report = ProblemReport(try JSONDocument.parse(Array(text.utf8), name: "r.json"))
        let definition = try #require(ResponseDefinition.decode(report.document.root, report))
        guard case .text("a") = definition.body else { return #expect(Bool(false), "\(definition.body)") }
        #expect(report.problems.isEmpty)
        #expect(
            report.lateProblems.map(\.description) == [
                "r.json:1:35 /jsonBody: two bodies: \"jsonBody\" means nothing beside \"body\". Keep one of them."
            ])
    }

    @Test(arguments: [
        (#"{"base64Body": "a b!"}"#, "not base64", 16),
        (#"{"fixedDelayMilliseconds": -1}"#, "at least 0", 28),
        (#"{"delayDistribution": {"type": "normal"}}"#, "\"type\" cannot be \"normal\"", 32),
        (#"{"delayDistribution": {"median": 1}}"#, "\"type\" is missing", 23),
        (#"{"delayDistribution": {"type": "uniform", "lower": 9, "upper": 3}}"#, "above \"upper\"", 23),
        (#"{"delayDistribution": {"type": "lognormal", "median": 9}}"#, "\"sigma\" is missing", 23),
        (#"{"chunkedDribbleDelay": {"numberOfChunks": 0, "totalDuration": 1}}"#, "at least 1", 44),
        (#"{"fault": "EMPTY_RESPONCE"}"#, "\"fault\" cannot be", 11),
        (#"{"fault": {"effect": "explode"}}"#, "\"effect\" cannot be \"explode\"", 22),
        (#"{"fault": {"at": "end"}}"#, "\"effect\" is missing", 11),
        (#"{"fault": {"effect": "reset", "at": "later"}}"#, "\"at\" cannot be \"later\"", 37),
        (#"{"fault": {"effect": "truncate", "at": "end"}}"#, "inside the body", 40),
        (#"{"fault": {"effect": "reset", "probability": 2}}"#, "0…1", 46), (#"{"headers": {"A": {}}}"#, "must be a string or a list", 19),
        (#"{"headers": {"A": "x\r\ny"}}"#, "the value of header \"A\" contains a line feed", 19),
        (#"{"fault": "reset"}"#, "\"fault\" cannot be \"reset\"", 11), (#"{"bodyFile": "x"}"#, "unknown field \"bodyFile\"", 2),
        (#"{"status": 7}"#, "three digits", 12), (#"{"status": 100}"#, "below 200", 12),
        (#"{"status": 199}"#, "below 200", 12), ("[]", "expected an object", 1),
    ])
    func tellsWhatIsWrongAndWhere(_ text: String, _ message: String, _ column: Int) throws {
        let problem = try #require(try decode(text).problems.first)
        #expect(problem.message.contains(message), "\(problem)")
        #expect(problem.position == TextPosition(line: 1, column: column), "\(problem)")
    }
}
