import Foundation
import HTTPMessage
import JSONDocument
import MockEngine
import Synchronization
import Testing

@testable import AdminAPI

struct AdminRoutesTests {
    @Test func everyEndpointIsInTheTable() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/AdminAPI/Endpoints")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let names = Set(AdminRoutes.all.map { "\($0)" })
        for file in files {
            #expect(names.contains(String(file.dropLast(".swift".count))), "\(file) is not in AdminRoutes.all")
        }
        #expect(names.count == files.count)
    }

    @Test func noRouteIsThereTwice() {
        let routes = AdminRoutes.all.map { "\($0.method) \($0.path)" }
        #expect(Set(routes).count == routes.count)
    }

    @Test func theOpenAPIDocumentSaysTheSameAsTheTable() throws {
        let document = try JSONValue.parse(Array(OpenAPIDocument.text.utf8))
        var documented: Set<String> = []
        for (path, operations) in try #require(document["paths"]?.object) {
            // OpenAPI 3.1, 4.8.8.
            #expect(path.hasPrefix("/"))
            for (method, operation) in try #require(operations.object) where !["parameters", "description"].contains(method) {
                documented.insert("\(method.uppercased()) \(path) \(operation["operationId"]?.string ?? "")")
                #expect(operation["summary"]?.string != nil)
            }
        }
        // The path of `/__admin` itself has no slash, so the document cannot have it.
        let routes = AdminRoutes.all.filter { !$0.path.isEmpty }
        #expect(documented == Set(routes.map { "\($0.method) \($0.path) \($0)" }))
    }

    @Test func everyReferenceInTheOpenAPIDocumentLeadsSomewhere() throws {
        let document = try JSONValue.parse(Array(OpenAPIDocument.text.utf8))
        func check(_ value: JSONValue) {
            if let reference = value["$ref"]?.string {
                let target = reference.split(separator: "/").dropFirst().reduce(Optional(document)) { $0?[String($1)] }
                #expect(target != nil, "\(reference)")
            }
            value.object?.forEach { check($0.value) }
            value.array?.forEach { check($0) }
        }
        check(document)
    }

    @Test func aSlashAtTheEndCountsForNothing() {
        for path in ["/mappings/", "/swagger-ui/"] { #expect(AdminBench().call("GET", path).status == 200) }
    }

    @Test(arguments: [
        ("/nowhere", "/__admin/docs lists all."), ("/mapping", "Did you mean /__admin/mappings? /__admin/docs lists all."),
        ("/import", "Did you mean /__admin/mappings/import? /__admin/docs lists all."),
        ("/request", "Did you mean /__admin/requests? /__admin/docs lists all."),
        ("/scenarios/resets", "Did you mean /__admin/scenarios/reset? /__admin/docs lists all."),
        ("/scenarios/login", "Did you mean /__admin/scenarios/login/state? /__admin/docs lists all."),
        ("/gates/foo/open", "Did you mean /__admin/gates/foo/release? /__admin/docs lists all."),
        ("/mapings/x/y", "Did you mean /__admin/mappings? /__admin/docs lists all."), ("/mappings/x/y", "/__admin/docs lists all."),
        ("//mappings", "Did you mean /__admin/mappings? /__admin/docs lists all."),
    ])
    func anUnknownPathIsA404ThatSaysWhatWasMeant(path: String, detail: String) {
        let answer = AdminBench().call("GET", path)
        #expect(answer.status == 404)
        #expect(answer.json?["errors"]?[0]?["title"]?.string == "No such path: /__admin\(path)")
        #expect(answer.json?["errors"]?[0]?["detail"]?.string == detail)
    }

    @Test func aWordInPlaceOfAnIDNamesTheNearestPath() {
        let detail = AdminBench().call("GET", "/requests/unmached").json?["errors"]?[0]?["detail"]?.string
        #expect(detail?.hasPrefix("Did you mean /__admin/requests/unmatched? ") == true)
    }

    @Test(arguments: [
        ("/requests/awiat", "Did you mean /__admin/requests/await? Use "),
        ("/requests/cuont", "Did you mean /__admin/requests/count? Use "),
        ("/requests/5144553f-13ba-42ae-9ad5-7b73a74b76b7", "Use "), ("/requests/frobnicate", "Use "),
    ])
    func aSlipInPlaceOfAnIDNamesThePathWithThatMethod(path: String, detail: String) {
        let told = AdminBench().call("POST", path).json?["errors"]?[0]?["detail"]?.string
        #expect(told?.hasPrefix(detail) == true, "\(told ?? "")")
    }

    @Test(arguments: [
        ("PUT", "/requests/await", "POST, OPTIONS"), ("POST", "/requests/har", "GET, HEAD, OPTIONS"),
        ("PUT", "/gates/a/release", "POST, OPTIONS"), ("POST", "/clock", "GET, PUT, HEAD, OPTIONS"),
        ("PUT", "/sessions/x", "GET, DELETE, HEAD, OPTIONS"),
    ])
    func anotherMethodOfARouteOfOursIsA405(method: String, path: String, allowed: String) {
        let answer = AdminBench().call(method, path)
        #expect(answer.status == 405)
        #expect(answer.headers.first("Allow") == allowed)
        #expect(answer.json?["errors"]?[0]?["title"]?.string == "\(method) is not a method of /__admin\(path)")
    }

    @Test(arguments: [
        ("GET", "/requests/count"), ("HEAD", "/requests/find"), ("DELETE", "/requests/remove"), ("GET", "/requests/await"),
        ("GET", "/mappings/import"), ("PUT", "/mappings/save"),
    ])
    func aWordInPlaceOfAnIDIsNoneForAnotherMethod(method: String, path: String) {
        let answer = AdminBench().call(method, path)
        #expect(answer.status == 400)
        let error = answer.json?["errors"]?[0]
        #expect(error?["title"]?.string == "\(path.split(separator: "/")[1]) is not a valid UUID")
        #expect(error?["detail"]?.string?.hasPrefix("Use POST for /__admin\(path). ") == true)
        #expect(AdminBench().call("OPTIONS", path).headers.first("Allow") == "POST, OPTIONS")
    }

    @Test func aPathBelowASessionNamesTheBaseURL() {
        let answer = AdminBench().call("GET", "/sessions/abc/mappings/7")
        #expect(answer.status == 404)
        #expect(
            answer.json?["errors"]?[0]?["detail"]?.string
                == "The admin API of that session is at /__session/abc/__admin: /__session/abc/__admin/mappings/7.")
    }

    /// The router does not drop it: the folder says that no file can have this name.
    @Test(arguments: [("/files/a/f.txt/", ["a/f.txt/"]), ("/files/f.txt", ["f.txt"]), ("/mappings/7/", ["7"])])
    func aSlashAtTheEndBelongsToTheNameOfAFile(path: String, parameters: [String]) {
        guard case .found(_, let found) = AdminRouter(AdminRoutes.all).find("PUT", path) else {
            Issue.record("nothing was found")
            return
        }
        #expect(found == parameters)
    }

    @Test func schemasAreServedWithOrWithoutTheirExtension() {
        var services = AdminServices()
        services.schemas = ["mapping": { "{}" }]
        let bench = AdminBench(services: services)
        for name in ["mapping", "mapping.json"] {
            let answer = bench.call("GET", "/schemas/\(name)")
            #expect(answer.status == 200 && answer.text == "{}")
            #expect(answer.headers.first("Content-Type") == "application/schema+json")
        }
        let unknown = bench.call("GET", "/schemas/stub")
        #expect(unknown.status == 404)
        #expect(unknown.json?["errors"]?[0]?["detail"] == "Schemas are mapping.")
    }

    @Test func aWrongMethodIsToldTheRightOnes() {
        let answer = AdminBench().call("PATCH", "/mappings")
        #expect(answer.status == 404)
        #expect(answer.json?["errors"]?[0]?["title"] == "PATCH is not a method of /__admin/mappings")
        #expect(answer.headers.first("Allow") == "GET, POST, DELETE, HEAD, OPTIONS")
        #expect(AdminBench().call("OPTIONS", "/mappings").headers.first("Allow") == "GET, POST, DELETE, HEAD, OPTIONS")
    }

    @Test func headIsAnsweredLikeGet() {
        #expect(AdminBench().call("HEAD", "/mappings").status == 200)
        #expect(AdminBench().call("HEAD", "/mappings/04746d8a-8bc7-44d2-bd8e-52d2c91fe297").status == 404)
    }

    @Test func theRootLeadsToTheStubs() {
        #expect(AdminBench().call("GET", "").headers.first("Location") == "/__admin/")
        #expect(AdminBench().call("GET", "/").json?["meta"]?["total"] == 0)
    }

    @Test func docsAreForProgramsAndPeople() {
        let bench = AdminBench()
        #expect(bench.call("GET", "/docs", headers: [("Accept", "application/json")]).json?["openapi"] == "3.1.0")
        #expect(bench.call("GET", "/docs").text.hasPrefix("<!DOCTYPE html>"))
        #expect(bench.call("GET", "/docs", headers: [("Accept", "text/html,*/*")]).text.hasPrefix("<!DOCTYPE html>"))
        for path in ["/swagger-ui", "/recorder"] { #expect(bench.call("GET", path).text.hasPrefix("<!DOCTYPE html>")) }
        let health = bench.call("GET", "/health").json
        #expect(health?["status"] == "healthy" && health?["version"] == "3.13.2" && health?["understudyVersion"] == "0")
        #expect(bench.call("GET", "/version").json == ["version": "3.13.2", "understudyVersion": "0"])
        let text = bench.call("GET", "/version", headers: [("Accept", "text/plain")])
        #expect(text.text == "3.13.2" && text.headers.first("Content-Type") == "text/plain")
    }

    /// A body whose temporary file is gone.
    private final class LostBody: SpooledBody {
        struct Lost: Error {}
        let count = 9
        func bytes() throws -> [UInt8] { throw Lost() }
        func read(at offset: Int, limit: Int) throws -> [UInt8] { throw Lost() }
    }

    @Test(arguments: [("POST", "/mappings"), ("PUT", "/scenarios/s/state")])
    func aBodyThatCannotBeReadIsNotTakenForEmpty(_ method: String, _ path: String) {
        let bench = AdminBench()
        bench.stub(#"{"request": {"url": "/a"}, "scenarioName": "s", "newScenarioState": "two"}"#)
        bench.request("GET", "/a")
        var request = Request(method: method, target: AdminAPI.prefix + path, headers: [("Host", "localhost")])
        request.body = .spooled(LostBody())
        guard case .plan(let plan) = bench.admin.respond(to: request) else { return #expect(Bool(false), "it comes later") }
        #expect(plan.response.status == 500)
        #expect(bench.call("GET", "/mappings").json?["meta"]?["total"] == 1)
        #expect(bench.call("GET", "/scenarios").json?["scenarios"]?[0]?["state"] == "two")
    }

    private final class Observer: ExchangeObserver {
        let failures = Mutex<[String]>([])
        let wantsExchanges = false
        func finished(_ exchange: FinishedExchange) {}
        func missed(_ report: MissReport, in session: SessionIdentity) {}
        func missed(_ request: Request, _ absence: ContentAbsence, in session: SessionIdentity) {}
        func failed(_ request: Request, _ reason: String) { failures.withLock { $0.append("\(request.path): \(reason)") } }
        func webhookFailed(to url: String?, _ reason: String) {}
        func refused(_ refusal: WireRefusal, in session: SessionIdentity?) {}
    }

    /// A 500 that WireMock's API has for a call without sense is none of the server's own failures.
    @Test func aCallThatTheServerCannotCarryOutIsLogged() {
        let folder = FakeMappingFolder()
        var services = AdminServices()
        services.mappings = folder
        let observer = Observer()
        let bench = AdminBench(services: services, observer: observer)
        let persistent = #"{"persistent": true}"#
        #expect(bench.call("POST", "/mappings", persistent).status == 201)
        #expect(bench.call("POST", "/recordings/start", "{}").status == 500)
        #expect(observer.failures.withLock { $0 } == [])
        folder.failure.withLock { $0 = "the disk is full." }
        #expect(bench.call("POST", "/mappings", persistent).status == 500)
        #expect(observer.failures.withLock { $0 } == ["/__admin/mappings: the disk is full."])
    }
}
