import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import MockEngine

/// What becomes of a stub's position in its responses, and of its counts of faults, when the stub is replaced.
@Suite struct ReplacedStubTests {
    private static let id = "00000000-0000-4000-8000-00000000000a"

    private static func stub(_ rest: String, in engine: MockEngine, origin: StubMapping.Origin = .interface) throws -> CompiledStub {
        try EngineHarness.compile(#"{"id": "\#(id)", "request": {"urlPath": "/q"}, \#(rest)}"#, in: engine, origin: origin)
    }

    private static let two = #""responses": [{"status": 201}, {"status": 202}, {"status": 203}]"#

    @Test(arguments: [true, false])
    func aReplacedStubBeginsAnew(byEdit: Bool) throws {
        let harness = try EngineHarness()
        let session = harness.engine.session
        session.add(try Self.stub(Self.two, in: harness.engine))
        #expect(harness.status("/q") == 201)
        for rest in [Self.two, #""responses": [{"status": 211}, {"status": 212}]"#] {
            let stub = try Self.stub(rest, in: harness.engine)
            if byEdit { #expect(session.edit(stub)) } else { session.add(stub) }
            #expect(harness.status("/q") == (rest == Self.two ? 201 : 211))
        }
        #expect(harness.status("/q") == 212)
    }

    @Test func aStubThatRespondsOnceDoesSoAgain() throws {
        let harness = try EngineHarness()
        let once = #""responses": [{"status": 201}], "repeat": "once""#
        harness.engine.session.add(try Self.stub(once, in: harness.engine))
        #expect([harness.status("/q"), harness.status("/q")] == [201, 404])
        #expect(harness.engine.session.edit(try Self.stub(once, in: harness.engine)))
        #expect([harness.status("/q"), harness.status("/q")] == [201, 404])
    }

    @Test func faultsAreCountedAnew() throws {
        let harness = try EngineHarness()
        let broken = #""response": {"fault": {"effect": "reset", "count": 1}}"#
        harness.engine.session.add(try Self.stub(broken, in: harness.engine))
        #expect([harness.faults("/q"), harness.faults("/q")] == [1, 0])
        #expect(harness.engine.session.edit(try Self.stub(broken, in: harness.engine)))
        #expect([harness.faults("/q"), harness.faults("/q")] == [1, 0])
    }

    /// Another stub changes nothing, nor does a reload that leaves the responses as they are.
    @Test func othersGoOn() throws {
        let harness = try EngineHarness()
        let engine = harness.engine
        func load(_ rest: String) throws { engine.loadFixtures([try Self.stub(rest, in: engine, origin: .file(path: "mappings/a.json"))]) }
        try load(Self.two)
        #expect(harness.status("/q") == 201)
        try harness.add(#"{"request": {"urlPath": "/other"}, "response": {}}"#)
        #expect(harness.status("/q") == 202)
        try load(#""priority": 4, "# + Self.two)
        #expect(harness.status("/q") == 203)
        try load(#""responses": [{"status": 211}, {"status": 212}]"#)
        #expect(harness.status("/q") == 211)
    }

    /// Nor does saving a stub, nor the reload by which it becomes a fixture.
    @Test func aSavedStubGoesOn() throws {
        let harness = try EngineHarness()
        let session = harness.engine.session
        let stub = try Self.stub(Self.two, in: harness.engine)
        session.add(stub)
        #expect(harness.status("/q") == 201)
        #expect(session.noteSaved(try #require(session.stub(stub.id))))
        #expect(session.stub(stub.id)?.mapping.isPersistent == true && session.unusedStubs.isEmpty)
        #expect(harness.status("/q") == 202)
        harness.engine.loadFixtures([
            try Self.stub(#""persistent": true, "# + Self.two, in: harness.engine, origin: .file(path: "mappings/a.json"))
        ])
        #expect(session.unusedStubs.isEmpty)
        #expect(harness.status("/q") == 203)
    }

    /// A stub whose file is deleted leaves the fixtures before their files are read again.
    @Test func aSavedEditStaysWhenAnotherFixtureIsDropped() throws {
        let harness = try EngineHarness()
        let engine = harness.engine
        engine.loadFixtures([try Self.stub(#""response": {"status": 201}"#, in: engine, origin: .file(path: "mappings/a.json"))])
        #expect(engine.session.edit(try Self.stub(#""persistent": true, "response": {"status": 202}"#, in: engine)))
        engine.dropFixtures([UniqueID.random()])
        #expect(harness.status("/q") == 202)
        engine.loadFixtures([try Self.stub(#""response": {"status": 203}"#, in: engine, origin: .file(path: "mappings/a.json"))])
        #expect(harness.status("/q") == 203)
    }
}
