import FeedApp
import Testing
import UnderstudyClient
import UnderstudyTesting

/// The fifth story: the request is what is tested.
@Suite(.understudy(mocks: "mocks")) struct PointsTests {
    @Test func theRequestNamesThePlace() async throws {
        let app = try App.current
        let points = try await app.points().points(latitude: 37.3293, longitude: -121.8893)
        #expect(points == [PointOfInterest(name: "MyPointOfInterest")])
        let requests = try await app.session.requests(.get("/points"))
        let request = try #require(requests.first)
        #expect(requests.count == 1)
        #expect(request.url == "/points?lat=37.3293&long=-121.8893")
        #expect(request.query("lat") == "37.3293")
        #expect(request.header("Accept") == "application/json")
        #expect(request.body.isEmpty)
    }

    @Test func placesAreAskedForOneAfterTheOther() async throws {
        let app = try App.current
        try await app.session.stub(.get("/points").respond(json: [PointOfInterest(name: "Anywhere")]))
        for latitude in [1.5, 2.5] { _ = try await app.points().points(latitude: latitude, longitude: 0) }
        try await app.session.verify(inOrder: [.get("/points").query("lat", "1.5"), .get("/points").query("lat", "2.5")])
    }

    @Test(.understudy(strict: false)) func aRequestThatNothingAnswersSaysWhatDiffers() async throws {
        let app = try App.current
        await #expect(throws: APIError.status(404)) { try await app.points().points(latitude: 37.5, longitude: -121.8893) }
        let explanation = try #require(try await app.session.unmatched().first?.explanation)
        #expect(explanation.contains("points near San José"))
        #expect(explanation.contains("37.3293"))
    }

    @Test func aRequestThatNeverComesIsFoundByWaitingForIt() async throws {
        let session = try UnderstudySession.current
        let failure = await #expect(throws: UnderstudyFailure.self) {
            try await session.awaitRequests(.get("/points").query("lat", "37.3293"), timeoutMilliseconds: 1)
        }
        #expect(failure?.message.contains("was to come once within 1 ms, and never came") == true)
    }
}
