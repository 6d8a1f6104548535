import FixtureStore
import Foundation
import JSONDocument
import StubModel
import TestSupport
import Testing

/// Stubs that can never respond, because a later one matches all that they do.
@Suite struct StubComparisonTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func warnings() throws -> [String] {
        try FixtureFolder(folder.path).load().warnings.map { $0.description.replacingOccurrences(of: folder.path, with: "mocks") }
    }

    /// Writes a file with these requests in `mappings`, in order.
    func write(_ requests: [String], _ fields: String = "") throws {
        let mappings = requests.map { #"{"request": \#($0)\#(fields)}"# }
        try folder.write("mappings/a.json", #"{"mappings": [\#(mappings.joined(separator: ", "))]}"#)
    }

    @Test func aLaterStubWithFewerConditionsIsTold() throws {
        try folder.write(
            "mappings/people-luke.json",
            #"{"request": {"method": "GET", "urlPath": "/api/people", "queryParameters": {"search": {"contains": "luke"}}}}"#)
        try folder.write("mappings/people-notfound.json", #"{"request": {"method": "GET", "urlPath": "/api/people"}}"#)
        #expect(
            try warnings() == [
                "mocks/mappings/people-notfound.json:1:13 /request: it matches all that mocks/mappings/people-luke.json:1:13 does, and "
                    + "always first, as the later one in order of paths, so that one never responds. "
                    + "Give it a greater \"priority\", which is tried later."
            ])
    }

    @Test(arguments: [
        [
            #"{"url": "/a", "headers": {"A": {"equalTo": "1"}, "B": {"equalTo": "2"}}}"#,
            #"{"url": "/a", "headers": {"B": {"equalTo": "2"}}}"#,
        ],
        [
            #"{"url": "/a", "bodyPatterns": [{"contains": "a"}, {"contains": "b"}]}"#,
            #"{"url": "/a", "bodyPatterns": [{"contains": "b"}]}"#,
        ],
        [#"{"url": "/a", "method": "GET", "scheme": "http"}"#, #"{"url": "/a", "headers": {}, "cookies": null}"#],
        [#"{"url": "/a"}"#, #"{"urlPath": "/a"}"#],
        [#"{"headers": {"A": {"equalTo": "1"}}, "clientIp": {"equalTo": "::1"}}"#, #"{"headers": {"A": {"equalTo": "1"}}}"#],
    ])
    func eachKindOfConditionIsCompared(requests: [String]) throws {
        try write(requests)
        let told = try warnings()
        #expect(told.count == 1 && told[0].contains("in the file, so that one never responds"), "\(told)")
    }

    @Test(arguments: [
        [#"{"url": "/a"}"#, #"{"url": "/a", "headers": {"B": {"equalTo": "2"}}}"#],
        [#"{"url": "/a", "headers": {"B": {"equalTo": "1"}}}"#, #"{"url": "/a", "headers": {"B": {"equalTo": "2"}}}"#],
        [#"{"url": "/a", "scheme": "http"}"#, #"{"url": "/a", "method": "GET"}"#],
        [#"{"urlPath": "/a"}"#, #"{"url": "/a"}"#], [#"{"url": "/a"}"#, #"{"urlPath": "/a", "queryParameters": {"q": {"equalTo": "1"}}}"#],
        [#"{"urlPath": "/a", "listener": "s3"}"#, #"{"urlPath": "/a"}"#], [#"{"urlPath": "/a", "port": 9000}"#, #"{"urlPath": "/a"}"#],
        [#"{"urlPath": "/a", "host": {"equalTo": "b.s3.test"}}"#, #"{"urlPath": "/a"}"#],
        [
            #"{"url": "/a", "basicAuth": {"username": "u", "password": "p"}, "headers": {"Authorization": {"contains": "B"}}}"#,
            #"{"url": "/a", "headers": {"Authorization": {"contains": "B"}}}"#,
        ],
        [
            #"{"url": "/a", "basicAuth": {"username": "u", "password": "p"}}"#,
            #"{"url": "/a", "basicAuth": {"username": "u", "password": "p"}, "headers": {"authorization": {"contains": "B"}}}"#,
        ],
    ])
    func stubsThatMatchWhatTheLaterOneDoesNotAreNot(requests: [String]) throws {
        try write(requests)
        #expect(try !warnings().contains { $0.contains("always first") })
    }

    @Test(arguments: [#", "probability": 0.5"#, #", "responses": [{"status": 201}], "repeat": "once""#])
    func aStubThatLeavesRequestsToOthersHidesNone(fields: String) throws {
        try write([#"{"url": "/a", "scheme": "http"}"#, #"{"url": "/a"}"#], fields)
        #expect(try !warnings().contains { $0.contains("always first") })
    }

    @Test func aModifierBehindABroaderStubIsTold() throws {
        try folder.write("mappings/a.json", #"{"request": {"url": "/a", "scheme": "http"}, "response": {"modify": {"status": 418}}}"#)
        try folder.write("mappings/b.json", #"{"request": {"url": "/a"}}"#)
        #expect(
            try warnings() == [
                "mocks/mappings/a.json:1:13 /request: it never modifies the response of mocks/mappings/b.json:1:13, which matches all that "
                    + "it does and is tried first, as the later one in order of paths. Give it a smaller \"priority\", which is tried before, "
                    + "or let its file come later."
            ])
    }

    @Test func manyStubsThatOneHidesAreOneWarning() throws {
        try write((1...9).map { #"{"url": "/a", "headers": {"A": {"equalTo": "\#($0)"}}}"# } + [#"{"url": "/a"}"#])
        let told = try warnings()
        #expect(told.count == 1 && told[0].contains(":1:27 and 8 others do, and always first"), "\(told)")
    }
}
