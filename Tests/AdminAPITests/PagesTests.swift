import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Synchronization
import Testing

@testable import AdminAPI

/// The pages for browsers, and what they read.
struct PagesTests {
    private static let browser: HeaderFields = [("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")]
    private static let paths = ["/", "/docs", "/swagger-ui", "/recorder"]

    @Test func theRootIsAPageForBrowsersOnly() {
        let bench = AdminBench()
        let page = bench.call("GET", "/", headers: Self.browser)
        #expect(page.headers.first("Content-Type") == "text/html;charset=UTF-8")
        #expect(page.text.hasPrefix("<!DOCTYPE html>") && page.headers.first("Vary") == "Accept")
        let java: HeaderFields = [("Accept", "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2")]
        for accepted: HeaderFields in [[], [("Accept", "*/*")], [("Accept", "application/json")], java] {
            #expect(bench.call("GET", "/", headers: accepted).json?["meta"]?["total"] == 0)
        }
    }

    /// The script reads the journal's member, and has the server's own words.
    @Test func theRootNamesTheFileOfAResponse() {
        let page = AdminBench().call("GET", "/", headers: Self.browser).text
        #expect(page.contains("return entry.file ??") && page.contains("file: entry.file,"))
        #expect(page.contains("The server is ${health.status}") && !page.contains("health.message"))
        #expect(page.contains(#"count(one.requests, "request")"#) && page.contains("made.onclick"))
    }

    /// A page of a session at `/__session/ID/__admin/` must not lead out of it.
    @Test(arguments: paths)
    func noLinkLeavesASession(path: String) {
        let page = AdminBench().call("GET", path, headers: Self.browser).text
        #expect(!page.contains("href=\"/") && !page.contains("fetch(\"/") && !page.contains("action="))
        #expect(page.contains("data-admin=\"/"))
    }

    /// What a request has in its URL must not become HTML.
    @Test(arguments: paths)
    func textsAreNeverInsertedAsHTML(path: String) {
        let page = AdminBench().call("GET", path, headers: Self.browser).text
        for name in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", " onclick=\"", " src="] {
            #expect(!page.contains(name), "\(name)")
        }
    }

    @Test func theRedirectStaysInTheSession() {
        let bench = AdminBench()
        var request = Request(method: "GET", target: "/__session/abc/__admin", headers: [("Host", "localhost")], arrival: bench.arrival)
        #expect(request.takeSessionPrefix() == "abc")
        guard case .plan(let plan) = bench.admin.respond(to: request) else { return #expect(Bool(false), "it comes later") }
        #expect(plan.response.headers.first("Location") == "/__session/abc/__admin/")
        #expect(bench.call("GET", "").headers.first("Location") == "/__admin/")
    }

    /// A browser cannot send a token with the request for a page; the page has no data, and asks for the token.
    @Test(arguments: paths + [""])
    func aPageNeedsNoToken(path: String) {
        var access = AdminAccess()
        access.bearerToken = "secret"
        let bench = AdminBench(access: access)
        #expect(bench.call("GET", path, headers: Self.browser).status == (path.isEmpty ? 302 : 200))
        #expect(bench.call("GET", path).status == 401)
        for path in ["/requests", "/docs/swagger", "/nope", "/mappings"] {
            #expect(bench.call("GET", path, headers: Self.browser).status == 401)
        }
        #expect(bench.call("POST", "/reset", headers: Self.browser).status == 401)
        #expect(bench.call("GET", "/health", headers: Self.browser).status == 200)
    }

    /// The browser asks for it.
    @Test(arguments: paths)
    func aPageNeedsAPassword(path: String) {
        var access = AdminAccess()
        access.basicCredentials = ("user", "pass")
        let bench = AdminBench(access: access)
        #expect(bench.call("GET", path, headers: Self.browser).headers.first("WWW-Authenticate")?.hasPrefix("Basic") == true)
        #expect(bench.call("GET", "/health", headers: Self.browser).status == 200)
    }

    @Test func theyAndTheRefusalSayWhereTheTokenIs() {
        var access = AdminAccess()
        access.bearerToken = "secret"
        let bench = AdminBench(access: access)
        let place = "in the file of --admin-token-file, or else the log of the start says where it is"
        for path in Self.paths {
            #expect(bench.call("GET", path, headers: Self.browser).text.contains(place), "\(path)")
        }
        #expect(bench.call("GET", "/mappings").text.contains("The token is \(place)."))
    }

    private struct Operation: CustomTestStringConvertible {
        var method: String
        var path: String
        var value: JSONValue
        var body: JSONValue?
        var testDescription: String { "\(method) \(path)" }
    }

    private static let document = try! JSONValue.parse(Array(OpenAPIDocument.text.utf8))

    private static let operations: [Operation] = document["paths"]!.object!.flatMap { path, item in
        item.object!.compactMap { method, value in
            guard value["operationId"] != nil else { return nil }
            return Operation(method: method.uppercased(), path: path, value: value, body: value["requestBody"].map(resolved))
        }
    }

    /// What is referred to, or the value itself.
    private static func resolved(_ value: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.string else { return value }
        return reference.split(separator: "/").dropFirst().reduce(document) { $0[String($1)]! }
    }

    /// The page's lines for the shell have it in place of the braces, which curl expands.
    @Test func eachParameterOfAPathHasAnExample() {
        for (path, item) in Self.document["paths"]!.object! {
            let parameters = (item["parameters"]?.array ?? []).map(Self.resolved)
            for name in path.split(separator: "/") where name.hasPrefix("{") {
                let parameter = parameters.first { $0["in"] == "path" && $0["name"]?.string == String(name.dropFirst().dropLast()) }
                #expect(parameter?["example"] != nil, "\(path)")
            }
        }
    }

    @Test func eachReadSaysWhatItReturns() {
        for operation in Self.operations where operation.method == "GET" {
            let success = operation.value["responses"]?["200"].map(Self.resolved)
            #expect(success?["content"]?.object?.isEmpty == false, "\(operation.testDescription)")
        }
    }

    @Test func eachOperationIsInOneGroup() {
        let groups = (Self.document["tags"]?.array ?? []).compactMap { $0["name"]?.string }
        for operation in Self.operations {
            let tags = operation.value["tags"]?.array ?? []
            #expect(tags.count == 1 && groups.contains(tags.first?.string ?? ""), "\(operation.testDescription)")
        }
        #expect(Set(groups) == Set(Self.operations.compactMap { $0.value["tags"]?[0]?.string }))
    }

    @Test func eachBodyHasAnExampleThatIsAccepted() {
        for operation in Self.operations {
            guard let content = operation.body?["content"]?["application/json"] else { continue }
            guard let example = content["example"] else {
                Issue.record("\(operation.testDescription) has no example")
                continue
            }
            var services = AdminServices()
            services.recorder = FakeRecorder()
            let path = operation.path.replacing("{id}", with: "00000000-0000-4000-8000-000000000001").replacing("{run}", with: "0")
                .replacing("{name}", with: "a")
            let status = AdminBench(services: services).call(
                operation.method, path, String(decoding: example.bytes(.pretty), as: UTF8.self)
            )
            .status
            #expect(status != 400 && status != 405 && status != 422, "\(operation.testDescription): \(status)")
        }
    }

    @Test func aRecordingNamesItsFiles() {
        var services = AdminServices()
        services.recorder = FakeRecorder(ids: ["00000000-0000-4000-8000-000000000001"])
        services.mappings = FakeMappingFolder()
        let bench = AdminBench(services: services)
        let files: JSONValue = ["00000000-0000-4000-8000-000000000001": "mocks/mappings/00000000-0000-4000-8000-000000000001.json"]
        #expect(bench.call("POST", "/recordings/snapshot").json?["files"] == files)
        #expect(bench.call("POST", "/recordings/snapshot", headers: [("User-Agent", "Apache-HttpClient/5")]).json?["files"] == nil)
    }
}
