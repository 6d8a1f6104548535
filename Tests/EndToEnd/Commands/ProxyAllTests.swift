import Foundation
import Testing

/// `--proxy-all` and `--record-mappings`, with another server as their target.
@Suite(.timeLimit(.minutes(5))) struct ProxyAllTests {
    private static func target() async throws -> (server: RunningServer, mocks: TemporaryMocks) {
        let mocks = try TemporaryMocks([
            "mappings/far.json": #"{"request": {"url": "/far?a=b", "method": "POST"}, "response": {"status": 201, "body": "far away"}}"#,
            "mappings/both.json": #"{"request": {"url": "/both"}, "response": {"body": "far away, too"}}"#,
        ])
        return (try await RunningServer(mocks.url), mocks)
    }

    private static let near = [
        "mappings/near.json": #"{"request": {"url": "/both"}, "response": {"body": "near"}, "priority": 100}"#
    ]

    /// The flag that names the target allows it.
    private static func options(_ target: RunningServer) -> [String] { ["--proxy-all", target.http.absoluteString] }

    @Test func whatNoStubAnswersGoesToTheTarget() async throws {
        let (target, far) = try await Self.target()
        let mocks = try TemporaryMocks(Self.near)
        let server = try await RunningServer(mocks.url, Self.options(target))
        let url = server.http.absoluteString
        let answer = try await Curl("\(url)/far?a=b", "--data", "body")
        #expect(answer.status == 201)
        #expect(answer.text == "far away")
        #expect(try await Curl("\(url)/both").text == "near", "a stub comes before the target, whatever its priority")
        #expect(try await Curl("\(url)/nowhere").status == 404)
        // The target was asked, and asked for that.
        let asked = try await Admin(server: target).find(["method": "POST", "url": "/far?a=b"])
        #expect(asked.count == 1)
        #expect(asked.first?["body"] as? String == "body")
        withExtendedLifetime(far) {}
    }

    @Test(arguments: [
        (["--proxy-all", "http://127.0.0.1:9", "--deny-proxy-targets", "127.0.0.0/8"], "--deny-proxy-targets covers 127.0.0.1:9."),
        (["--proxy-all", "http://169.254.169.254"], "Start with --allow-proxy-targets 169.254.169.254:80 to allow it."),
        (["--proxy-all", "http://user@127.0.0.1:9"], "is not allowed by itself"),
    ])
    func aTargetThatWillNotBeCalledIsSaidAtTheStart(options: [String], sentence: String) async throws {
        let mocks = try TemporaryMocks()
        let server = try await RunningServer(mocks.url, options)
        #expect(try await Curl("\(server.http.absoluteString)/a").status == 500)
        server.signal(SIGTERM)
        let log = try await server.end().log
        let start = try #require(log.split(separator: "\n").first { $0.contains("warning: --proxy-all: ") }, "\(log)")
        #expect(start.contains(sentence))
        #expect(log.contains("error: GET /a got a 500: "))
    }

    @Test func recordTakesOneTarget() async throws {
        let ended = try await Program.run(["record", "--from", "http://127.0.0.1:9", "--proxy-all", "http://127.0.0.1:10", "none"])
        #expect(ended.status == 64)
        #expect(ended.errors.contains("so --proxy-all http://127.0.0.1:10 means nothing. Leave it out."), "\(ended.errors)")
    }

    @Test func aRecordingThatCannotBeSavedIsNoSuccess() async throws {
        let (target, far) = try await Self.target()
        let mocks = try TemporaryMocks()
        let state = try TemporaryMocks()
        let recording = try await RunningServer(
            mocks.url, Self.options(target) + ["--record-mappings"], environment: ["TMPDIR": state.url.path])
        #expect(try await Curl("\(recording.http.absoluteString)/both").text == "far away, too")
        let mappings = mocks.url.appending(path: "mappings")
        try? FileManager.default.removeItem(at: mappings)
        try Data().write(to: mappings)
        recording.signal(SIGTERM)
        let (status, log) = try await recording.end()
        #expect(status == 73)
        #expect(log.contains("the recording is in \(state.url.path)"), "\(log)")
        withExtendedLifetime(far) {}
    }

    @Test func whatIsProxiedIsSavedAsStubsAtTheEnd() async throws {
        let (target, far) = try await Self.target()
        let mocks = try TemporaryMocks()
        let recording = try await RunningServer(mocks.url, Self.options(target) + ["--record-mappings"])
        #expect(try await Curl("\(recording.http.absoluteString)/far?a=b", "--data", "body").text == "far away")
        #expect(try await Curl("\(recording.http.absoluteString)/both").text == "far away, too")
        recording.signal(SIGTERM)
        #expect(try await recording.end().status == 0)
        target.signal(SIGTERM)
        #expect(try await target.end().status == 0)

        // The target is gone: what it answered is known.
        let replaying = try await RunningServer(mocks.url)
        let answer = try await Curl("\(replaying.http.absoluteString)/far?a=b", "--data", "body")
        #expect(answer.status == 201)
        #expect(answer.text == "far away")
        #expect(try await Curl("\(replaying.http.absoluteString)/both").text == "far away, too")
        #expect(try await Curl("\(replaying.http.absoluteString)/far?a=c", "--data", "body").status == 404)
        withExtendedLifetime(far) {}
    }
}
