import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// HTTPS, as clients see it.
@Suite(.timeLimit(.minutes(3))) struct TLSTests {
    private let state: TemporaryFolder
    private let mocks: TemporaryMocks

    init() throws {
        state = try TemporaryFolder()
        mocks = try TemporaryMocks([
            "mappings/hello.json":
                #"{"request": {"url": "/hello"}, "response": {"body": "{{request.scheme}} {{request.baseUrl}}", "transformers": ["response-template"]}}"#,
            "mappings/reset.json": #"{"request": {"url": "/reset"}, "response": {"fault": "CONNECTION_RESET_BY_PEER"}}"#,
            "mappings/cut.json":
                #"{"request": {"url": "/cut"}, "response": {"body": "0123456789", "fault": {"effect": "truncate", "at": {"bodyBytes": 5}}}}"#,
            "mappings/garbage.json": #"{"request": {"url": "/garbage"}, "response": {"fault": "MALFORMED_RESPONSE_CHUNK"}}"#,
            "mappings/echo.json":
                #"{"request": {"url": "/echo", "method": "POST"}, "response": {"body": "{{size request.body}}", "transformers": ["response-template"]}}"#,
            "s3/pictures/a.txt": "object",
            "__files/large.txt": String(repeating: "0123456789abcdef", count: 200_000),
        ])
    }

    /// - Returns: the server, and its base URLs for HTTPS.
    private func serve(_ options: String...) async throws -> (server: RunningServer, https: String, s3: String) {
        let server = try await RunningServer(
            mocks.url, ["--https-port", "0", "--s3-https-port", "0"] + options, environment: ["XDG_STATE_HOME": state.path])
        let match = try #require(try #/.* https=(\S+) s3-https=(\S+) .*/#.wholeMatch(in: server.readyLine), "\(server.readyLine)")
        return (server, String(match.1), String(match.2))
    }

    private var authority: String { state.path + "/understudy/ca.pem" }

    @Test func whatIsServedIsServedEncrypted() async throws {
        let (server, https, s3) = try await serve()
        let hello = try await Curl("\(https)/hello", "--cacert", authority)
        #expect(hello.text == "https \(https)")
        #expect(try await Curl("\(https.replacing("127.0.0.1", with: "localhost"))/hello", "--cacert", authority).status == 200)
        #expect(try await Curl("\(s3)/pictures/a.txt", "--cacert", authority).text == "object")
        #expect(try await Curl("\(https)/large.txt", "--cacert", authority).body.count == 3_200_000)
        let upload = mocks.url.appending(path: "__files/large.txt").path
        #expect(try await Curl("\(https)/echo", "--cacert", authority, "--data-binary", "@\(upload)").text == "3200000")
        #expect(try await Curl("\(https)/hello", "--cacert", authority, "--tls-max", "1.2").status == 200)
        #expect(try await Curl("\(https)/hello").exitCode == 60, "nobody trusts it unasked")
        #expect(try await Curl("\(server.http.absoluteString)/hello").text.hasPrefix("http http://"))
        let served = try await Curl("\(server.http.absoluteString)/__admin/certs/understudy-ca.pem")
        #expect(served.body == (try Data(contentsOf: URL(filePath: authority))))
        let key = try FileManager.default.attributesOfItem(atPath: state.path + "/understudy/ca-key.pem")
        #expect(key[.posixPermissions] as? Int == 0o600)
        server.signal(SIGTERM)
        #expect(try await server.end().status == 0)
    }

    @Test func theListenersOfASessionSpeakItToo() async throws {
        let (server, https, _) = try await serve()
        defer { server.signal(SIGTERM) }
        func open(_ base: String) async throws -> [String: Any] {
            let opened = try await Curl("\(base)/__admin/sessions", "--cacert", authority, "-d", #"{"ports": true}"#)
            #expect(opened.status == 201)
            return try #require(try JSONSerialization.jsonObject(with: opened.body) as? [String: Any])
        }
        let session = try await open(https)
        let (base, s3) = (try #require(session["baseUrl"] as? String), try #require(session["s3BaseUrl"] as? String))
        #expect(base.hasPrefix("https://127.0.0.1:") && base != https)
        #expect(try await Curl("\(base)/hello", "--cacert", authority).text == "https \(base)")
        #expect(try await Curl("\(s3)/pictures/a.txt", "--cacert", authority).text == "object")
        let (ownV6, baseV6) = (https.replacing("127.0.0.1", with: "[::1]"), base.replacing("127.0.0.1", with: "[::1]"))
        // A machine may have no IPv6: curl's 7 says that nobody listens there.
        let reached = try await Curl("\(ownV6)/hello", "--cacert", authority).exitCode
        #expect(try await Curl("\(baseV6)/hello", "--cacert", authority).exitCode == reached)
        let id = try #require(session["id"] as? String)
        #expect(try await Curl("\(https)/__admin/sessions/\(id)", "--cacert", authority, "-X", "DELETE").status == 200)
        #expect(try await Curl("\(base)/hello", "--cacert", authority).exitCode == 7, "nobody listens there any more")
        let plain = try await open(server.http.absoluteString)
        #expect((plain["baseUrl"] as? String)?.hasPrefix("http://") == true)
    }

    @Test func faultsAreWithinTheEncryption() async throws {
        let (server, https, _) = try await serve()
        defer { server.signal(SIGTERM) }
        let cut = try await Curl("\(https)/cut", "--cacert", authority)
        #expect(cut.exitCode == 18 || cut.exitCode == 56)
        #expect(cut.text == "01234")
        #expect(try await [35, 56].contains(Curl("\(https)/reset", "--cacert", authority).exitCode))
        #expect(try await Curl("\(https)/garbage", "--cacert", authority).exitCode != 0)
    }

    @Test func theAuthorityStaysAndACertificateOfOnesOwnIsReadAgain() async throws {
        do { _ = try await serve() }
        let ofFirst = try Data(contentsOf: URL(filePath: authority))
        do { _ = try await serve() }
        #expect(try Data(contentsOf: URL(filePath: authority)) == ofFirst)

        func make(_ name: String) async throws {
            let made = try await Program.run(
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "3", "-subj", "/CN=\(name)",
                    "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", state.path + "/key.pem", "-out",
                    state.path + "/cert.pem",
                ], of: URL(filePath: "/usr/bin/openssl"))
            #expect(made.status == 0)
        }
        try await make("one")
        let certificate = state.path + "/cert.pem"
        let (server, https, _) = try await serve("--https-certificate", certificate, "--https-key", state.path + "/key.pem", "--no-watch")
        #expect(try await Curl("\(https)/hello", "--cacert", certificate).status == 200)
        let first = try Data(contentsOf: URL(filePath: certificate))
        try Data("no certificate".utf8).write(to: URL(filePath: certificate))
        let admin = server.http.absoluteString + "/__admin"
        #expect(try await Curl("\(admin)/reload", "-X", "POST").text.contains("there is no certificate in it"))
        func health() async throws -> [String: Any]? {
            let body = try await Curl("\(admin)/health").body
            return (try JSONSerialization.jsonObject(with: body) as? [String: Any])?["certificate"] as? [String: Any]
        }
        #expect(try await health()?["state"] as? String == "stale")
        #expect(try await Curl("\(admin)/metrics").text.contains("understudy_certificate_problems 1\n"))
        #expect(await server.log.contains("there is no certificate in it"))
        #expect(await server.log.contains("fixtures reloaded"), "the fixtures are another matter")
        try first.write(to: URL(filePath: state.path + "/one.pem"))
        #expect(try await Curl("\(https)/hello", "--cacert", state.path + "/one.pem").status == 200)
        try await make("two")
        #expect(try await Curl("\(admin)/reload", "-X", "POST").status == 200)
        #expect(try await health()?["state"] as? String == "current")
        #expect(try await Curl("\(https)/hello", "--cacert", certificate).status == 200)
    }

    @Test(arguments: ["run", "explore"]) func aCommandGetsTheSecureAddresses(command: String) async throws {
        let ask = #"curl -sf --cacert "$XDG_STATE_HOME/understudy/ca.pem""#
        let script = #"\#(ask) "$UNDERSTUDY_HTTPS_URL/hello" -o "$0" && \#(ask) "$UNDERSTUDY_S3_HTTPS_URL/" -o /dev/null"#
        let body = mocks.url.appending(path: "body")
        let ended = try await Program.run(
            [command, mocks.url.path, "--https-port", "0", "--s3-https-port", "0", "--", "sh", "-c", script, body.path],
            environment: ["XDG_STATE_HOME": state.path])
        #expect(try String(contentsOf: body, encoding: .utf8).hasPrefix("https https://"), "\(ended.errors)")
    }

    @Test func anAuthorityThatCannotBeUsedIsReplacedAndThatIsLogged() async throws {
        let checked = try await Program.run(["check", mocks.url.path, "--https-port", "0"], environment: ["XDG_STATE_HOME": state.path])
        #expect(checked.status == 0)
        #expect(!FileManager.default.fileExists(atPath: authority), "a check makes nothing")
        do { _ = try await serve() }
        let first = try Data(contentsOf: URL(filePath: authority))
        try FileManager.default.removeItem(atPath: state.path + "/understudy/ca-key.pem")
        let (server, https, _) = try await serve()
        defer { server.signal(SIGTERM) }
        #expect(await server.log.contains("ca-key.pem was missing. There is a new certificate authority now."))
        #expect(try Data(contentsOf: URL(filePath: authority)) != first)
        #expect(try await Curl("\(https)/hello", "--cacert", authority).status == 200)
        try Data("no key".utf8).write(to: URL(filePath: state.path + "/understudy/ca-key.pem"))
        let (other, _, _) = try await serve()
        defer { other.signal(SIGTERM) }
        #expect(await other.log.contains("There is a new certificate authority now."))
    }

    @Test func clientsMayHaveToShowACertificate() async throws {
        do { _ = try await serve() }
        let (server, https, _) = try await serve("--https-client-ca", authority)
        defer { server.signal(SIGTERM) }
        #expect(try await Curl("\(https)/hello", "--cacert", authority).exitCode != 0)
        let (key, request, client) = (state.path + "/client-key.pem", state.path + "/client.csr", state.path + "/client.pem")
        let openssl = URL(filePath: "/usr/bin/openssl")
        let asked = try await Program.run(
            [
                "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=client", "-keyout", key,
                "-out", request,
            ], of: openssl)
        let issued = try await Program.run(
            [
                "x509", "-req", "-in", request, "-CA", authority, "-CAkey", state.path + "/understudy/ca-key.pem", "-CAcreateserial",
                "-days", "3", "-out", client,
            ], of: openssl)
        #expect(asked.status == 0 && issued.status == 0)
        #expect(try await Curl("\(https)/hello", "--cacert", authority, "--cert", client, "--key", key).status == 200)
        #expect(await server.log.contains("The client showed no certificate, and --https-client-ca asks for one."))
        let own = state.path + "/own.pem"
        let signed = try await Program.run(["x509", "-req", "-in", request, "-signkey", key, "-days", "3", "-out", own], of: openssl)
        #expect(signed.status == 0)
        #expect(try await Curl("\(https)/hello", "--cacert", authority, "--cert", own, "--key", key).exitCode != 0)
        #expect(await server.log.contains("The client's certificate is issued by none of --https-client-ca."))
    }

    @Test(arguments: [
        (["--https-certificate", "/nowhere.pem", "--https-key", "/nowhere.pem"], "reading \"/nowhere.pem\" (--https-certificate)"),
        (["--https-key", "/nowhere.pem"], "belong together"),
        (["--https-client-ca", "/dev/null"], "there is no certificate in it"),
    ])
    func whatCannotBeUsedEndsTheStart(_ options: [String], _ sentence: String) async throws {
        let environment = ProcessInfo.processInfo.environment.merging(["XDG_STATE_HOME": state.path]) { $1 }
        let process = Process()
        process.executableURL = Program.url
        process.arguments = ["serve", mocks.url.path, "--port", "0", "--s3-port", "0", "--https-port", "0"] + options
        process.environment = environment
        let output = ProcessOutput()
        process.standardError = output.pipe
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let told = try await output.end()
        process.waitUntilExit()
        #expect(process.terminationStatus == 78)
        #expect(told.contains(sentence))
    }
}
