import Foundation
import Testing

/// What the program tells a service manager (sd_notify(3)).
@Suite(.timeLimit(.minutes(5))) struct ServiceManagerTests {
    private static func mocks() throws -> TemporaryMocks { try TemporaryMocks(["mappings/a.json": "{}"]) }

    private static func isInOrder(_ messages: [String], _ beginnings: [String]) -> Bool {
        var left = beginnings[...]
        for message in messages {
            if let next = left.first, message.hasPrefix(next) { left.removeFirst() }
        }
        return left.isEmpty
    }

    @Test func isToldOfReadinessReloadAndStop() async throws {
        let mocks = try Self.mocks()
        let manager = try ServiceManagerSocket()
        let server = try await RunningServer(mocks.url, ["--no-watch"], environment: ["NOTIFY_SOCKET": manager.address])
        let ready = try #require(await manager.message(1, beginning: "READY=1"))
        // Foundation's URL drops nothing of these: no path, a port.
        func serving(_ objects: String) -> String {
            "Serving 1 stub mapping\(objects), 0 sessions of \(mocks.url.path)"
                + " on \(server.http.absoluteString), S3 on \(server.s3.absoluteString)"
        }
        #expect(ready == "READY=1\nSTATUS=\(serving(""))\nMAINPID=\(server.pid)")
        // Objects are counted after the start.
        #expect(await manager.message(1, beginning: "STATUS=") == "STATUS=\(serving(", 0 objects"))")

        server.signal(SIGHUP)
        let reloaded = "READY=1\nSTATUS=\(serving(", 0 objects")); reloaded at "
        #expect(await manager.message(2, beginning: "READY=1")?.hasPrefix(reloaded) == true)
        let reloading = try #require(manager.messages.first { $0.hasPrefix("RELOADING=1") })
        // systemd compares this time, of CLOCK_MONOTONIC, with that of its signal.
        let time = try #require(reloading.split(separator: "\n").last?.split(separator: "=").last.flatMap { Int($0) })
        #expect(reloading == "RELOADING=1\nMONOTONIC_USEC=\(time)")
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let age = Int(now.tv_sec) * 1_000_000 + Int(now.tv_nsec) / 1000 - time
        #expect((0...60_000_000).contains(age))

        server.signal(SIGTERM)
        #expect(await manager.message(1, beginning: "STOPPING=1") == "STOPPING=1")
        // Five seconds for requests in flight, one for the rest, and five more.
        #expect(await manager.message(1, beginning: "EXTEND_TIMEOUT_USEC=") == "EXTEND_TIMEOUT_USEC=10000000")
        #expect(try await server.end().status == 0)
        #expect(Self.isInOrder(manager.messages, ["READY=1", "RELOADING=1", "READY=1", "STOPPING=1"]), "\(manager.messages)")
    }

    /// A reload of so many stubs takes seconds.
    @Test(arguments: [[], ["--record-mappings"]]) func aStopDoesNotWaitForAReload(options: [String]) async throws {
        let mocks = try Self.mocks()
        let manager = try ServiceManagerSocket()
        let server = try await RunningServer(
            mocks.url, ["--no-watch", "--drain-seconds", "0"] + options, environment: ["NOTIFY_SOCKET": manager.address])
        let stubs = (0..<50_000).map { #"{"request": {"urlPattern": "/[a-z]+/\#($0)"}}"# }
        try mocks.write(#"{"mappings": [\#(stubs.joined(separator: ","))]}"#, to: "mappings/many.json")
        server.signal(SIGHUP)
        #expect(await manager.message(1, beginning: "RELOADING=1") != nil)
        server.signal(SIGTERM)
        #expect(await manager.message(1, beginning: "STOPPING=1") != nil)
        let (status, log) = try await server.end()
        #expect(status == 0)
        #expect(log.contains("warning: the stop did not wait for a reload that was under way\n"), "\(log)")
        #expect(!log.contains("fixtures reloaded"), "\(log)")
    }

    @Test func isToldOfObjectsThatAreCopiedIntoTheFolder() async throws {
        let mocks = try TemporaryMocks(["mappings/a.json": "{}", "s3/pictures/a.txt": "a"])
        let manager = try ServiceManagerSocket()
        let server = try await RunningServer(mocks.url, environment: ["NOTIFY_SOCKET": manager.address])
        #expect(await manager.message(1, beginning: "STATUS=Serving 1 stub mapping, 1 object,") != nil, "\(manager.messages)")
        try mocks.write("b", to: "s3/pictures/b.txt")
        #expect(await manager.message(1, beginning: "STATUS=Serving 1 stub mapping, 2 objects,") != nil, "\(manager.messages)")
        server.signal(SIGTERM)
        #expect(try await server.end().status == 0)
    }

    /// A variable is a line, and the status quotes names of files.
    @Test func aNameWithLineFeedsSetsNoVariable() async throws {
        let mocks = try TemporaryMocks(["mappings/a\nSTOPPING=1\nFDSTORE=1.json": "{}"])
        let manager = try ServiceManagerSocket()
        let server = try await RunningServer(mocks.url, ["--no-watch"], environment: ["NOTIFY_SOCKET": manager.address])
        try mocks.write("{", to: "mappings/a\nSTOPPING=1\nFDSTORE=1.json")
        server.signal(SIGHUP)
        let told = try #require(await manager.message(2, beginning: "READY=1"))
        #expect(told.contains(#"/mappings/a\nSTOPPING=1\nFDSTORE=1.json:1:"#), "\(told)")
        #expect(told.split(separator: "\n").map { $0.prefix { $0 != "=" } } == ["READY", "STATUS", "MAINPID"])
        server.signal(SIGTERM)
        #expect(try await server.end().status == 0)
    }

    /// Without anything to do, the server shows that it lives, in half of the time that the manager allows.
    @Test func isShownThatTheServerLives() async throws {
        let mocks = try Self.mocks()
        let manager = try ServiceManagerSocket()
        let server = try await RunningServer(
            mocks.url, ["--no-watch"], environment: ["NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "100000"])
        #expect(await manager.message(10, beginning: "WATCHDOG=1") == "WATCHDOG=1", "\(manager.messages)")
        server.signal(SIGTERM)
        #expect(try await server.end().status == 0)
    }

    @Test(arguments: ["/nowhere/at/all", "", String(repeating: "/long", count: 40)])
    func needNotBeThere(_ address: String) async throws {
        let mocks = try Self.mocks()
        let server = try await RunningServer(mocks.url, environment: ["NOTIFY_SOCKET": address])
        server.signal(SIGTERM)
        #expect(try await server.end().status == 0)
    }
}
