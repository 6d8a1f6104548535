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
    /// Its id. Nil until it is sent: the client makes one then, and ``UnderstudySession/stub(_:fileID:filePath:line:column:)`` returns it.
    public var id: UUID?
    /// A name for failures and reports, and for ``SessionDefinition/expectInOrder``. Nil for none.
    public var name: String?
    /// Which requests it responds to.
    public var request: RequestPattern
    /// The responses to one matching request after the other; a single one responds to all. Empty for a 200 without a body. A response with
    /// ``StubResponse/modify`` changes the next candidate's response instead.
    public var responses: [StubResponse] = []
    /// What comes after the last of several responses; the last one again when nil.
    public var `repeat`: Repetition?
    /// The priority; 1 is the highest. 5 when nil. Among equals the newest stub wins.
    public var priority: Int?
    /// The scenario that it belongs to. Nil for none.
    public var scenarioName: String?
    /// The state of the scenario in which it responds. In every state when nil.
    public var requiredScenarioState: String?
    /// The state into which it puts the scenario when it responds. Nil leaves the state as it is.
    public var newScenarioState: String?
    /// Whether the server also writes it to the fixtures' folder. No when nil.
    public var persistent: Bool?
    /// Data of your own, which the server keeps with the stub. Nil for none.
    public var metadata: [String: JSONValue]?
    /// The chance that it responds, 0…1, drawn from the session's seed; else the next candidate does. It always responds when nil.
    public var probability: Double?
    /// How often it has to respond, or the session's report is not ok. Any number of times when nil.
    public var expect: ExpectedCount?
    /// Fields of the mapping that have no property here, e.g. those of a newer server, by name.
    public var additionalFields: [String: JSONValue] = [:]

    /// What comes after the last of several responses.
    public enum Repetition: String, Hashable, Sendable, Codable {
        /// The last response again and again.
        case last
        /// All of them again, from the first one.
        case cycle
        /// No response: the stub matches no more.
        case once
    }

    /// A stub for these requests; without more it responds with an empty 200.
    public init(request: RequestPattern) { self.request = request }

    /// What it changes of the next candidate's response, if that is all that it does; else nil. A modifier takes the place of
    /// ``responses``; nil removes a modifier, and leaves responses as they are.
    public var modifier: ResponseModifier? {
        get { responses.count == 1 ? responses[0].modify : nil }
        set {
            if let newValue {
                responses = [.modify(newValue)]
            } else if modifier != nil {
                responses = []
            }
        }
    }
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

    /// Responds with what an encoder makes of a value, as `application/json`. If it makes nothing, sending the stub throws, and says why.
    public func respond(
        status: Int = 200, headers: [String: String] = [:], json value: some Encodable, encoder: JSONEncoder = JSONEncoder()
    ) -> Stub {
        respond(.json(value, status: status, headers: headers, encoder: encoder))
    }

    /// Responds with a file below the fixtures' `__files`.
    public func respond(status: Int = 200, headers: [String: String] = [:], file: String) -> Stub {
        respond(.file(file, status: status, headers: headers))
    }

    /// Responds with these bytes. No Content-Type is sent when there is none here and none among the header fields.
    public func respond(status: Int = 200, headers: [String: String] = [:], data: Data, contentType: String? = nil) -> Stub {
        respond(.data(data, contentType: contentType, status: status, headers: headers))
    }

    /// Responds with a transport error.
    public func respond(fault: Fault) -> Stub { respond(StubResponse().fault(fault)) }

    /// Responds with this to the next request: `.respond(status: 503).then(.json(page))`. Behind ``modify(_:)`` the first request gets the
    /// changed response, and the next one this.
    public func then(_ response: StubResponse) -> Stub { changed { $0.responses.append(response) } }

    /// Says what comes after the last of several responses.
    public func `repeat`(_ repetition: Repetition) -> Stub { changed { $0.repeat = repetition } }

    /// Changes what the next candidate responds, in place of a response of its own: that of another stub, of a file, or of an S3 object.
    public func modify(_ modifier: ResponseModifier) -> Stub { respond(.modify(modifier)) }
}

// MARK: how its response goes out

/// These functions are about the response, or the modifier, that was named last.
extension Stub {
    /// Sends the last response that was named after a delay.
    public func delay(milliseconds: Int) -> Stub { shaped { $0.delay(milliseconds: milliseconds) } }
    /// Sends the last response that was named after a delay that is drawn each time, on top of the fixed one.
    public func delay(_ distribution: DelayDistribution) -> Stub { shaped { $0.delay(distribution) } }
    /// Holds the last response that was named at a gate until the test releases it.
    ///
    /// - Parameters:
    ///   - gate: the gate's name, for ``UnderstudySession/gate(_:)``.
    ///   - moment: how much is sent before it waits.
    ///   - timeoutMilliseconds: how long it waits at most, by real time; 30 seconds when nil. Then it is a 504.
    public func hold(_ gate: String, at moment: Moment = .beforeHeaders, timeoutMilliseconds: Int? = nil) -> Stub {
        shaped { $0.hold(gate, at: moment, timeoutMilliseconds: timeoutMilliseconds) }
    }
    /// Puts a transport error in place of the last response that was named, or inside it.
    public func fault(_ fault: Fault) -> Stub { shaped { $0.fault(fault) } }
    /// Sends the last response that was named over a link of its own.
    public func network(_ profile: NetworkProfile) -> Stub { shaped { $0.network(profile) } }
    /// Sends the body of the last response that was named at this rate, in 1,000 bits per second.
    public func bandwidth(kilobitsPerSecond: Double) -> Stub { shaped { $0.bandwidth(kilobitsPerSecond: kilobitsPerSecond) } }
    /// Sends the body of the last response that was named in equal parts, over this time.
    public func dribble(parts: Int, milliseconds: Int) -> Stub { shaped { $0.dribble(parts: parts, milliseconds: milliseconds) } }
    /// Sets a header field of the last response that was named.
    public func responseHeader(_ name: String, _ value: String) -> Stub { shaped { $0.header(name, value) } }
    /// Renders the last response that was named as a template. The server refuses that for a modifier.
    public func templated() -> Stub { withLastResponse { $0.templated() } }

    /// Changes how the last response goes out; of a modifier, how the response goes out that it changes.
    private func shaped(_ change: (StubResponse) -> StubResponse) -> Stub {
        withLastResponse { response in
            guard var modifier = response.modify else { return change(response) }
            var effects = StubResponse()
            effects.takeEffects(of: modifier)
            modifier.takeEffects(of: change(effects))
            return .modify(modifier)
        }
    }

    private func withLastResponse(_ change: (StubResponse) -> StubResponse) -> Stub {
        changed {
            let last = $0.responses.popLast() ?? StubResponse()
            $0.responses.append(change(last))
        }
    }
}

// MARK: the mapping

extension Stub {
    /// Gives it a name, for failures and reports, and for ``SessionDefinition/expectInOrder``.
    public func named(_ name: String) -> Stub { changed { $0.name = name } }
    /// Gives it a priority. 1 is the highest; 5 when nothing is said. Among equals the newest stub wins.
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
    /// Data of your own, which the server keeps with the stub.
    public func metadata(_ metadata: [String: JSONValue]) -> Stub { changed { $0.metadata = metadata } }

    /// A copy in which `change` has changed properties.
    public func changed(_ change: (inout Stub) -> Void) -> Stub {
        var copy = self
        change(&copy)
        return copy
    }
}
