import Foundation
import FoundationNetworking
import Testing

/// Story 2: success or failure, as the test says.
@Suite(.timeLimit(.minutes(5))) struct JokeTests {
    struct Joke: Decodable {
        struct Value: Decodable {
            var id: Int
            var joke: String
            var categories: [String]
        }
        var type: String
        var value: Value
    }

    let server: RunningServer
    let admin: Admin

    init() async throws {
        server = try await RunningServer()
        admin = Admin(server: server)
    }

    private func ask() async throws -> (status: Int, data: Data) {
        let (data, response) = try await URLSession.shared.data(from: server.http.appending(path: "jokes/random"))
        return (try #require(response as? HTTPURLResponse).statusCode, data)
    }

    @Test func tellsAJoke() async throws {
        let (status, data) = try await ask()
        #expect(status == 200)
        let joke = try JSONDecoder().decode(Joke.self, from: data)
        #expect(joke.type == "success")
        #expect(!joke.value.joke.isEmpty)
    }

    @Test func isGoneWhenToldSoAndComesBack() async throws {
        try await admin.set("joke", "gone")
        let gone = try await ask()
        #expect(gone.status == 410)
        #expect(!gone.data.isEmpty)
        try await admin.resetScenarios()
        #expect(try await ask().status == 200)
    }

    @Test func sendsInvalidJSONUnderAValidStatus() async throws {
        try await admin.set("joke", "invalid-json")
        let (status, data) = try await ask()
        #expect(status == 200)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Joke.self, from: data) }
    }

    @Test func failsInTransport() async throws {
        try await admin.set("joke", "transport-error")
        await #expect(throws: URLError.self) { try await ask() }
        #expect(try await Curl("\(server.http.absoluteString)/jokes/random").exitCode == 52)
    }

    @Test func echoesAQueryItemAndAHeader() async throws {
        let echo = try await Curl("\(server.http.absoluteString)/jokes/echo?name=Yuna%20%EA%B9%80", "-H", "Accept-Language: ko-KR")
        #expect(echo.text == #"{"name":"Yuna 김","language":"ko-KR"}"#)
    }

    @Test func echoesAPartOfTheBody() async throws {
        let echo = try await Curl(
            "\(server.http.absoluteString)/jokes/echo", "-H", "Content-Type: application/json", "-d", #"{"id": 1, "joke": "웃음"}"#)
        #expect(echo.status == 201)
        #expect(echo.text == #"{"type":"success","value":{"joke":"웃음","categories":[]}}"#)
    }
}
