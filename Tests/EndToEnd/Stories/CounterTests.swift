import Foundation
import FoundationNetworking
import Testing

/// Story 3: a response from a value of the test's own.
@Suite(.timeLimit(.minutes(5))) struct CounterTests {
    struct CounterDataModel: Codable {
        var counterDefaultValue: Int
    }

    /// The view model under test.
    actor CounterModel {
        private let url: URL
        private(set) var value = 0

        init(server: RunningServer) { url = server.http.appending(path: "counter") }

        func refresh() async throws {
            let (data, _) = try await URLSession.shared.data(from: url)
            value = try JSONDecoder().decode(CounterDataModel.self, from: data).counterDefaultValue
        }

        func add(_ step: Int) -> Int {
            value += step
            return value
        }
    }

    let server: RunningServer
    let admin: Admin
    let model: CounterModel

    init() async throws {
        server = try await RunningServer()
        admin = Admin(server: server)
        model = CounterModel(server: server)
    }

    @Test func refreshesAndCounts() async throws {
        try await model.refresh()
        var seen = [await model.value]
        for step in [1, 1, -1, 1] { seen.append(await model.add(step)) }
        #expect(seen == [5, 6, 7, 6, 7])
    }

    @Test func answersWithAValueBuiltInTheTest() async throws {
        let body = String(decoding: try JSONEncoder().encode(CounterDataModel(counterDefaultValue: 41)), as: UTF8.self)
        try await admin.add(["priority": 1, "request": ["urlPath": "/counter"], "response": ["body": body]])
        try await model.refresh()
        #expect(await model.value == 41)
    }

    @Test func answersWithAValueOfTheTestAfterADelay() async throws {
        let body = String(decoding: try JSONEncoder().encode(CounterDataModel(counterDefaultValue: 7)), as: UTF8.self)
        let response: [String: any Sendable] = ["body": body, "fixedDelayMilliseconds": 300]
        try await admin.add(["priority": 1, "request": ["urlPath": "/counter"], "response": response])
        let time = try await ContinuousClock().measure { try await model.refresh() }
        #expect(time >= .milliseconds(300))
        #expect(await model.value == 7)
    }

    @Test func answersAfterADelay() async throws {
        try await admin.set("counter", "slow")
        let time = try await ContinuousClock().measure { try await model.refresh() }
        #expect(time >= .milliseconds(500))
        #expect(await model.value == 5)
    }
}
