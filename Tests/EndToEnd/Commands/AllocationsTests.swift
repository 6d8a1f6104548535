import FileStore
import Foundation
import TestSupport
import Testing

/// How much memory the program asks for while it serves a request: calls of malloc and the like, counted in the built program by a
/// library that is loaded before it. `Tests/Allocations/allowed.json` is the table of what is allowed.
///
/// Requests come one after the other on one connection, in groups. The group that allocated least counts, because something else comes
/// with time and not with a request: a further segment of the journal, a timer, the second after which a file is looked at again.
@Suite(.serialized, .timeLimit(.minutes(5))) struct AllocationsTests {
    private static let requests = 100
    private static let groups = 30
    private static let folder = Program.root.appending(path: "Tests/Allocations")

    /// By kind of request: the target, and what is allowed. A debug build allocates what an optimised one does not; its numbers have a
    /// little room. Without a number for a build, nothing is checked in it.
    private struct Kind: Decodable {
        var target: String
        var listener: String
        /// The Host field; an address without it.
        var host: String?
        var debug: Double
        var release: Double?
    }

    private static func mocks() throws -> TemporaryMocks {
        let body = String(repeating: "0123456789", count: 100)
        return try TemporaryMocks([
            "mappings/static.json": #"{"request": {"method": "GET", "url": "/static"}, "response": {"body": "\#(body)"}}"#,
            "mappings/file.json": #"{"request": {"method": "GET", "url": "/file"}, "response": {"bodyFileName": "body.txt"}}"#,
            "mappings/template.json":
                #"{"request": {"method": "GET", "url": "/template"}, "response": {"body": "{{request.path}} {{request.method}}", "transformers": ["response-template"]}}"#,
            "__files/body.txt": body, "__files/dropped.txt": body, "s3/bucket/object.txt": body,
        ])
    }

    /// The library, compiled once, or nil without a compiler.
    private static let library: URL? = {
        let library = FileManager.default.temporaryDirectory.appending(path: "allocations-\(UUID()).so")
        for compiler in ["clang", "cc", "gcc"] {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [
                compiler, "-O1", "-shared", "-fPIC", "-o", library.path, folder.appending(path: "count.c").path, "-ldl",
            ]
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { continue }
            process.waitUntilExit()
            if process.terminationStatus == 0 { return library }
        }
        return nil
    }()

    private static func count(in file: URL) throws -> Int {
        let bytes = try Data(contentsOf: file)
        return bytes.prefix(8).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    }

    /// A build without hooks is none that ships, and allocates more. Its variable is also there when its tests run (`script/distribution`).
    static let hasHooks = ProcessInfo.processInfo.environment["UNDERSTUDY_WITHOUT_HOOKS", default: ""].isEmpty

    @Test(.enabled(if: AllocationsTests.hasHooks, "needs the hook \"heads\""))
    func aRequestAllocatesNoMoreThanIsAllowed() async throws {
        let library = try #require(Self.library, "neither clang, cc nor gcc compiles Tests/Allocations/count.c")
        defer { try? FileManager.default.removeItem(at: library) }
        let mocks = try Self.mocks()
        let counter = mocks.url.appending(path: "counter")
        let server = try await RunningServer(
            mocks.url, ["--no-watch"], environment: ["LD_PRELOAD": library.path, "UNDERSTUDY_ALLOCATIONS": counter.path])
        let table = try JSONDecoder().decode(
            [String: Kind].self, from: Data(contentsOf: Self.folder.appending(path: "allowed.json")))
        let isRelease = Program.url.resolvingSymlinksInPath().path.contains("/release/")
        let settled = ContinuousClock.now + FileStore.settlingTime
        for (name, kind) in table.sorted(by: { $0.key < $1.key }) {
            let url = kind.listener == "s3" ? server.s3 : server.http
            let client = try RawClient(port: try #require(url.port))
            func ask(_ times: Int) throws {
                for _ in 0..<times {
                    try client.send("GET \(kind.target) HTTP/1.1\r\nHost: \(kind.host ?? "127.0.0.1")\r\n\r\n")
                    try #require(try client.response().status == 200, "\(kind.target)")
                }
            }
            // A file that was just written is read for each request (decision 0061).
            while ContinuousClock.now < settled { try ask(10) }
            // What is made at the first request of its kind, and the first pages of the journal.
            try ask(100)
            let counts = try (0..<Self.groups).map { _ in
                let before = try Self.count(in: counter)
                try ask(Self.requests)
                return try Self.count(in: counter) - before
            }
            let each = Double(counts.min() ?? 0) / Double(Self.requests)
            guard let allowed = isRelease ? kind.release : kind.debug else {
                print("allocations: \(name): \(each) a request, any number allowed")
                continue
            }
            print("allocations: \(name): \(each) a request, \(allowed) allowed")
            #expect(each <= allowed + 0.1, "\(name): a request allocates more than Tests/Allocations/allowed.json allows")
            if each < 0.9 * allowed - 0.9 {
                Issue.record("\(name): a request allocates \(each) times only: lower the number in allowed.json", severity: .warning)
            }
        }
    }
}
