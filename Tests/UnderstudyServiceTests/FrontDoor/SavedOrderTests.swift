import AdminAPI
import FixtureStore
import HTTPMessage
import MockEngine
import TestSupport
import Testing

@testable import UnderstudyService

/// Stubs that are saved to files and read again.
@Suite(.timeLimit(.minutes(5))) struct SavedOrderTests {
    private let folder: TemporaryFolder
    private let engine = MockEngine(EngineEnvironment(), .manual())
    private let admin: AdminAPI

    init() throws {
        folder = try TemporaryFolder()
        let fixtures = try FixtureFolder(folder.path)
        var services = AdminServices()
        services.mappings = AdminMappingFolder(folder: fixtures, fileName: nil) { [engine] in
            let set = fixtures.load { mapping, report in engine.compile(mapping, report) }
            engine.loadFixtures(set.stubs, keepingOthers: false)
            return set.problems
        }
        admin = AdminAPI(engine: engine, services: services)
    }

    private func call(_ method: String, _ path: String, _ body: String = "") {
        let arrival = Arrival(listener: .http, clientAddress: "127.0.0.1", localAddress: "127.0.0.1", localPort: 8080)
        _ = admin.respond(to: Request(method: method, target: AdminAPI.prefix + path, body: Array(body.utf8), arrival: arrival))
    }

    private func add(_ id: String, _ body: String, isPersistent: Bool = true) {
        call(
            "POST", "/mappings",
            #"{"id": "\#(id)", "persistent": \#(isPersistent), "request": {"url": "/a"}, "response": {"body": "\#(body)"}}"#)
    }

    private var answer: String? {
        guard case .plan(let plan) = engine.session.respond(to: Request(target: "/a")), case .bytes(let bytes) = plan.response.body else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let late = "99999999-0000-4000-8000-000000000000"
    private static let middle = "55555555-0000-4000-8000-000000000000"
    private static let early = "11111111-0000-4000-8000-000000000000"

    /// By the names of their files, the older one would be tried first.
    @Test func theNewestOfEqualStubsIsTheNewestAfterAReset() {
        add(Self.late, "old")
        add(Self.early, "new")
        #expect(answer == "new")
        call("POST", "/reset")
        #expect(answer == "new")
        add(Self.late, "newest")
        call("POST", "/reset")
        #expect(answer == "newest")
    }

    @Test func anEditedStubAndOneThatIsSavedLaterKeepTheirPlaces() {
        add(Self.late, "old", isPersistent: false)
        add(Self.middle, "second")
        add(Self.early, "new")
        call("POST", "/mappings/save")
        call("PUT", "/mappings/\(Self.late)", #"{"persistent": true, "request": {"url": "/a"}, "response": {"body": "edited"}}"#)
        call("POST", "/reset")
        #expect(answer == "new")
        call("PUT", "/mappings/\(Self.late)", #"{"persistent": true, "request": {"url": "/a"}, "response": {"body": "edited again"}}"#)
        call("DELETE", "/mappings/\(Self.early)")
        call("POST", "/reset")
        #expect(answer == "second")
    }

    @Test func aStubThatWasWrittenByHandIsOlderAndKeepsItsFormWhenItIsEdited() throws {
        try folder.write("mappings/z.json", #"{"id": "\#(Self.middle)", "request": {"url": "/a"}, "response": {"body": "by hand"}}"#)
        call("POST", "/reset")
        add(Self.early, "saved")
        call("POST", "/reset")
        #expect(answer == "saved")
        call("PUT", "/mappings/\(Self.middle)", #"{"persistent": true, "request": {"url": "/a"}, "response": {"body": "edited"}}"#)
        #expect(try folder.text("mappings/z.json").contains("edited"))
        #expect(try !folder.text("mappings/z.json").contains("insertionIndex"))
        call("POST", "/reset")
        #expect(answer == "saved")
    }
}
