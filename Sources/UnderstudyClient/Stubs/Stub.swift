public import Foundation

/// A stub mapping: which requests, and the response they get. It is written as the JSON reads.
///
/// ```swift
/// try await session.stub(
///     .get("/api/pose/all").query("pageNumber", "0").respond(json: page))
/// try await session.stub(
///     .get("/api/pose/all").query("pageNumber", "1").respond(status: 503).then(.json(page)))
/// try await session.stub(
///     .get("/pictures/325.jpg").modify(.delay(milliseconds: 800)))
/// ```
///
/// A stub without an ``id`` gets one from the client when it is sent, so that its failures can name it.
public struct Stub: Hashable, Sendable, RequestPatternBuilder {
    /// Its id; the client makes one when it is nil.
    public var id: UUID?
    /// For people, and for expectations.
    public var name: String?
    /// Which requests it responds to.
    public var request: RequestPattern
    /// The response, or one response after the other. A single one is sent as `response`, several as `responses`.
    public var responses: [StubResponse] = []
    /// What comes after the last of several responses; the last one again when nil.
    public var `repeat`: Repetition?
    /// What it changes of the next candidate's response. It then has no response itself.
    public var modifier: ResponseModifier?
    /// 1 is the highest; 5 when nil. Among equals the newest wins.
    public var priority: Int?
    /// The scenario in whose states it takes part.
    public var scenarioName: String?
    /// It responds in this state of the scenario only.
    public var requiredScenarioState: String?
    /// The scenario's state from then on.
    public var newScenarioState: String?
    /// Also written to the fixtures' folder.
    public var persistent: Bool?
    /// Free; the server keeps it.
    public var metadata: [String: JSONValue]?
    /// The chance that it responds, 0…1, drawn from the session's seed. Else the next candidate does.
    public var probability: Double?
    /// How often it has to respond; judged when the session ends.
    public var expect: ExpectedCount?
    /// Fields that have no property here.
    public var additionalFields: [String: JSONValue] = [:]

    /// What comes after the last of several responses.
    public enum Repetition: String, Hashable, Sendable, Codable {
        /// The last one again and again.
        case last
        /// The first one again.
        case cycle
        /// Nothing: the stub matches no more.
        case once
    }

    /// A stub for these requests; without more it responds with an empty 200.
    public init(request: RequestPattern) { self.request = request }
}

// MARK: what it responds

extension Stub {
    /// Responds with this, in place of what it had.
    public func respond(_ response: StubResponse) -> Stub {
        changed { $0.responses = [response] }
    }

    /// Responds with these, one after the other, in place of what it had. Fail twice, then work:
    /// `.respond(sequence: [.status(503), .status(503), .json(page)])`.
    public func respond(sequence responses: [StubResponse], repeat: Repetition? = nil) -> Stub {
        changed {
            $0.responses = responses
            $0.repeat = `repeat`
        }
    }

    /// Responds with a status and a text, which may be empty.
    public func respond(status: Int = 200, headers: [String: String] = [:], body: String = "") -> Stub {
        respond(.text(body, status: status, headers: headers))
    }

    /// Responds with what an encoder makes of a value, as `application/json`.
    public func respond(
        status: Int = 200, headers: [String: String] = [:], json value: some Encodable, encoder: JSONEncoder = JSONEncoder()
    ) -> Stub {
        respond(.json(value, status: status, headers: headers, encoder: encoder))
    }

    /// Responds with a file below the fixtures' `__files`.
    public func respond(status: Int = 200, headers: [String: String] = [:], file: String) -> Stub {
        respond(.file(file, status: status, headers: headers))
    }

    /// Responds with these bytes.
    public func respond(status: Int = 200, headers: [String: String] = [:], data: Data, contentType: String? = nil) -> Stub {
        respond(.data(data, contentType: contentType, status: status, headers: headers))
    }

    /// Responds with a transport error.
    public func respond(fault: Fault) -> Stub { respond(StubResponse().fault(fault)) }

    /// Responds with this to the next request: `.respond(status: 503).then(.json(page))`.
    public func then(_ response: StubResponse) -> Stub { changed { $0.responses.append(response) } }

    /// After the last of several responses.
    public func `repeat`(_ repetition: Repetition) -> Stub { changed { $0.repeat = repetition } }

    /// Changes what the next candidate responds, in place of a response of its own: that of another stub, of a file, or of an S3 object.
    public func modify(_ modifier: ResponseModifier) -> Stub {
        changed {
            $0.responses = []
            $0.modifier = modifier
        }
    }
}

// MARK: how its response goes out

extension Stub {
    /// Sends the last response that was named after a delay.
    public func delay(milliseconds: Int) -> Stub { shaped { $0.delay(milliseconds: milliseconds) } }
    /// Keeps the last response that was named at a gate until the test releases it.
    public func hold(_ gate: String, at moment: Moment = .beforeHeaders, timeoutMilliseconds: Int? = nil) -> Stub {
        shaped { $0.hold(gate, at: moment, timeoutMilliseconds: timeoutMilliseconds) }
    }
    /// Breaks the last response that was named.
    public func fault(_ fault: Fault) -> Stub { shaped { $0.fault(fault) } }
    /// Sends the last response that was named over a link of its own.
    public func network(_ profile: NetworkProfile) -> Stub { shaped { $0.network(profile) } }
    /// Sends the body of the last response that was named at this rate.
    public func bandwidth(kilobitsPerSecond: Double) -> Stub { shaped { $0.bandwidth(kilobitsPerSecond: kilobitsPerSecond) } }
    /// Sends the body of the last response that was named in equal parts, over this time.
    public func dribble(parts: Int, milliseconds: Int) -> Stub { shaped { $0.dribble(parts: parts, milliseconds: milliseconds) } }
    /// Sets a header field of the last response that was named.
    public func responseHeader(_ name: String, _ value: String) -> Stub { shaped { $0.header(name, value) } }
    /// Renders the last response that was named as a template.
    public func templated() -> Stub { shaped { $0.templated() } }

    private func shaped(_ change: (StubResponse) -> StubResponse) -> Stub {
        changed {
            if $0.responses.isEmpty { $0.responses = [StubResponse()] }
            $0.responses[$0.responses.count - 1] = change($0.responses[$0.responses.count - 1])
        }
    }
}

// MARK: the mapping

extension Stub {
    /// A name, for people and for expectations.
    public func named(_ name: String) -> Stub { changed { $0.name = name } }
    /// 1 is the highest; 5 when nothing is said. Among equals the newest wins.
    public func priority(_ priority: Int) -> Stub { changed { $0.priority = priority } }
    /// Responds in this state of a scenario only, and may set its next one. The first state is `Started`.
    public func scenario(_ name: String, in state: String? = nil, then next: String? = nil) -> Stub {
        changed {
            $0.scenarioName = name
            $0.requiredScenarioState = state
            $0.newScenarioState = next
        }
    }
    /// Responds with this chance only, 0…1.
    public func probability(_ probability: Double) -> Stub { changed { $0.probability = probability } }
    /// Has to respond this often, or the session's report is not ok: `.expect(.once)`.
    public func expect(_ count: ExpectedCount) -> Stub { changed { $0.expect = count } }
    /// Free data, which the server keeps.
    public func metadata(_ metadata: [String: JSONValue]) -> Stub { changed { $0.metadata = metadata } }

    /// A copy with something else changed.
    public func changed(_ change: (inout Stub) -> Void) -> Stub {
        var copy = self
        change(&copy)
        return copy
    }
}
