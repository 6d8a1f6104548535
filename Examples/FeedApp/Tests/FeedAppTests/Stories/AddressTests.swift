import FeedApp
import UnderstudyClient
import UnderstudyTesting
import XCTest

/// The fourth story: text in any script, byte for byte. The use case has completion handlers, and the tests wait for them.
final class AddressTests: UnderstudyTestCase {
    override var options: UnderstudyOptions { UnderstudyOptions(mocks: "mocks") }

    func testTheAddressIsShown() async throws {
        let shown = await line(latitude: "37.247935", longitude: "127.076536")
        XCTAssertEqual(shown, "경기도 수원시 영통구 영통동 1024-3")
        try await session.verify(.get("/maps/reverse-geocode").query("lat", "37.247935").query("lon", "127.076536"))
    }

    func testAnErrorStatusIsOneLineAway() async throws {
        try await session.stub(.get("/maps/reverse-geocode").respond(status: 500))
        let shown = await line(latitude: "1", longitude: "2")
        XCTAssertEqual(shown, "Try again")
    }

    func testThereIsNoAddressAtSea() async throws {
        try await session.setScenario("address", to: "not-found")
        let shown = await line(latitude: "37.247935", longitude: "127.076536")
        XCTAssertEqual(shown, "No address here")
    }

    func testTextSurvivesInAnyScript() async throws {
        for text in ["서울특별시", "Zażółć gęślą jaźń", "東京都千代田区", "عنوان", "🏠 1024-3"] {
            try await session.stub(
                .get("/maps/reverse-geocode").query("lat", .equalTo(text)).respond(
                    headers: ["Content-Type": "text/plain;charset=UTF-8"], body: text))
            let shown = await line(latitude: text, longitude: "0")
            XCTAssertEqual(shown, text)
        }
    }

    /// What the use case hands to its completion handler.
    private func line(latitude: String, longitude: String) async -> String {
        let find = App(on: session).findAddress()
        return await withCheckedContinuation { continuation in
            find(latitude: latitude, longitude: longitude) { continuation.resume(returning: $0) }
        }
    }
}
