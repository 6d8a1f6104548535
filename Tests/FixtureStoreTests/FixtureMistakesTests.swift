import FixtureStore
import Foundation
import JSONDocument
import StubModel
import TestSupport
import Testing

/// Mistakes in fixture folders, and the messages about them.
@Suite struct FixtureMistakesTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func load() throws -> FixtureSet<StubMapping> {
        try FixtureFolder(folder.path).load { mapping, report in
            mapping.warnOfIdleBehavior(report) { _ in nil }
            return mapping
        }
    }

    func lines(_ problems: [Problem]) -> [String] {
        problems.map { $0.description.replacingOccurrences(of: folder.path, with: "mocks") }
    }

    @Test(arguments: [
        (#"{"response": "hi"}"#, "1:14 /response: expected an object, found a string. Write {\"body\": \"hi\"}."),
        (#"{"response": {"status": 99999}}"#, "1:25 /response/status: \"status\" is 99999, but must be at most 999."),
        (#"{"response": {"status": 42}}"#, "1:25 /response/status: \"status\" is 42, but a status has three digits."),
        (#"{"response": {"status": 20.5}}"#, "1:25 /response/status: \"status\" is 20, but a status has three digits."),
        (#"{"priority": "high"}"#, "1:14 /priority: \"priority\" must be a whole number, found \"high\"."),
        (#"{"priority": 1e400}"#, "1:14 /priority: \"priority\" must be a whole number, found 1e400."),
        (#"{"priority": 2147483648}"#, "1:14 /priority: \"priority\" is 2147483648, but must be in -2147483648…2147483647."),
        (
            #"{"response": {"delayDistribution": {"type": "lognormal", "median": 80, "sigma": 0.4, "maxValue": 10}}}"#,
            "1:98 /response/delayDistribution/maxValue: \"maxValue\" is 10, below \"median\", which is 80."
        ),
        (
            #"{"response": {"statusMessage": "a\nb"}}"#,
            "1:32 /response/statusMessage: \"statusMessage\" cannot be sent. A line feed or a NUL would end the status line."
        ),
        (
            #"{"response": {"delayDistribution": {"type": "normal"}}}"#,
            "1:45 /response/delayDistribution/type: \"type\" cannot be \"normal\". Write \"lognormal\", \"uniform\" or \"fixed\"."
        ),
        (
            #"{"request": {"listener": "https"}}"#,
            "1:26 /request/listener: \"listener\" cannot be \"https\". Did you mean \"http\"?"
        ),
        (#"{"request": {"urlpath": "/a"}}"#, "1:14 /request/urlpath: unknown field \"urlpath\". Did you mean \"urlPath\"?"),
        (#"{"url": "/a"}"#, "1:2 /url: unknown field \"url\". It belongs in \"request\"."),
        (#"{"body": "x"}"#, "1:2 /body: unknown field \"body\". It belongs in \"response\"."),
        (#"{"headers": {}}"#, "1:2 /headers: unknown field \"headers\". It belongs in \"request\" or \"response\"."),
        (#"{"mapping": []}"#, "1:2 /mapping: unknown field \"mapping\". Several stub mappings belong in \"mappings\"."),
        (#"{"mapings": []}"#, "1:2 /mapings: unknown field \"mapings\". Several stub mappings belong in \"mappings\"."),
        (#"{"probability": 1.5}"#, "1:17 /probability: \"probability\" is 1.5, but must be in 0…1."),
        (
            #"{"response": {"fault": {"effect": "reset", "probability": 7}}}"#,
            "1:59 /response/fault/probability: \"probability\" is 7, but must be in 0…1."
        ),
        (#"{"response": {"fault": "resett"}}"#, "1:24 /response/fault: \"fault\" cannot be \"resett\". Write {\"effect\": \"reset\"}."),
        (
            #"{"response": {"fault": "CONNECTION_RESET"}}"#,
            "1:24 /response/fault: \"fault\" cannot be \"CONNECTION_RESET\". Write {\"effect\": …} with reset, close, truncate, stall or garbage, "
                + "or one of EMPTY_RESPONSE, CONNECTION_RESET_BY_PEER, MALFORMED_RESPONSE_CHUNK, RANDOM_DATA_THEN_CLOSE."
        ),
        (
            #"{"response": {"fault": {"effect": "cloes"}}}"#,
            "1:35 /response/fault/effect: \"effect\" cannot be \"cloes\". Did you mean \"close\"?"
        ),
        (
            #"{"responses": [{}], "repeat": true}"#,
            "1:31 /repeat: \"repeat\" cannot be true. Write \"last\", \"cycle\" or \"once\"."
        ),
        (
            #"{"response": {"chunkedDribbleDelay": {"numberOfChunks": null, "totalDuration": 1}}}"#,
            "1:38 /response/chunkedDribbleDelay: \"numberOfChunks\" is missing."
        ),
        (
            #"{"request": {"basicAuth": {"username": "u", "password": []}}}"#,
            "1:57 /request/basicAuth/password: \"password\" must be a string, found an array."
        ),
        (
            #"{"serveEventListeners": [{"name": "webhook", "requestPhases": ["AFTER_COMPLET"], "parameters": {"url": "http://x/"}}]}"#,
            "1:64 /serveEventListeners/0/requestPhases/0: an element of \"requestPhases\" cannot be \"AFTER_COMPLET\". Did you mean \"AFTER_COMPLETE\"?"
        ),
        (#"{"response": {}, "responses": [{}]}"#, "1:31 /responses: both \"response\" and \"responses\". Keep one of them."),
        (
            #"{"request": {"bodyPatterns": [{"contains": "x"}]}, "response": {"fault": {"effect": "reset", "at": "requestBody"}}}"#,
            "1:74 /response/fault: a fault during the upload leaves no body for \"bodyPatterns\". Choose another moment, or match by URL and headers."
        ),
        (#"[{"request": {}}]"#, "1:1: expected an object, found an array. Several stub mappings belong in {\"mappings\": [ … ]}."),
        ("request:\n  url: /a\n", "1:1: expected JSON, found YAML. Let the file's name end in \".yaml\", or write it as JSON."),
        ("", "1:1: the text is empty."),
        ("{“request”: {}}", "1:2: expected a name in double quotes, found \"“request”\". Write straight double quotes (U+0022)."),
        (#"{"request": {"response": {}}}"#, "1:14 /request/response: unknown field \"response\". It belongs beside \"request\"."),
        (#"{"response": {"request": {}}}"#, "1:15 /response/request: unknown field \"request\". It belongs beside \"response\"."),
        (#"{"request": {"status": 200}}"#, "1:14 /request/status: unknown field \"status\". It belongs in \"response\"."),
        (
            #"{"request": {"query": {}}}"#,
            "1:14 /request/query: unknown field \"query\". Did you mean \"queryParameters\"?"
        ),
        (
            #"{"url": "/a", "method": "GET", "headers": {}, "status": 200}"#,
            "1:1: this is no stub mapping: it has neither \"request\" nor \"response\". Put \"url\" and \"method\" into \"request\", "
                + "\"status\" into \"response\"."
        ),
        (
            #"{"response": {"statusCode": 200}}"#,
            "1:15 /response/statusCode: unknown field \"statusCode\". Did you mean \"status\" or \"statusMessage\"?"
        ),
        (
            #"{"request": {"method": ["GET", "POST"]}}"#,
            "1:24 /request/method: \"method\" must be a string, found an array. Write {\"oneOf\": [\"GET\", \"POST\"]}, or \"ANY\"."
        ),
        (
            #"{"request": {"method": 5}}"#,
            "1:24 /request/method: \"method\" must be a string, found 5. Write \"GET\", for example, or \"ANY\"."
        ),
        (
            #"{"request": {"method": {"oneOf": []}}}"#,
            "1:34 /request/method/oneOf: \"oneOf\" has no method. Write [\"GET\", \"PUT\"], for example."
        ),
        (
            #"{"request": {"method": {"noneOf": ["GET", 5]}}}"#,
            "1:43 /request/method/noneOf/1: each of \"noneOf\" must be a string, found 5. Write \"GET\", for example."
        ),
        (
            #"{"request": {"method": {"noneOf": "GET"}}}"#,
            "1:35 /request/method/noneOf: \"noneOf\" must be an array, found a string. Put it into brackets: [ … ]."
        ),
        (
            #"{"request": {"method": {"oneOf": ["GET"], "noneOf": ["PUT"]}}}"#,
            "1:24 /request/method: \"method\" has both \"oneOf\" and \"noneOf\". Keep one of them."
        ),
        (
            #"{"request": {"method": {}}}"#,
            "1:24 /request/method: \"method\" has neither \"oneOf\" nor \"noneOf\". Write {\"oneOf\": [\"GET\", \"PUT\"]}, for example, "
                + "or \"ANY\"."
        ),
        (
            #"{"request": {"method": {"oneof": ["GET"]}}}"#,
            "1:25 /request/method/oneof: unknown field \"oneof\". Did you mean \"oneOf\"?"
        ),
        (
            #"{"request": {"headers": []}}"#,
            "1:25 /request/headers: \"headers\" must be an object, found an array. Write {\"name\": {\"equalTo\": \"value\"}}."
        ),
        (
            #"{"request": {"bodyPatterns": {}}}"#,
            "1:30 /request/bodyPatterns: \"bodyPatterns\" must be an array, found an object. Put it into brackets: [ … ]."
        ),
        (
            #"{"response": {"body": {"a": 1}}}"#,
            "1:23 /response/body: \"body\" must be a string, found an object. Use \"jsonBody\" for JSON."
        ),
    ])
    func eachMistakeIsTold(text: String, told: String) throws {
        try folder.write("mappings/a.json", text)
        #expect(try lines(load().problems) == ["mocks/mappings/a.json:\(told)"])
    }

    @Test func problemsComeInTheOrderOfTheirPlaces() throws {
        try folder.write("mappings/a.json", #"{"request": {"metod": "GET"}, "reponse": {}, "priority": "x", "nam": 1}"#)
        #expect(try load().problems.compactMap { $0.position?.column } == [14, 31, 58, 63])
    }

    @Test(arguments: [
        (#"{"name": "a", "name": "b"}"#, "1:15 /name: \"name\" is here twice, and the last one counts."),
        (
            #"{"request": {"urlPath": "/a", "url": "/b"}}"#,
            "1:25 /request/urlPath: \"urlPath\" means nothing beside \"url\". Keep one of them."
        ),
        (
            #"{"request": {"url": "a/b"}}"#,
            "1:21 /request/url: \"url\" does not begin with \"/\", so no request matches it. Write the path alone."
        ),
        (#"{"request": {"url": "/z 7"}}"#, "1:21 /request/url: \"url\" contains a space, so no request matches it. Write \"/z%207\"."),
        (
            #"{"request": {"urlPathPattern": "/한.*"}}"#,
            "1:32 /request/urlPathPattern: \"urlPathPattern\" contains characters that are percent-encoded in requests, so no request matches it. Write \"/%ED%95%9C.*\"."
        ),
        (
            #"{"request": {"urlPath": "/a?b=1"}}"#,
            "1:25 /request/urlPath: \"urlPath\" has a \"?\", so no request matches it. Use \"queryParameters\", or \"url\" for path and query."
        ),
        (
            #"{"request": {"urlPathTemplate": "/users/:id"}}"#,
            "1:33 /request/urlPathTemplate: \":id\" in \"urlPathTemplate\" stands for itself. Write \"{id}\"."
        ),
        (
            #"{"request": {"urlPath": "/users/:id"}}"#,
            "1:25 /request/urlPath: \":id\" in \"urlPath\" stands for itself. Use \"urlPathTemplate\" with \"{id}\"."
        ),
        (
            #"{"request": {"url": "/a#top"}}"#,
            "1:21 /request/url: \"url\" has a \"#\", and clients do not send what follows it, so no request matches it. "
                + "Leave it out, or write \"%23\" for the character itself."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"status": 204, "body": "x"}}"#,
            "1:64 /response/body: a response with the status 204 has no body, so this one is not sent. Take it away, or choose another status."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"status": 304, "jsonBody": {}}}"#,
            "1:68 /response/jsonBody: a response with the status 304 has no body, so this one is not sent. "
                + "Take it away, or choose another status."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"status": 205, "body": "x"}}"#,
            "1:64 /response/body: a response with the status 205 has no body, so clients may ignore this one. "
                + "Take it away, or choose another status."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"headers": {"Content-Encoding": "gzip"}, "body": "x"}}"#,
            "1:73 /response/headers/Content-Encoding: the body is not in the coding \"gzip\", so clients cannot read it. "
                + "Take the field away: the server compresses for clients that accept it."
        ),
        (
            #"{"request": {"urlPath": "/a/{id}/b"}}"#,
            "1:25 /request/urlPath: \"{id}\" in \"urlPath\" stands for itself. Use \"urlPathTemplate\" for any segment."
        ),
        (
            #"{"request": {"url": "/a/*?b=*"}}"#,
            "1:21 /request/url: \"*\" in \"url\" stands for itself. Use \"urlPathPattern\", where any text is \".*\"."
        ),
        (
            #"{"request": {"urlPath": "/a/**"}}"#,
            "1:25 /request/urlPath: \"**\" in \"urlPath\" stands for itself. Use \"urlPathPattern\", where any text is \".*\"."
        ),
        (
            #"{"request": {"urlPattern": "/a.json?page=[0-9]+"}}"#,
            #"1:28 /request/urlPattern: the "?" makes the character before it optional. Write it as "\\?" before a query, or use "urlPathPattern" and "queryParameters"."#
        ),
        (
            #"{"request": {"urlPathPattern": "/a/?page=[0-9]+"}}"#,
            #"1:32 /request/urlPathPattern: the "?" makes the character before it optional, and a path has no query. Use "queryParameters"."#
        ),
        (
            #"{"request": {"scheme": "htp"}}"#,
            "1:24 /request/scheme: \"scheme\" is \"htp\", so no request matches it. Write \"http\" or \"https\"."
        ),
        (
            #"{"response": {"removeProxyRequestHeaders": ["A"]}}"#,
            "1:44 /response/removeProxyRequestHeaders: \"removeProxyRequestHeaders\" means nothing without \"proxyBaseUrl\"."
        ),
        (
            #"{"response": {"proxyBaseUrl": "http://127.0.0.1:1", "body": "x"}}"#,
            "1:61 /response/body: \"body\" means nothing beside \"proxyBaseUrl\". The body is the target's."
        ),
        (
            #"{"response": {"proxyBaseUrl": "http://h/base?key=1"}}"#,
            #"1:31 /response/proxyBaseUrl: "proxyBaseUrl" has a query or a fragment, and each request's path is appended to that. Leave out "?key=1"."#
        ),
        (
            #"{"response": {"proxyBaseUrl": "localhost:9090"}}"#,
            "1:31 /response/proxyBaseUrl: \"proxyBaseUrl\" is not an absolute URL, so each request will get a 500. It is like \"http://127.0.0.1:9090\"."
        ),
        (
            #"{"requiredScenarioState": "x"}"#,
            "1:27 /requiredScenarioState: a scenario's state means nothing without \"scenarioName\". Add the scenario's name."
        ),
        (
            #"{"request": {"urlPathTemplate": "/a/{id"}}"#,
            "1:33 /request/urlPathTemplate: a variable without both of its braces in \"urlPathTemplate\". Write \"/things/{id}\"."
        ),
        (
            #"{"request": {"urlPathTemplate": "/a/{id}", "pathParameters": {"key": {"equalTo": "1"}}}}"#,
            "1:70 /request/pathParameters/key: \"urlPathTemplate\" has no variable \"key\". Write it there as {key}."
        ),
        (
            #"{"response": {"transformers": ["respond-template"]}}"#,
            "1:32 /response/transformers/0: there is no transformer \"respond-template\". Did you mean \"response-template\"?"
        ),
        (
            #"{"request": {"url": "/a", "method": "get"}}"#,
            "1:37 /request/method: \"method\" is \"get\", but clients send \"GET\". Write \"GET\"."
        ),
        (
            #"{"request": {"url": "/a", "method": "GET|POST"}}"#,
            "1:37 /request/method: \"method\" is \"GET|POST\", which no client sends. Write {\"oneOf\": [\"GET\", \"POST\"]}, or \"ANY\"."
        ),
        (
            #"{"request": {"url": "/a", "method": "GET, POST"}}"#,
            "1:37 /request/method: \"method\" is \"GET, POST\", which no client sends. Write {\"oneOf\": [\"GET\", \"POST\"]}, or \"ANY\"."
        ),
        (
            #"{"request": {"method": "get /a"}}"#,
            "1:24 /request/method: \"method\" is \"get /a\", which no client sends. Write \"method\": \"GET\" and \"url\": \"/a\"."
        ),
        (
            #"{"request": {"url": "/a", "method": {"oneOf": ["GET", "ANY"]}}}"#,
            "1:55 /request/method/oneOf/1: \"ANY\" in a list is a method that no client sends. Write \"method\": \"ANY\"."
        ),
        (
            #"{"request": {"url": "/a", "method": {"noneOf": ["GET_OR_HEAD"]}}}"#,
            "1:49 /request/method/noneOf/0: \"GET_OR_HEAD\" in a list is a method that no client sends. Write \"GET\", \"HEAD\"."
        ),
        (
            #"{"request": {"url": "/a", "method": {"noneOf": ["delete"]}}}"#,
            "1:49 /request/method/noneOf/0: \"method\" is \"delete\", but clients send \"DELETE\". Write \"DELETE\"."
        ),
        (
            #"{"request": {"url": "/a", "method": "*"}}"#,
            "1:37 /request/method: \"method\" is \"*\", which no client sends. Write \"ANY\" for all methods."
        ),
        (
            #"{"mappings": [{"request": {"url": "/a"}, "response": {"modify": {"status": 418}}}, {"request": {"url": "/a"}}]}"#,
            "1:27 /mappings/0/request: it never modifies the response of mocks/mappings/a.json:1:96, which matches the same and is tried first, "
                + "as the later one in the file. Give it a smaller \"priority\", which is tried before, or let it come later in the file."
        ),
        (
            #"{"request": {"url": "/a", "method": "GETT"}}"#,
            "1:37 /request/method: \"method\" is \"GETT\", which no client sends. Did you mean \"GET\"?"
        ),
        (
            #"{"request": {"urlPathPattern": "/a/*"}}"#,
            "1:32 /request/urlPathPattern: \"/*\" at the end of \"urlPathPattern\" repeats the slash. Any path below is \"/a/.*\"."
        ),
        (
            #"{"request": {"url": "/a"}, "response": {"jsonBody": "{\"a\":1}"}}"#,
            "1:53 /response/jsonBody: \"jsonBody\" is JSON in a string, so that clients get a text. Take the quotes away."
        ),
        (
            #"{"response": {"status": 204}}"#,
            "1:1: without \"request\" it matches every request. Give it \"priority\": 10 if that is meant."
        ),
        (
            #"{"request": {}}"#,
            "1:13 /request: an empty \"request\" matches every request. Give it \"priority\": 10 if that is meant."
        ),
        (
            #"{"mappings": [{"request": {"url": "/a"}}, {"request": {"url": "/a"}, "response": {"status": 201}}]}"#,
            "1:55 /mappings/1/request: it matches what mocks/mappings/a.json:1:27 does, and always first, as the later one in the file. "
                + "Give one of them a \"priority\", or a condition."
        ),
        (
            #"{"mappings": [{"request": {"method": "GET", "url": "/a"}}, {"request": {"method": "ANY", "url": "/a"}}]}"#,
            "1:72 /mappings/1/request: it matches what mocks/mappings/a.json:1:27 does, and always first, as the later one in the file. "
                + "Give one of them a \"priority\", or a condition."
        ),
        (
            #"{"mappings": [{"insertionIndex": 5, "request": {"url": "/a"}}, {"insertionIndex": 4, "request": {"url": "/a"}}]}"#,
            "1:48 /mappings/0/request: it matches what mocks/mappings/a.json:1:97 does, and always first, as the one with the greater "
                + "\"insertionIndex\". Give one of them a \"priority\", or a condition."
        ),
        (
            #"{"mappings": [{"insertionIndex": 0, "request": {"url": "/a"}}, {"request": {"url": "/a"}}]}"#,
            "1:48 /mappings/0/request: it matches what mocks/mappings/a.json:1:76 does, and always first, as the one with an "
                + "\"insertionIndex\". Give one of them a \"priority\", or a condition."
        ),
        (
            #"""
            {"mappings": [{"scenarioName": "login", "newScenarioState": "in", "request": {"url": "/in"}},
             {"scenarioName": "Login", "requiredScenarioState": "in", "request": {"url": "/me"}}]}
            """#,
            "2:19 /mappings/1/scenarioName: no stub sets a state of the scenario \"Login\"; those of \"login\" are set, "
                + "as at mocks/mappings/a.json:1:32. Did you mean \"login\"?"
        ),
        (
            #"""
            {"mappings": [{"scenarioName": "s", "newScenarioState": "Logged in", "request": {"url": "/in"}},
             {"scenarioName": "s", "requiredScenarioState": "logged in", "request": {"url": "/me"}}]}
            """#,
            "2:49 /mappings/1/requiredScenarioState: no stub sets the state \"logged in\"; \"Logged in\" is set at mocks/mappings/a.json:1:57. "
                + "Did you mean \"Logged in\"?"
        ),
    ])
    func whatIsHardlyMeantIsAWarning(text: String, told: String) throws {
        try folder.write("mappings/a.json", text)
        let set = try load()
        #expect(lines(set.problems) == [])
        #expect(!set.stubs.isEmpty)
        // Most of these have no request, which is a warning of its own.
        let warnings = lines(set.warnings).filter { told.contains("every request") || !$0.contains("every request") }
        #expect(warnings == ["mocks/mappings/a.json:\(told)"])
    }
}
