import Foundation
import FoundationNetworking
import Testing

/// Story 5: the request is the thing tested.
@Suite(.timeLimit(.minutes(5))) struct PointsOfInterestTests {
    struct Point: Decodable, Equatable {
        var name: String
    }

    let server: RunningServer
    let admin: Admin

    init() async throws {
        server = try await RunningServer()
        admin = Admin(server: server)
    }

    private func load(_ latitude: Double, _ longitude: Double) async throws -> [Point] {
        let url = try #require(URL(string: "\(server.http.absoluteString)/points?lat=\(latitude)&long=\(longitude)"))
        let (data, _) = try await URLSession.shared.data(from: url)
        return try JSONDecoder().decode([Point].self, from: data)
    }

    @Test func loadsPoints() async throws {
        #expect(try await load(37.3293, -121.8893) == [Point(name: "MyPointOfInterest")])
    }

    @Test func tellsWhatWasAsked() async throws {
        _ = try await load(37.3293, -121.8893)
        _ = try await load(37.3293, -121.8893)
        let asked = try await admin.find(["method": "GET", "urlPath": "/points"])
        #expect(asked.count == 2)
        #expect(asked.first?["url"] as? String == "/points?lat=37.3293&long=-121.8893")
        #expect(asked.first?["method"] as? String == "GET")
        #expect(try await admin.count(["urlPath": "/points", "queryParameters": ["lat": ["equalTo": "37.3293"]]]) == 2)
        #expect(try await admin.count(["urlPath": "/points", "queryParameters": ["lat": ["equalTo": "0"]]]) == 0)
    }

    @Test func tellsHeadersAndBodyOfWhatWasAsked() async throws {
        _ = try await Curl(
            "\(server.http.absoluteString)/jokes/echo", "-H", "Content-Type: application/json", "-H", "X-Trace: 7", "-d", #"{"joke": "웃음"}"#
        )
        let pattern: [String: any Sendable] = [
            "method": "POST", "urlPath": "/jokes/echo", "headers": ["X-Trace": ["equalTo": "7"]],
            "bodyPatterns": [["matchesJsonPath": "$[?(@.joke == '웃음')]"]],
        ]
        let asked = try #require(try await admin.find(pattern).first)
        #expect(asked["body"] as? String == #"{"joke": "웃음"}"#)
        #expect((asked["headers"] as? [String: Any])?["X-Trace"] as? String == "7")
        #expect(try await admin.count(["urlPath": "/jokes/echo", "headers": ["X-Trace": ["absent": true]]]) == 0)
    }

    @Test func tellsTheOrderOfRequests() async throws {
        for path in ["counter", "points?lat=37.3293&long=-121.8893", "jokes/random"] {
            _ = try await Curl("\(server.http.absoluteString)/\(path)")
        }
        let asked = try await admin.find(["method": "GET"]).compactMap { $0["url"] as? String }
        #expect(asked == ["/counter", "/points?lat=37.3293&long=-121.8893", "/jokes/random"])
    }

    @Test func explainsAMiss() async throws {
        let miss = try await Curl("\(server.http.absoluteString)/points?lat=1&long=-121.8893")
        #expect(miss.status == 404)
        #expect(miss.text.contains("points near San José"))
        #expect(miss.text.contains("37.3293"))
        #expect(miss.text.contains("lat"))
        #expect(miss.text.contains("mappings/points/near-san-jose.json"))
        #expect(miss.text.contains("__files/points.json"))
        let unmatched = try await admin.send("GET", "requests/unmatched")
        #expect((unmatched["requests"] as? [Any])?.count == 1)
    }

    @Test func failsTheRunAndSaysWhy() async throws {
        let command = "curl -s \"$UNDERSTUDY_URL/points?lat=1&long=-121.8893\" > /dev/null"
        let ended = try await Program.run(["run", Program.sample.path, "--strict", "--", "sh", "-c", command])
        #expect(ended.status == 1)
        for said in [
            "/points?lat=1&long=-121.8893", "mappings/points/near-san-jose.json", "query parameter \"lat\"", "__files/points.json",
        ] {
            #expect(ended.errors.contains(said), "\(ended.errors)")
        }
    }
}
