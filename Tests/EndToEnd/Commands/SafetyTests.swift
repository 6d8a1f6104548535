import Foundation
import TestSupport
import Testing

/// Attacks on each rule of docs/safety.md, on every listener, with one run of curl for each listener.
@Suite(.timeLimit(.minutes(5))) struct SafetyTests {
    /// What a listener is, which decides how an attack ends there.
    private enum Kind: String {
        /// Mocks and the admin API: the plain listener and HTTPS.
        case mocks
        /// The same for one session, on a port of its own.
        case session
        /// The admin API on a Unix socket, which no page in a browser reaches.
        case admin
        /// S3: no admin API, and errors in S3's form.
        case s3
    }

    private struct Listener {
        let name: String
        let kind: Kind
        let base: String
        /// Options for curl, as lines of its configuration.
        var options: [String] = []
    }

    /// A request, and how it ends on each kind of listener: the status, and what the response says; nil where it is no attack.
    private struct Attack {
        let name: String
        let path: String
        var options: [String] = []
        var mocks: (Int, String)?
        /// Nil for as on the other listeners with mocks.
        var session: (Int, String)?
        var admin: (Int, String)?
        var s3: (Int, String)?

        func end(on kind: Kind) -> (Int, String)? {
            switch kind {
            case .mocks: mocks
            case .session: session ?? mocks
            case .admin: admin
            case .s3: s3
            }
        }
    }

    private static let long = String(repeating: "a", count: 20_000)
    private static let nowhere = (404, "")
    private static let noBucket = (404, "<Code>NoSuchBucket</Code>")

    private static let attacks: [Attack] = [
        Attack(
            name: "a page that has bound its name to this address", path: "/__admin/mappings", options: [#"header = "Host: evil.example""#],
            mocks: (403, "--allowed-host evil.example"), admin: (200, "mappings"), s3: noBucket),
        Attack(
            name: "the same with a target in absolute form", path: "/",
            options: [#"request-target = "http://evil.example/__admin/mappings""#], mocks: (403, "--allowed-host evil.example")),
        Attack(
            name: "a page of another origin", path: "/__admin/mappings", options: [#"header = "Origin: http://evil.example""#],
            mocks: (403, "--admin-cors http://evil.example"), admin: (403, "--admin-cors"), s3: noBucket),
        Attack(
            name: "a page of another port", path: "/__admin/mappings", options: [#"header = "Origin: http://127.0.0.1:1""#],
            mocks: (403, "--admin-cors"), admin: (403, "--admin-cors"), s3: noBucket),
        Attack(
            name: "a mock under another name, which is allowed", path: "/hello", options: [#"header = "Host: evil.example""#],
            mocks: (200, "hello"), admin: (404, "only the admin API")),
        Attack(
            name: "a shutdown", path: "/__admin/shutdown", options: [#"request = "POST""#], mocks: (403, "--admin-shutdown"),
            session: (422, "session"),
            admin: (403, "--admin-shutdown")),
        Attack(name: "a path upwards", path: "/../../secret.txt", mocks: nowhere, admin: nowhere),
        Attack(name: "an encoded path upwards", path: "/%2e%2e/%2e%2e/secret.txt", mocks: nowhere, admin: nowhere),
        Attack(name: "an encoded path upwards in a bucket", path: "/pictures/..%2f..%2fsecret.txt", mocks: nowhere, s3: nowhere),
        Attack(name: "a link that leads out", path: "/link.txt", mocks: nowhere),
        Attack(name: "a link that leads out of a bucket", path: "/pictures/link.txt", mocks: nowhere, s3: nowhere),
        Attack(
            name: "a path upwards in the admin API", path: "/__admin/files/..%2f..%2fsecret.txt", mocks: (403, "is outside"),
            admin: (403, "is outside")),
        Attack(
            name: "a link that leads out in the admin API", path: "/__admin/files/link.txt", mocks: (403, "is outside"),
            admin: (403, "is outside")),
        Attack(
            name: "writing through a path upwards", path: "/__admin/files/..%2fsecret.txt", options: [#"request = "PUT""#, #"data = "x""#],
            mocks: (403, "is outside"), admin: (403, "is outside")),
        Attack(name: "a field from a value", path: "/echo?q=a%0d%0aX-Injected:%201%00b", mocks: (200, ""), s3: (200, "")),
        Attack(name: "a variable of the process", path: "/system", mocks: (200, "denied"), s3: (200, "denied")),
        Attack(
            name: "another server", path: "/proxy?to=http://127.0.0.1:1", mocks: (500, "is denied in WireMock's configuration"),
            s3: (500, "is denied in WireMock's configuration")),
        Attack(
            name: "the machine's metadata", path: "/proxy?to=http://169.254.169.254", mocks: (500, "is denied in WireMock's configuration"),
            s3: (500, "is denied in WireMock's configuration")),
        Attack(
            name: "a URL that two parsers read differently", path: "/proxy?to=http://127.0.0.1:1%00@allowed.example",
            mocks: (500, "is not an absolute URL"), s3: (500, "is not an absolute URL")),
        Attack(
            name: "a long head", path: "/hello", options: ["header = \"X: \(long)\""], mocks: (431, "--max-head-bytes"),
            admin: (431, "--max-head-bytes"), s3: (400, "RequestHeaderSectionTooLarge")),
        Attack(
            name: "a long target", path: "/" + long, mocks: (414, "--max-head-bytes"), admin: (414, "--max-head-bytes"),
            s3: (400, "InvalidURI")),
        Attack(
            name: "a long body", path: "/hello", options: ["data = \"\(long)\""], mocks: (413, "--max-body-bytes"),
            s3: (400, "EntityTooLarge")),
        Attack(
            name: "one session too many", path: "/__admin/sessions", options: [#"data = "{}""#], mocks: (503, "1 sessions"),
            admin: (503, "1 sessions")),
    ]

    private let folder: TemporaryFolder
    private let mocks: TemporaryMocks

    init() throws {
        folder = try TemporaryFolder()
        func template(_ path: String, _ response: String) -> String {
            #"{"request": {"urlPath": "\#(path)", "listener": "any"}, "response": {\#(response), "transformers": ["response-template"]}}"#
        }
        mocks = try TemporaryMocks([
            "mappings/hello.json": #"{"request": {"urlPath": "/hello"}, "response": {"body": "hello"}}"#,
            "mappings/echo.json": template("/echo", #""headers": {"X-Echo": "{{request.query.q}}"}"#),
            "mappings/system.json": template("/system", #""body": "{{systemValue key='HOME'}}""#),
            "mappings/proxy.json": template("/proxy", #""proxyBaseUrl": "{{request.query.to}}""#),
            "s3/pictures/a.txt": "object", "__files/a.txt": "file",
        ])
        try folder.write("secret.txt", "secret")
    }

    private func serve(_ options: String...) async throws -> RunningServer {
        let server = try await RunningServer(
            mocks.url,
            ["--https-port", "0", "--s3-https-port", "0", "--admin-socket", folder.path + "/admin.sock", "--max-body-bytes", "10000"]
                + options,
            environment: ["XDG_STATE_HOME": folder.path])
        // The server refuses to start with them.
        for link in ["__files/link.txt", "s3/pictures/link.txt"] {
            try FileManager.default.createSymbolicLink(
                atPath: mocks.url.appending(path: link).path, withDestinationPath: folder.path + "/secret.txt")
        }
        return server
    }

    /// - Parameter session: the answer to the call that has opened a session with ports of its own.
    private func listeners(of server: RunningServer, session: Data) throws -> [Listener] {
        let line = server.readyLine
        let match = try #require(try #/.* https=(\S+) s3-https=(\S+) .*/#.wholeMatch(in: line), "\(line)")
        let ports = try #require(try JSONSerialization.jsonObject(with: session) as? [String: Any])
        let trusting = ["cacert = \"\(folder.path)/understudy/ca.pem\""]
        return [
            Listener(name: "plain", kind: .mocks, base: server.http.absoluteString),
            Listener(name: "HTTPS", kind: .mocks, base: String(match.1), options: trusting),
            Listener(name: "a session's port", kind: .session, base: try #require(ports["baseUrl"] as? String)),
            Listener(
                name: "the Unix socket", kind: .admin, base: "http://localhost", options: ["unix-socket = \"\(folder.path)/admin.sock\""]),
            Listener(name: "S3", kind: .s3, base: server.s3.absoluteString),
            Listener(name: "S3 with TLS", kind: .s3, base: String(match.2), options: trusting),
            Listener(name: "a session's port for S3", kind: .s3, base: try #require(ports["s3BaseUrl"] as? String)),
        ]
    }

    /// - Returns: of each response, all of it.
    private func send(_ attacks: [Attack], to listener: Listener) async throws -> [String] {
        let answers = folder.path + "/answers-\(UUID())"
        try FileManager.default.createDirectory(atPath: answers, withIntermediateDirectories: true)
        let requests = attacks.enumerated().map { index, attack in
            (listener.options + attack.options + [
                "url = \"\(listener.base)\(attack.path)\"", "output = \"\(answers)/\(index)\"", "include", "silent", "path-as-is",
                "max-time = 60",
            ]).joined(separator: "\n")
        }
        let configuration = answers + "/requests"
        try requests.joined(separator: "\nnext\n").write(toFile: configuration, atomically: true, encoding: .utf8)
        let ended = try await Program.run(["-K", configuration], of: URL(filePath: "/usr/bin/curl"))
        #expect(ended.status == 0, "\(listener.name): \(ended)")
        return attacks.indices.map { (try? String(contentsOfFile: "\(answers)/\($0)", encoding: .isoLatin1)) ?? "" }
    }

    @Test func eachRuleHoldsOnEachListener() async throws {
        let server = try await serve("--max-sessions", "1")
        let session = try await Curl("\(server.http)/__admin/sessions", "-d", #"{"ports": true}"#)
        #expect(session.status == 201, "\(session.text)")
        for listener in try listeners(of: server, session: session.body) {
            let attacks = Self.attacks.filter { $0.end(on: listener.kind) != nil }
            for (attack, answer) in zip(attacks, try await send(attacks, to: listener)) {
                guard let (status, part) = attack.end(on: listener.kind) else { continue }
                let shown = "\(attack.name), \(listener.name): \(answer.prefix(400))"
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(shown)")
                #expect(part.isEmpty || answer.contains(part), "\(shown)")
                #expect(!answer.contains("\nX-Injected"), "\(shown)")
                #expect(!answer.hasSuffix("secret"), "\(shown)")
                if attack.path.hasPrefix("/__admin"), listener.kind != .s3 {
                    for field in [
                        "X-Frame-Options: DENY", "Content-Security-Policy: frame-ancestors 'none'", "X-Content-Type-Options: nosniff",
                    ] {
                        #expect(answer.contains("\r\n\(field)\r\n"), "\(shown)")
                    }
                }
            }
        }
        #expect(try String(contentsOfFile: folder.path + "/secret.txt", encoding: .utf8) == "secret")
        server.signal(SIGTERM)
        #expect(try await server.end().status == 0)
    }

    /// Beyond this machine the admin API asks for a token on every listener but the Unix socket, whose file's permissions decide.
    @Test func theTokenIsAskedForOnEachListener() async throws {
        try folder.write("token", "t0ken\n")
        let server = try await serve("--host", "0.0.0.0", "--admin-token-file", folder.path + "/token")
        let token = #"header = "Authorization: bearer t0ken""#
        let opened = try await Curl("\(server.http)/__admin/sessions", "-d", #"{"ports": true}"#, "-H", "Authorization: Bearer t0ken")
        #expect(opened.status == 201, "\(opened.text)")
        let attacks = [
            Attack(name: "no token", path: "/__admin/mappings", mocks: (401, "WWW-Authenticate: Bearer"), admin: (200, "mappings")),
            Attack(
                name: "another token", path: "/__admin/requests", options: [#"header = "Authorization: Bearer T0ken""#], mocks: (401, ""),
                admin: (200, "requests")),
            Attack(name: "the token", path: "/__admin/mappings", options: [token], mocks: (200, "mappings"), admin: (200, "mappings")),
            Attack(name: "health, without", path: "/__admin/health", mocks: (200, "healthy"), admin: (200, "healthy")),
            Attack(name: "a mock, without", path: "/hello", mocks: (200, "hello"), admin: (404, "")),
        ]
        for listener in try listeners(of: server, session: opened.body) where listener.kind != .s3 {
            let local = Listener(
                name: listener.name, kind: listener.kind, base: listener.base.replacing("0.0.0.0", with: "127.0.0.1"),
                options: listener.options)
            for (attack, answer) in zip(attacks, try await send(attacks, to: local)) {
                guard let (status, part) = attack.end(on: listener.kind) else { continue }
                #expect(
                    answer.hasPrefix("HTTP/1.1 \(status) ") && (part.isEmpty || answer.contains(part)),
                    "\(attack.name), \(listener.name): \(answer.prefix(400))")
            }
        }
        server.signal(SIGTERM)
        #expect(try await server.end().status == 0)
    }
}
