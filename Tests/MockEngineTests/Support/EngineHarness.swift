import HTTPMessage
import JSONDocument
import MockEngine
import StubModel

/// An engine with stubs written as JSON, called without a socket.
struct EngineHarness {
    let engine: MockEngine

    init(seed: UInt64 = 7, _ mappings: String...) throws {
        engine = MockEngine(EngineEnvironment(), .manual(seed: seed))
        for mapping in mappings { try add(mapping) }
    }

    /// - Throws: the first problem.
    static func compile(_ text: String, in engine: MockEngine, origin: StubMapping.Origin = .interface) throws -> CompiledStub {
        let document = try JSONDocument.parse(Array(text.utf8), name: "mapping.json")
        let report = ProblemReport(document)
        let stub = StubMapping.decode(document.root, report, origin: origin).flatMap { engine.compile($0, report) }
        guard let stub else { throw Problems(problems: report.problems) }
        return stub
    }

    struct Problems: Error, CustomStringConvertible {
        var problems: [Problem]
        var description: String { problems.map(\.description).joined(separator: "\n") }
    }

    @discardableResult
    func add(_ text: String) throws -> UniqueID {
        let stub = try Self.compile(text, in: engine)
        engine.session.add(stub)
        return stub.id
    }

    /// The problems of a mapping; empty if there are none.
    func problems(_ text: String) -> [String] {
        do { _ = try Self.compile(text, in: engine) } catch let error as Problems {
            return error.problems.map(\.description)
        } catch { return ["\(error)"] }
        return []
    }

    /// The response's status; 404 if nothing matched, 0 if the response is deferred.
    func status(
        _ target: String, method: String = "GET", headers: HeaderFields = [], body: String = "", arrival: Arrival = .unknown
    ) -> Int {
        let request = Request(method: method, target: target, headers: headers, body: Array(body.utf8), arrival: arrival)
        return switch engine.session.respond(to: request) {
        case .plan(let plan): plan.response.status
        case .later: 0
        }
    }

    /// How long the response is delayed; nil without a plan.
    func delay(_ target: String) -> Duration? {
        if case .plan(let plan) = engine.session.respond(to: Request(target: target)) {
            plan.performance?.initialDelay ?? .zero
        } else {
            nil
        }
    }

    /// How many faults the plan has; 0 without a plan.
    func faults(_ target: String) -> Int {
        if case .plan(let plan) = engine.session.respond(to: Request(target: target)) { plan.performance?.fault == nil ? 0 : 1 } else { 0 }
    }
}
