public import HTTPMessage
public import StubModel

/// Why a request matched nothing, and what would help: the page that answers it, the log's text, and the journal's sub-event.
public struct MissReport: Sendable {
    /// Scenario and states of a stub that requires one.
    public struct ScenarioComparison: Sendable, Equatable {
        public var name: String
        public var requiredState: String
        public var state: String

        public init(name: String, requiredState: String, state: String) {
            self.name = name
            self.requiredState = requiredState
            self.state = state
        }
    }

    /// A stub that nearly matched.
    public struct Candidate: Sendable {
        public var mapping: StubMapping
        public var result: RequestMatchResult
        /// Nil when the stub requires no state.
        public var scenario: ScenarioComparison?

        public init(mapping: StubMapping, result: RequestMatchResult, scenario: ScenarioComparison?) {
            self.mapping = mapping
            self.result = result
            self.scenario = scenario
        }
    }

    public let request: Request
    /// At most three, closest first.
    public let candidates: [Candidate]
    /// Sentences about near twins and other probable slips.
    public let hints: [String]
    public let suggestion: StubSuggestion

    public init(request: Request, candidates: [Candidate]) {
        self.request = request
        self.candidates = candidates
        hints = MissHints.find(request, candidates)
        suggestion = StubSuggestion(for: request)
    }

    /// WireMock's words for a server without stubs.
    public static let noStubsText = "No response could be served as there are no stub mappings in this WireMock instance."
}
