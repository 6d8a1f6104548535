import UnderstudyClient

extension Mistake {
    /// Requests that did not come as expected.
    static let verifications = [
        Mistake("A verification before the app has sent anything") { session in
            try await session.verify(.get("/api/pose/all"), .once)
        },
        Mistake("A request that comes too late") { session in
            try await session.stub("/api/pose/all", json: ["content": [Int]()])
            try await session.awaitRequests(.get("/api/pose/all"), timeoutMilliseconds: 20)
            _ = try await App.get(session.url("/api/pose/all"))
        },
        Mistake("One call too many") { session in
            try await session.stub(.get("/api/pose/all").respond(json: ["content": [Int]()]).named("feed"))
            for _ in 1...2 { _ = try await App.get(session.url("/api/pose/all")) }
            try await session.verify(.get("/api/pose/all"), .once)
        },
        Mistake("A query other than expected") { session in
            try await session.stub("/points", json: [Int]())
            _ = try await App.get(session.url("/points?lat=37.33&long=-121.8893"))
            try await session.verify(.get("/points").query("lat", "37.3293"))
        },
        Mistake("A body other than expected") { session in
            try await session.stub(.post("/api/bookmark").respond(status: 201))
            _ = try await App.send("POST", session.url("/api/bookmark"), body: #"{"poseId": 325, "userId": 0}"#)
            try await session.verify(.post("/api/bookmark").body(.equalToJSON(["poseId": 325])))
        },
        Mistake("A wrong order") { session in
            try await session.stub {
                Stub.get("/api/pose/all").respond(json: [Int]()).named("feed")
                Stub.post("/api/login").respond(status: 204).named("login")
            }
            _ = try await App.get(session.url("/api/pose/all"))
            _ = try await App.send("POST", session.url("/api/login"))
            try await session.verify(inOrder: [.post("/api/login"), .get("/api/pose/all")])
        },
        Mistake("A stub that was to respond more often") { session in
            try await session.stub(.post("/like").respond(status: 204).named("like").expect(.exactly(2)))
            _ = try await App.send("POST", session.url("/like"))
        },
    ]
}
