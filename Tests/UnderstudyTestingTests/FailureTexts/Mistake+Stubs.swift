import Foundation
import Testing
import UnderstudyClient

extension Mistake {
    /// Stubs that do not do what they are for.
    static let stubs = [
        Mistake("A stub that no request matched") { session in
            try await session.stub("/api/pose/all", json: ["content": [Int]()])
            try await session.stub("/api/tags", json: ["jump"])
            _ = try await App.get(session.url("/api/pose/all"))
        },
        Mistake("A stub behind a newer one for the same requests") { session in
            try await session.stub(.get("/api/pose/all").respond(status: 401).named("signed out"))
            try await session.stub(.any("/api/pose/all").respond(status: 500).named("broken"))
            _ = try await App.get(session.url("/api/pose/all"))
        },
        Mistake("A stub with a lower priority") { session in
            try await session.stub(.get("/api/pose/all").respond(status: 500).priority(1).named("broken"))
            try await session.stub(.get("/api/pose/all").query("pageNumber", "0").respond(json: [Int]()).named("page 0"))
            _ = try await App.get(session.url("/api/pose/all?pageNumber=0"))
        },
        Mistake("A status that does not exist") { session in
            try await session.stub(.get("/jokes/random").respond(status: 41))
        },
        Mistake("A field of the mapping that is misspelt") { session in
            try await session.stub(.get("/jokes/random").respond(status: 410).changed { $0.additionalFields = ["prioritty": 1] })
        },
        Mistake("A body file that is missing") { session in
            try await session.stub(.get("/api/pose/all").respond(file: "poses/page-0.json"))
            let reply = try await App.send("GET", session.url("/api/pose/all"))
            #expect(reply.status == 200, "\(reply.text)")
        },
        Mistake("Another status than asserted") { session in
            try await session.stub(.get("/jokes/random").respond(status: 410))
            let reply = try await App.send("GET", session.url("/jokes/random"))
            #expect(reply.status == 200)
        },
        Mistake("An invalid regular expression") { session in
            try await session.stub(.get("/").urlMatching("/api/pose/(all").respond(status: 200))
        },
        Mistake("A value that JSON cannot express") { session in
            try await session.stub("/points", json: ["lat": Double.infinity])
        },
        Mistake("A scenario's name that is misspelt") { session in
            try await session.stub(.get("/jokes/random").scenario("joke", in: "gone").respond(status: 410))
            try await session.setScenario("jokes", to: "gone")
        },
        Mistake("A scenario's state that is misspelt") { session in
            try await session.stub(.get("/jokes/random").scenario("joke", in: "gone").respond(status: 410))
            try await session.setScenario("joke", to: "Gone")
        },
    ]
}
