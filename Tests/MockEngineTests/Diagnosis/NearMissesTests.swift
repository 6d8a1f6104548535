import Budget
import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

struct NearMissesTests {
    private func closest(_ request: Request, _ stubs: [String]) throws -> [String] {
        let engine = MockEngine(EngineEnvironment(), .manual(seed: 0))
        for text in stubs {
            let document = try JSONDocument.parse(Array(text.utf8), name: "test")
            let report = ProblemReport(document)
            let mapping = try #require(StubMapping.decode(document.root, report))
            engine.session.add(try #require(engine.compile(mapping, report)))
        }
        return try engine.session.nearMisses(to: request).map { $0.stub.mapping.name ?? "" }
    }

    @Test func theClosestThreeComeFirst() throws {
        let stubs = ["/zzzzzzzz", "/feed1", "/fee", "/feed12345"].map { #"{"name":"\#($0)","request":{"url":"\#($0)"}}"# }
        #expect(try closest(Request(target: "/feed"), stubs) == ["/feed1", "/fee", "/feed12345"])
    }

    /// WireMock's distance counts each letter of another case.
    @Test func aTwinIsFoundBehindThreeNearerStubs() throws {
        let engine = MockEngine(EngineEnvironment(), .manual(seed: 0))
        for url in ["/api/pose/all", "/api/pose/one", "/API/POSE/XXL", "/API/POSE/ALM", "/API/POSE/ALN"] {
            try engine.add(#"{"name": "\#(url)", "request": {"url": "\#(url)"}}"#)
        }
        let request = Request(target: "/API/POSE/ALL")
        #expect(try !engine.session.nearMisses(to: request).contains { $0.stub.mapping.name == "/api/pose/all" })
        let report = engine.session.missReport(for: request)
        #expect(report.candidates.count == 3)
        #expect(
            report.hints == [
                #"only upper and lower case differ: the stub "/api/pose/all" has "/api/pose/all", the request was for "/API/POSE/ALL"."#
            ])
        #expect(engine.session.missReport(for: Request(target: "/API/POSE/ONE/X")).hints == [])
        let spent = WorkBudget(.init(steps: 1))
        #expect(
            NearMisses.urlTwin(
                of: request, at: Timestamp(milliseconds: 0), among: engine.session.view.routes, besides: [], within: spent) == nil)
    }

    @Test func anotherQueryIsNearerThanAnotherPath() throws {
        let stubs = [
            #"{"name":"url","request":{"url":"/m5"}}"#, #"{"name":"pattern","request":{"urlPattern":"/m8/[a-z]+"}}"#,
            #"{"name":"other","request":{"urlPath":"/m5x"}}"#,
        ]
        #expect(try closest(Request(target: "/m5?x=1"), stubs).first == "url")
        #expect(try closest(Request(target: "/m8/abc?x=1"), stubs).first == "pattern")
    }

    @Test func theOrderIsThatOfTheDistancesThatAreShown() throws {
        let engine = MockEngine(EngineEnvironment(), .manual(seed: 0))
        for request in [#"{"url": "/m5"}"#, #"{"urlPath": "/m5x"}"#, #"{"urlPath": "/m5xyz"}"#] {
            try engine.add(#"{"request": \#(request)}"#)
        }
        let request = Request(target: "/m5?long=query")
        let found = try engine.session.nearMisses(to: request)
        let logged = LoggedRequest(request, loggedAt: Timestamp(milliseconds: 0))
        let shown = found.map { $0.json(logged)["matchResult"]?["distance"]?.double ?? 0 }
        #expect(found.map { $0.stub.mapping.request.url?.text } == ["/m5", "/m5x", "/m5xyz"])
        #expect(shown == shown.sorted() && shown.allSatisfy { $0 > 0 }, "\(shown)")
    }

    @Test func aRequestOfAnS3ClientIsSentToTheS3Listener() throws {
        var environment = EngineEnvironment()
        environment.s3BaseURL = { _ in "http://127.0.0.1:9000" }
        let session = MockEngine(environment, .manual(seed: 0)).session
        let hint = "this looks like S3: the S3 listener is http://127.0.0.1:9000."
        #expect(
            session.missReport(for: Request(target: "/b/k", headers: [("Authorization", "AWS4-HMAC-SHA256 Credential=x")])).hints == [hint])
        #expect(session.missReport(for: Request(target: "/b/k", headers: [("X-Amz-Date", "20260101T000000Z")])).hints == [hint])
        #expect(session.missReport(for: Request(target: "/b/k?X-Amz-Signature=a")).hints == [hint])
        #expect(session.missReport(for: Request(target: "/b/k")).hints == [])
    }

    @Test func amongEqualsTheNewestComesFirst() throws {
        let stubs = ["a", "b", "c", "d"].map { #"{"name":"\#($0)","request":{"url":"/x"}}"# }
        #expect(try closest(Request(target: "/y"), stubs) == ["d", "c", "b"])
    }

    @Test func distancesAreWeightedAsWireMocks() throws {
        func distance(_ request: Request, _ stub: String) throws -> Double {
            try mapping(stub).matcher.examine(request, at: Timestamp(milliseconds: 0)).distance
        }
        #expect(try distance(Request(method: "POST", target: "/a"), #"{"request":{"url":"/a","method":"GET"}}"#) == 3.0 / 39)
        #expect(try distance(Request(target: "/ab"), #"{"request":{"url":"/aX","method":"GET"}}"#) - 10.0 / 3 / 39 < 1e-12)
        #expect(try distance(Request(target: "/a"), #"{"request":{"url":"/a","headers":{"X":{"equalTo":"1"}}}}"#) == 1.0 / 46)
        #expect(try distance(Request(target: "/b"), #"{"request":{"urlPattern":"/a","headers":{"X":{"equalTo":"1"}}}}"#) == 10.0 / 39)
    }

    @Test func aPathTemplateIsAsFarAsWhatIsLiteralInIt() throws {
        func distance(_ path: String, _ pattern: String) throws -> Double {
            try mapping(#"{"request":\#(pattern)}"#).matcher.examine(Request(target: path), at: Timestamp(milliseconds: 0)).fields[0]
                .distance
        }
        #expect(try distance("/on/3/two", #"{"urlPathTemplate":"/one/{id}/two"}"#) == 2.0 / 9)
        #expect(try distance("/one/3/two?x=1", #"{"urlPathTemplate":"/one/{id}/two"}"#) == 0)
        #expect(try distance("/totally/different/stuff/and/length", #"{"urlPathTemplate":"/one/{id}/**"}"#) > 0.8)
        #expect(
            try closest(
                Request(target: "/thing/1"),
                ["/things/{id}", "/x/{id}"].map { #"{"name":"\#($0)","request":{"urlPathTemplate":"\#($0)"}}"# }) == [
                    "/things/{id}", "/x/{id}",
                ])
    }

    @Test func amongThousandsTheTwinsAreStillFound() throws {
        var stubs = (0..<3_000).map { #"{"name":"\#($0)","request":{"url":"/things/\#($0)/parts/\#($0 % 7)"}}"# }
        stubs.insert(#"{"name":"twin","request":{"urlPath":"/한글/Ärger"}}"#, at: 1_700)
        stubs.insert(#"{"name":"case","request":{"urlPath":"/Other/Path"}}"#, at: 700)
        #expect(try closest(Request(target: "/%ED%95%9C%EA%B8%80/%C3%84rger"), stubs).first == "twin")
        #expect(try closest(Request(target: "/other/path"), stubs).first == "case")
        #expect(try closest(Request(target: "/things/1234/parts/22"), stubs).first == "1234")
    }
}
