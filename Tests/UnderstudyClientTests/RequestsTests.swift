import Foundation
import Testing
import UnderstudyClient

/// What came, and what a verification says of it.
@Suite struct RequestsTests {
    private func withPoints(_ body: (UnderstudySession) async throws -> Void) async throws {
        try await UnderstudyServer.shared().withSession { session in
            try await session.stub(.any("/points").respond(json: [["name": "MyPointOfInterest"]]).named("points"))
            _ = try await App.send(
                "POST", session.url("/points?lat=37.3293&long=-121.8893"), body: #"{"radius":5}"#,
                headers: ["Content-Type": "application/json", "X-Client": "app"])
            try await body(session)
        }
    }

    @Test func theRequestIsThereAsItArrived() async throws {
        try await withPoints { session in
            let request = try #require(try await session.requests(.any("/points")).first)
            #expect(request.method == "POST")
            #expect(request.path == "/points")
            #expect(request.query("lat") == "37.3293")
            #expect(request.header("x-client") == "app")
            #expect(try request.json([String: Int].self) == ["radius": 5])
            #expect(request.description == "POST /points?lat=37.3293&long=-121.8893")
            let entry = try #require(try await session.journal().first)
            #expect(entry.wasMatched)
            #expect(entry.stub?.name == "points")
            #expect(entry.response?.status == 200)
            #expect(entry.response.map { String(decoding: $0.body, as: UTF8.self) } == #"[{"name":"MyPointOfInterest"}]"#)
            #expect(entry.sequence == 1)
        }
    }

    @Test func aVerificationThatHoldsIsSilent() async throws {
        try await withPoints { session in
            try await session.verify(.post("/points").query("lat", "37.3293").body(.matchesJSONPath("$.radius")), .once)
            try await session.verify(.get("/points"), .never)
            try await session.verify(inOrder: [.post("/points")])
            #expect(try await session.count(.any("/points")) == 1)
            try await session.forgetRequests()
            #expect(try await session.requests().isEmpty)
        }
    }

    @Test func aVerificationThatFailsIsADiff() async throws {
        try await withPoints { session in
            let line = #line + 2
            let failure = await thrown {
                try await session.verify(.post("/points").query("lat", "37.5"), .once)
            }
            #expect(
                failure?.message == """
                    POST /points, query lat equalTo 37.5 was to come exactly once, and never came.
                    Nearest: POST /points?lat=37.3293&long=-121.8893
                      query lat
                        - 37.5
                        + 37.3293
                    What has come:
                      POST /points?lat=37.3293&long=-121.8893 → 200, stub "points"
                    """)
            #expect(failure?.kind == .unmet)
            #expect(failure?.callSite.line == line)
        }
    }

    @Test func oneCallTooManyIsListed() async throws {
        try await withPoints { session in
            _ = try await App.get(session.url("/points"))
            let failure = await thrown { try await session.verify(.any("/points"), .atMost(1)) }
            #expect(
                failure?.message == """
                    /points was to come at most once, and came 2 times.
                    What has come:
                      POST /points?lat=37.3293&long=-121.8893 → 200, stub "points"
                      GET /points → 200, stub "points"
                    """)
        }
    }

    @Test func aWaitIsMetByWhatComesLater() async throws {
        try await withPoints { session in
            async let entries = session.awaitRequests(.get("/points"), timeoutMilliseconds: 20_000)
            _ = try await App.get(session.url("/points"))
            #expect(try await entries.map(\.request.method) == ["GET"])
        }
    }

    @Test func aWaitThatEndsIsADiff() async throws {
        try await withPoints { session in
            let line = #line + 2
            let failure = await thrown {
                try await session.awaitRequests(.put("/points"), timeoutMilliseconds: 1)
            }
            #expect(failure?.kind == .timedOut)
            #expect(failure?.message.contains("PUT /points was to come once within 1 ms, and never came.") == true)
            #expect(failure?.message.contains("    - PUT\n    + POST") == true, "\(failure?.message ?? "")")
            #expect(failure?.callSite.line == line)
        }
    }

    @Test func theWrongOrderIsListed() async throws {
        try await withPoints { session in
            _ = try await App.get(session.url("/points"))
            let failure = await thrown {
                try await session.verify(inOrder: [.get("/points"), .post("/points")])
            }
            #expect(failure?.message.contains("  1. GET /points\n  2. POST /points\n") == true)
            #expect(failure?.message.contains("What has come:\n  POST /points") == true)
        }
    }

    @Test func s3IsCountedInItsOwnWords() async throws {
        try await UnderstudyServer.shared().withSession { session in
            try await session.stub(.s3("GetObject", bucket: "pictures", key: "a b.jpg").respond(.s3Error("SlowDown")))
            let url = try #require(session.s3URL("/pictures/a%20b.jpg?x-id=GetObject"))
            let response = try await App.get(url)
            #expect(response.status == 503)
            #expect(response.text.contains("<Code>SlowDown</Code>"))
            try await session.verify(.s3("GetObject", key: "a b.jpg"), .once)
            try await session.verify(.s3("HeadObject"), .never)
            let asked = try #require(try await session.requests(.s3(bucket: "pictures")).first?.s3)
            #expect(asked.operation == "GetObject")
            #expect(asked.key == "a b.jpg")
            #expect(asked.accessKey == nil)
            let failure = await thrown { try await session.verify(.s3("PutObject", bucket: "pictures"), .once) }
            #expect(
                failure?.message.hasPrefix(
                    """
                    S3 operation PutObject, bucket pictures was to come exactly once, and never came.
                    Nearest: GET /pictures/a%20b.jpg?x-id=GetObject
                      s3 operation
                        - PutObject
                        + GetObject
                    """) == true, "\(failure?.message ?? "")")
        }
    }

    @Test func nothingCame() async throws {
        try await UnderstudyServer.shared().withSession { session in
            let failure = await thrown { try await session.verify(.get("/a")) }
            #expect(failure?.message == "GET /a was to come exactly once, and never came.\nNo request has come.")
        }
    }
}
