import HTTPMessage
import JSONDocument

@testable import MockEngine

/// A suite about responses that wait: an engine on a manual clock, with a stub at `/a`.
protocol StagingSuite {
    var machine: ManualClock { get }
    var engine: MockEngine { get }
}

extension StagingSuite {
    var session: Session { engine.session }

    /// Adds a stub of `/a` with this response.
    func add(_ response: String) throws {
        session.add(try EngineHarness.compile(#"{"request": {"url": "/a"}, "response": \#(response)}"#, in: engine))
    }

    func ask(_ method: String = "GET") throws -> FakeWire { try FakeWire(asking: session, "/a", method: method) }

    /// The plan of a request that no wire has taken.
    func plan() throws -> WirePlan {
        guard case .plan(let plan) = session.respond(to: Request(target: "/a")) else { throw FakeWire.ComesLater() }
        return plan
    }

    /// The newest.
    var entry: JournalEntry? { session.journal.snapshot().newestFirst.first { _ in true } }
    var performed: JSONValue? { entry?.json["performed"] }
}
