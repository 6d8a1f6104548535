import UnderstudyClient

extension Mistake {
    /// Gates, clocks and sessions.
    static let timing = [
        Mistake("A gate that no response reaches") { session in
            try await session.stub(.get("/api/pose/all").query("pageNumber", "1").respond(json: [Int]()).hold("page 1"))
            try await session.stub(.get("/api/pose/all").query("pageNumber", "0").respond(json: [Int]()).named("page 0"))
            _ = try await App.get(session.url("/api/pose/all?pageNumber=0"))
            try await session.gate("page 1").arrival(timeoutMilliseconds: 20)
        },
        Mistake("A gate's name that is misspelt") { session in
            try await session.stub(.get("/api/pose/all").respond(json: [Int]()).hold("page 1"))
            try await session.gate("page1").release()
        },
        Mistake("A clock that is not manual") { session in
            try await session.stub(.get("/api/pose/all").respond(json: [Int]()).delay(milliseconds: 800))
            try await session.clock.advance(milliseconds: 800)
        },
        Mistake("A session that has ended") { session in
            try await session.close()
            try await session.stub("/api/tags", json: ["jump"])
        },
    ]
}
