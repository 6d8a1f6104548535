import HTTPMessage
import JSONDocument
import Testing

@testable import AdminAPI

struct AdminAccessTests {
    private func status(_ headers: HeaderFields, _ access: AdminAccess = AdminAccess(), path: String = "/mappings", method: String = "GET")
        -> Int
    {
        AdminBench(access: access).call(method, path, headers: headers).status
    }

    @Test(arguments: [
        "localhost", "localhost:8080", "LOCALHOST:1", "api.localhost", "127.0.0.1", "127.0.0.1:8080", "127.1.2.3", "[::1]:8080",
        "localhost.", "localhost.:8080", "api.localhost.", "127.0.0.1.",
    ])
    func localNamesAreTrusted(host: String) { #expect(status([("Host", host)]) == 200) }

    @Test(arguments: [
        "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "127.evil.example.com:8080", "evillocalhost",
        "localhost.evil.", "localhost..",
    ])
    func otherNamesAreNot(host: String) {
        let answer = AdminBench().call("GET", "/health", headers: [("Host", host)])
        #expect(answer.status == 403)
        #expect(answer.json?["errors"]?[0]?["detail"]?.string?.contains("--allowed-host") == true)
    }

    /// What an absolute target names takes the place of the Host field.
    @Test(arguments: [
        ("http://evil.example/__admin/health", "localhost", 403), ("http://localhost:8080/__admin/health", "evil.example", 403),
        ("HTTP://evil.example:80/__admin/health", "", 403), ("http://user@evil.example/__admin/health", "localhost", 403),
        ("http://:80/__admin/health", "localhost", 403),
        ("http://localhost:8080/__admin/health", "localhost:8080", 200), ("http://127.0.0.1/__admin/health", "", 200),
    ])
    func theHostOfAnAbsoluteTargetIsChecked(target: String, host: String, status: Int) {
        #expect(AdminBench().send(target, host.isEmpty ? [] : [("Host", host)]) == status)
    }

    @Test func noPageMayShowOrGuessAReply() {
        for path in ["/mappings", "/docs", "/recorder", "/nope", "/health"] {
            let headers = AdminBench().call("GET", path).headers
            #expect(headers.first("X-Frame-Options") == "DENY", "\(path)")
            #expect(headers.first("Content-Security-Policy") == "frame-ancestors 'none'", "\(path)")
            #expect(headers.first("X-Content-Type-Options") == "nosniff", "\(path)")
        }
    }

    @Test func moreNamesAreAllowedByName() {
        var access = AdminAccess()
        access.allowedHosts = ["mocks.test"]
        access.machineName = "workbench"
        #expect(status([("Host", "Mocks.test:8080")], access) == 200)
        #expect(status([("Host", "workbench")], access) == 200)
        #expect(status([("Host", "other.test")], access) == 403)
    }

    @Test func aForeignOriginIsRefused() {
        let own = ("Host", "localhost:8080")
        #expect(status([own, ("Origin", "http://localhost:8080")]) == 200)
        for origin in ["http://localhost:8081", "https://localhost:8080", "http://evil.example", "null"] {
            #expect(status([own, ("Origin", origin)]) == 403)
        }
    }

    @Test func aHostWithoutAValueIsNoNameOfTheServer() {
        #expect(status([("Host", "")]) == 403)
        #expect(status([("Host", ":80")]) == 403)
        #expect(status([]) == 200, "as of HTTP/1.0")
    }

    @Test func onlyOneOriginIsAccepted() {
        var access = AdminAccess()
        access.allowedOrigins = ["http://page.example"]
        let page = ("Origin", "http://page.example")
        for other in ["http://evil.example", "http://page.example", "http://localhost"] {
            #expect(status([("Host", "localhost"), page, ("Origin", other)], access) == 403)
        }
        #expect(status([("Host", "localhost"), page], access) == 200)
    }

    @Test func anAllowedOriginMayReadTheResponse() {
        var access = AdminAccess()
        access.allowedOrigins = ["http://page.example"]
        let bench = AdminBench(access: access)
        let headers: HeaderFields = [("Host", "localhost"), ("Origin", "http://page.example")]
        #expect(bench.call("GET", "/mappings", headers: headers).headers.first("Access-Control-Allow-Origin") == "http://page.example")
        var preflight = headers
        preflight.append(name: "Access-Control-Request-Method", value: "DELETE")
        preflight.append(name: "Access-Control-Request-Headers", value: "x-a")
        let answer = bench.call("OPTIONS", "/mappings", headers: preflight)
        #expect(answer.status == 200)
        #expect(answer.headers.first("Access-Control-Allow-Origin") == "http://page.example")
        #expect(answer.headers.first("Access-Control-Allow-Methods")?.contains("DELETE") == true)
        #expect(answer.headers.first("Access-Control-Allow-Headers") == "x-a")
        #expect(bench.call("GET", "/nope", headers: headers).headers.first("Access-Control-Allow-Origin") == "http://page.example")
        #expect(AdminBench().call("OPTIONS", "/mappings", headers: preflight).status == 403)
        access.allowedOrigins = ["*"]
        #expect(status([("Host", "localhost"), ("Origin", "http://any.example")], access) == 200)
    }

    @Test func aTokenIsAskedForButOfHealth() {
        var access = AdminAccess()
        access.bearerToken = "secret"
        let refused = AdminBench(access: access).call("GET", "/mappings")
        #expect(refused.status == 401)
        #expect(refused.headers.first("WWW-Authenticate")?.hasPrefix("Bearer") == true)
        #expect(status([("Authorization", "Bearer secreT")], access) == 401)
        #expect(status([("Authorization", "Bearer secret")], access) == 200)
        // RFC 9110, section 11.1: the scheme's case does not matter; the token's does.
        #expect(status([("Authorization", "bearer secret")], access) == 200)
        #expect(status([("Authorization", "BEARER  secret")], access) == 200)
        #expect(status([("Authorization", "bearer Secret")], access) == 401)
        for other in ["secret", "Basic secret", "Bearersecret", "Bearer", "Bearer ", ""] {
            #expect(status([("Authorization", other)], access) == 401, "\(other)")
        }
        #expect(status([], access, path: "/health") == 200)
    }

    @Test func aPasswordWillDoToo() {
        var access = AdminAccess()
        access.basicCredentials = ("user", "pass:word")
        #expect(status([], access) == 401)
        #expect(status([("Authorization", "Basic dXNlcjpwYXNzOndvcmQ=")], access) == 200)
        access.bearerToken = "secret"
        #expect(status([("Authorization", "Bearer secret")], access) == 200)
        #expect(status([("Authorization", "Basic dXNlcjpwYXNzOndvcmQ=")], access) == 200)
    }
}

extension AdminBench {
    /// The status of the reply to a target as a client writes it.
    fileprivate func send(_ target: String, _ headers: HeaderFields) -> Int {
        switch admin.respond(to: Request(method: "GET", target: target, headers: headers, arrival: arrival)) {
        case .plan(let plan): plan.response.status
        case .later: 0
        }
    }
}
