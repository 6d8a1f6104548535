import Testing
import UnderstudyClient

extension Mistake {
    /// Requests that nothing answers.
    static let requests = [
        Mistake("A wrong path") { session in
            try await session.stub("/api/pose/all", json: ["content": [Int]()])
            _ = try await App.get(session.url("/api/poses/all"))
        },
        Mistake("No stub at all") { session in
            _ = try await App.get(session.url("/api/pose/all?pageNumber=0"))
        },
        Mistake("A path in another case") { session in
            try await session.stub("/api/pose/all", json: ["content": [Int]()])
            _ = try await App.get(session.url("/api/Pose/all"))
        },
        Mistake("A slash too many at the end") { session in
            try await session.stub("/api/bookmark/feed", json: ["content": [Int]()])
            _ = try await App.get(session.url("/api/bookmark/feed/"))
        },
        Mistake("A long path") { session in
            try await session.stub("/api/users/4711/collections/favourite-poses/items/with-people/2/sorted-by/date", json: [Int]())
            _ = try await App.get(session.url("/api/users/4711/collections/favourite-poses/items/with-people/3/sorted-by/date"))
        },
        Mistake("A wrong method") { session in
            try await session.stub(.post("/api/bookmark").respond(status: 201))
            _ = try await App.send("PUT", session.url("/api/bookmark"))
        },
        Mistake("A wrong value in the query") { session in
            try await session.stub(.get("/points").query("lat", "37.3293").respond(json: [Int]()))
            _ = try await App.get(session.url("/points?lat=37.33&long=-121.8893"))
        },
        Mistake("A query that is missing") { session in
            try await session.stub(.get("/api/pose/all").query("pageNumber", "0").query("pageSize", "8").respond(json: [Int]()))
            _ = try await App.get(session.url("/api/pose/all?pageNumber=0"))
        },
        Mistake("A wrong header field") { session in
            try await session.stub(.get("/api/me").header("Accept", .contains("application/json")).respond(json: ["id": 1]))
            _ = try await App.send("GET", session.url("/api/me"), headers: ["Accept": "text/html"])
        },
        Mistake("A header field that is missing") { session in
            try await session.stub(.get("/api/me").header("Authorization", "Bearer abc").respond(json: ["id": 1]))
            _ = try await App.get(session.url("/api/me"))
        },
        Mistake("A wrong body") { session in
            try await session.stub(.post("/api/bookmark").body(.equalToJSON(["poseId": 325])).respond(status: 201))
            _ = try await App.send("POST", session.url("/api/bookmark"), body: #"{"poseId": 326}"#)
        },
        Mistake("A body that is not JSON") { session in
            try await session.stub(.post("/api/bookmark").body(.matchesJSONPath("$.poseId")).respond(status: 201))
            _ = try await App.send("POST", session.url("/api/bookmark"), body: #"{"poseId": 325"#)
        },
        Mistake("A scenario in another state") { session in
            try await session.stub(.get("/jokes/random").scenario("joke", in: "gone").respond(status: 410))
            _ = try await App.get(session.url("/jokes/random"))
        },
        Mistake("One call more than there are responses") { session in
            try await session.stub(.get("/jokes/random").respond(sequence: [.status(503), .json(["id": 107])], repeat: .once))
            for _ in 1...3 { _ = try await App.get(session.url("/jokes/random")) }
        },
        Mistake("An S3 key that is missing", mocks: "mocks") { session in
            _ = try await App.get(try #require(session.s3URL("/pose-images/pose-10.jpg")))
        },
        Mistake("An S3 bucket that is missing", mocks: "mocks") { session in
            _ = try await App.get(try #require(session.s3URL("/poses/pose-01.jpg")))
        },
        Mistake("A picture requested from the API's base URL", mocks: "mocks") { session in
            _ = try await App.get(session.url("/pose-images/pose-01.jpg"))
        },
    ]
}
