package import HTTPMessage
internal import JSONDocument
package import StubModel

/// Why a request matched nothing, and what would help: the page that answers it, the log's text, and the journal's sub-event.
package struct MissReport: Sendable {
    /// Scenario and states of a stub that requires one.
    package struct ScenarioComparison: Sendable, Equatable {
        package var name: String
        package var requiredState: String
        package var state: String

        package init(name: String, requiredState: String, state: String) {
            self.name = name
            self.requiredState = requiredState
            self.state = state
        }
    }

    /// A stub that nearly matched.
    package struct Candidate: Sendable {
        package var mapping: StubMapping
        package var result: RequestMatchResult
        /// Nil when the stub requires no state.
        package var scenario: ScenarioComparison?

        package init(mapping: StubMapping, result: RequestMatchResult, scenario: ScenarioComparison?) {
            self.mapping = mapping
            self.result = result
            self.scenario = scenario
        }

        /// The stub, for sentences: by its name and its file, else by its id.
        var label: String { mapping.label }

        /// File, line and column, as editors and terminals open them; nil for one that the admin API added.
        var place: String? { mapping.place }

        /// The file that it was read from, as its user would type it; nil for one that the admin API added.
        var file: String? { mapping.file }
    }

    package let request: Request
    /// At most three, closest first.
    package let candidates: [Candidate]
    /// Sentences about near twins and other probable slips.
    package let hints: [String]
    package let suggestion: StubSuggestion

    /// - Parameter otherListener: that another listener would answer, as a sentence; nil when none would. It is the first hint.
    package init(request: Request, candidates: [Candidate], otherListener: String? = nil) {
        self.request = request
        self.candidates = candidates
        hints = (otherListener.map { [$0] } ?? []) + MissHints.find(request, candidates)
        suggestion = StubSuggestion(for: request)
    }

    /// Which stub was meant, probably, and in what the request differs from it: a sentence, for stubs of that URL only.
    package var closest: String? {
        guard let candidate = candidates.first else { return nil }
        let misses = candidate.result.fields.filter { !$0.isMatch }
        guard !misses.isEmpty, !misses.contains(where: { $0.part == .url }) else { return nil }
        let names = misses.map(\.label).joined(separator: ", ")
        return "Closest is \(candidate.label); not met: \(names)."
    }

    /// The first sentence about a server without stubs.
    var noStubsText: String {
        "Nothing answers \(request.method) \(request.path): there is no stub mapping yet, and no file of that path in __files."
    }
}

extension StubMapping {
    /// For sentences: by its name and its place, else by its id.
    var label: String {
        let named = name.map { "the stub \"\($0)\"" }
        if let place { return "\(named ?? "the stub") at \(place)" }
        return named ?? "the stub \(id)"
    }

    /// File, line and column, as editors and terminals open them; nil for one that the admin API added.
    var place: String? {
        guard let file, let position else { return file }
        return "\(file):\(position.line):\(position.column)"
    }

    /// The file that it was read from, as its user would type it; nil for one that the admin API added.
    var file: String? { if case .file(let path) = origin { path } else { nil } }
}
