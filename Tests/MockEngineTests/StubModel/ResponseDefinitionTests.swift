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

    private func warnings(_ text: String) throws -> (definition: ResponseDefinition, warnings: [String]) {
        let report = ProblemReport(try JSONDocument.parse(Array(text.utf8), name: "r.json"))
        let definition = try #require(ResponseDefinition.decode(report.document.root, report))
        #expect(report.problems == [])
        return (definition, report.warnings.map(\.description))
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

    @Test func aNegativeDelayIsNone() throws {
        let (definition, warnings) = try warnings(#"{"fixedDelayMilliseconds": -5}"#)
        #expect(definition.fixedDelay == .zero)
        #expect(
            warnings == ["r.json:1:28 /fixedDelayMilliseconds: \"fixedDelayMilliseconds\" is -5, so nothing is delayed."])
    }

    @Test(
        arguments: [
            (#"{"type": "lognormal", "median": 9}"#, .lognormal(median: 9, sigma: 0, maximum: nil), ["\"sigma\" is missing, so it is 0"]),
            (
                #"{"type": "lognormal", "median": -9, "sigma": -1}"#, .lognormal(median: 0, sigma: 1, maximum: nil),
                ["\"median\" is -9.0, which counts as 0", "\"sigma\" is -1.0, which counts as 1.0"]
            ),
            (
                #"{"type": "uniform"}"#, .uniform(lower: 0, upper: 0),
                ["\"lower\" is missing, so it is 0", "\"upper\" is missing, so it is 0"]
            ),
            (#"{"type": "uniform", "lower": -5, "upper": 3}"#, .uniform(lower: 0, upper: 3), ["\"lower\" is -5, which counts as 0"]),
            (#"{"type": "fixed", "milliseconds": -4}"#, .fixed(milliseconds: 0), ["\"milliseconds\" is -4, which counts as 0"]),
        ] as [(String, DelayDistribution, [String])])
    func missingAndNegativeNumbersOfADelayAre0(_ text: String, _ expected: DelayDistribution, _ messages: [String]) throws {
        let (definition, warnings) = try warnings("{\"delayDistribution\": \(text)}")
        #expect(definition.delayDistribution == expected)
        #expect(warnings.count == messages.count)
        for (warning, message) in zip(warnings, messages) { #expect(warning.contains(message), "\(warning)") }
    }

    @Test(arguments: [0, -1]) func aDribbleOfNoPartsSendsTheBodyInOne(_ count: Int) throws {
        let (definition, warnings) = try warnings(#"{"chunkedDribbleDelay": {"numberOfChunks": \#(count), "totalDuration": 10}}"#)
        #expect(definition.chunkedDribble == ChunkedDribble(numberOfChunks: 1, totalDuration: .milliseconds(10)))
        #expect(
            warnings == [
                "r.json:1:44 /chunkedDribbleDelay/numberOfChunks: \"numberOfChunks\" is \(count), so the body is sent in one."
            ])
    }

    @Test func theLastContentTypeIsSent() throws {
        let (definition, warnings) = try warnings(#"{"headers": {"Content-Type": ["text/plain", "text/html"], "A": ["1", "2"]}}"#)
        #expect(definition.headers == [("A", "1"), ("A", "2"), ("Content-Type", "text/html")])
        #expect(
            warnings == [
                "r.json:1:13 /headers: a response has one Content-Type: of these only \"text/html\" is sent. Remove the others."
            ])
    }

    @Test func anEmptyFileNameIsNoFile() throws {
        let report = ProblemReport(try JSONDocument.parse(Array(#"{"bodyFileName": ""}"#.utf8), name: "r.json"))
        let definition = try #require(ResponseDefinition.decode(report.document.root, report))
        guard case .none = definition.body else { return #expect(Bool(false), "\(definition.body)") }
        #expect(report.problems.isEmpty)
        let told = report.lateProblems.map(\.description)
        #expect(told == ["r.json:1:18 /bodyFileName: a body file without a name. Name a file in \"__files\"."])
    }

    @Test func controlCharactersInHeadersAreToldWithTheirPlaces() throws {
        let report = ProblemReport(
            try JSONDocument.parse(Array(#"{"headers": {"A": ["x", "y\r\nz"], "B": "{{x}}\n", "C": "\t"}}"#.utf8), name: "r.json"))
        _ = ResponseDefinition.decode(report.document.root, report)
        #expect(report.problems.isEmpty)
        let told = #"the value of header "A" contains a line end, and a blank is sent in its place"#
        #expect(
            report.warnings.map(\.description) == ["r.json:1:25 /headers/A/1: \(told). Remove it; a further field has a name of its own."])
    }

    @Test(arguments: [
        (#"{"base64Body": "a b!"}"#, "not base64", 16),
        (#"{"delayDistribution": {"type": "normal"}}"#, "\"type\" cannot be \"normal\"", 32),
        (#"{"delayDistribution": {"median": 1}}"#, "\"type\" is missing", 23),
        (#"{"delayDistribution": {"type": "uniform", "lower": 9, "upper": 3}}"#, "above \"upper\"", 23),
        (#"{"delayDistribution": {"type": "uniform", "lower": 9}}"#, "above \"upper\"", 23),
        (#"{"delayDistribution": {"type": "fixed", "milliseconds": "x"}}"#, "must be a whole number", 57),
        (#"{"chunkedDribbleDelay": {}}"#, "\"numberOfChunks\" is missing", 25),
        (#"{"chunkedDribbleDelay": {"numberOfChunks": 1, "totalDuration": -1}}"#, "in 0…2147483647", 64),
        (#"{"fixedDelayMilliseconds": 9223372036854775807}"#, "at most 2147483647", 28),
        (#"{"delayDistribution": {"type": "uniform", "lower": 1, "upper": 2147483648}}"#, "at most 2147483647", 64),
        (#"{"fault": "EMPTY_RESPONCE"}"#, "\"fault\" cannot be", 11),
        (#"{"fault": {"effect": "explode"}}"#, "\"effect\" cannot be \"explode\"", 22),
        (#"{"fault": {"at": "end"}}"#, "\"effect\" is missing", 11),
        (#"{"fault": {"effect": "reset", "at": "later"}}"#, "\"at\" cannot be \"later\"", 37),
        (#"{"fault": {"effect": "truncate", "at": "end"}}"#, "inside the body", 40),
        (#"{"fault": {"effect": "reset", "probability": 2}}"#, "0…1", 46), (#"{"headers": {"A": {}}}"#, "must be a string or a list", 19),
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
