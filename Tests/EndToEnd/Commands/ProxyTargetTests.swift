import Foundation
import Testing

/// Targets in mapping files are the operator's, targets that came by the admin API are not, wherever they are read from.
@Suite(.timeLimit(.minutes(5))) struct ProxyTargetTests {
    private let target: RunningServer
    private let far: TemporaryMocks
    private let port: Int

    init() async throws {
        far = try TemporaryMocks(["__files/a.txt": "far"])
        target = try await RunningServer(far.url)
        port = try #require(target.http.port)
    }

    private var proxying: String { #"{"request": {"url": "/a.txt"}, "response": {"proxyBaseUrl": "http://127.0.0.1:\#(port)"}}"# }

    private func api(_ server: RunningServer, persistent: Bool = false) async throws {
        try await Admin(server: server).add([
            "request": ["urlPath": "/api"], "persistent": persistent,
            "response": ["proxyBaseUrl": "http://127.0.0.1:\(port)", "proxyUrlPrefixToRemove": "/api"],
            "serveEventListeners": [["name": "webhook", "parameters": ["url": "http://127.0.0.1:\(port)/hook"]] as [String: any Sendable]],
        ])
    }

    @Test func aTargetInAMappingFileIsCalledAndSaidAtTheStart() async throws {
        let mocks = try TemporaryMocks(["mappings/own.json": proxying])
        let server = try await RunningServer(mocks.url)
        #expect(try await Curl("\(server.http.absoluteString)/a.txt").text == "far")
        server.signal(SIGTERM)
        let log = try await server.end().log
        let sentence = "names 127.0.0.1:\(port), which its stub may call (--deny-proxy-targets 127.0.0.1:\(port) forbids it)"
        #expect(log.contains("own.json \(sentence)"), "\(log)")
    }

    @Test func aTargetByTheAdminAPIIsNotCalledEvenFromDisk() async throws {
        let mocks = try TemporaryMocks(["mappings/own.json": proxying])
        var server = try await RunningServer(mocks.url)
        try await api(server, persistent: true)
        for _ in 0..<2 {
            #expect(try await Curl("\(server.http.absoluteString)/api").status == 500)
            #expect(try await Curl("\(server.http.absoluteString)/a.txt").text == "far")
            server.signal(SIGTERM)
            let log = try await server.end().log
            let advice = "Start with --allow-proxy-targets 127.0.0.1:\(port) to allow it."
            #expect(log.contains("/response/proxyBaseUrl: 127.0.0.1:\(port) will not be called."), "\(log)")
            #expect(log.contains("error: GET /api got a 500: 127.0.0.1:\(port) is not among the allowed targets"), "\(log)")
            #expect(log.contains("error: a webhook to http://127.0.0.1:\(port)/hook failed: "), "\(log)")
            #expect(log.contains(advice), "\(log)")
            server = try await RunningServer(mocks.url)
        }
        #expect(try await Admin(server: target).count(["url": "/hook"]) == 0)
    }

    @Test func checkWarnsWithThePlaceOfATargetThatIsDenied() async throws {
        let mocks = try TemporaryMocks(["mappings/own.json": proxying])
        let check = try await Program.run(["check", mocks.url.path, "--deny-proxy-targets", "127.0.0.0/8"])
        #expect(check.status == 0)
        let place = "mappings/own.json:1:61 /response/proxyBaseUrl: warning: 127.0.0.1:\(port) will not be called."
        #expect(check.errors.contains(place), "\(check.errors)")
    }

    @Test func aRecordingFromATargetThatIsNotAllowedIsA422() async throws {
        let mocks = try TemporaryMocks()
        let server = try await RunningServer(mocks.url)
        let answer = try await Admin(server: server)
            .send("POST", "recordings/start", ["targetBaseUrl": "http://127.0.0.1:\(port)"], expected: 422)
        #expect("\(answer)".contains("Start with --allow-proxy-targets 127.0.0.1:\(port) to allow it."))
        #expect("\(answer)".contains("The target may not be called"))
        let allowing = try await RunningServer(mocks.url, ["--allow-proxy-targets", "127.0.0.1:\(port)"])
        for target in ["127.0.0.1:\(port)", "ftp://127.0.0.1:\(port)"] {
            try await Admin(server: allowing).send("POST", "recordings/start", ["targetBaseUrl": target], expected: 422)
        }
        try await Admin(server: allowing).send("POST", "recordings/start", ["targetBaseUrl": "http://127.0.0.1:\(port)"])
        #expect(try await Curl("\(allowing.http.absoluteString)/a.txt").text == "far")
    }

    @Test func aRedirectIsPassedOnAndNotFollowed() async throws {
        try far.write(
            #"{"request": {"url": "/there"}, "response": {"status": 302, "headers": {"Location": "http://127.0.0.1:\#(port)/a.txt"}}}"#,
            to: "mappings/there.json")
        let redirecting = try await RunningServer(far.url)
        let mocks = try TemporaryMocks()
        let server = try await RunningServer(mocks.url, ["--proxy-all", redirecting.http.absoluteString])
        #expect(try await Curl("\(server.http.absoluteString)/there").status == 302)
        #expect(try await Admin(server: target).count(["url": "/a.txt"]) == 0)
    }
}
