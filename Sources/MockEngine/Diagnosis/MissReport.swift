internal import Budget
package import HTTPMessage
internal import JSONDocument
package import StubModel

/// Why a request matched nothing, with advice. The 404 page, the log line and the journal's sub-event are made from it.
package struct MissReport: Sendable {
    /// Scenario and states of a stub that requires one.
    package struct ScenarioComparison: Sendable, Equatable {
        /// The scenario's name.
        package var name: String
        /// The state that the stub requires.
        package var requiredState: String
        /// The state that the scenario is in.
        package var state: String

        package init(name: String, requiredState: String, state: String) {
            self.name = name
            self.requiredState = requiredState
            self.state = state
        }

        /// Behind the words "the scenario".
        var sentence: String { "\"\(name)\" is in state \"\(state)\" and not in \"\(requiredState)\"" }
    }

    /// A stub that almost matched.
    package struct Candidate: Sendable {
        /// The stub's mapping.
        package var mapping: StubMapping
        /// How each field of its request pattern compares with the request.
        package var result: RequestMatchResult
        /// Nil when the stub requires no state.
        package var scenario: ScenarioComparison?

        package init(mapping: StubMapping, result: RequestMatchResult, scenario: ScenarioComparison?) {
            self.mapping = mapping
            self.result = result
            self.scenario = scenario
        }

        /// How a sentence names the stub: by name and file, else by method and URL.
        var label: String { mapping.label }

        /// Whether it is for the request's method and URL, so that something else differs.
        var meetsMethodAndURL: Bool { result.fields.allSatisfy { $0.isMatch || $0.part != .method && $0.part != .url } }

        /// Whether the method is all of the pattern that the request does not meet.
        var differsInMethodOnly: Bool {
            let misses = result.fields.filter { !$0.isMatch }
            return misses.count == 1 && misses[0].part == .method
        }

        /// Whether one of its responses is a modifier.
        var modifies: Bool { mapping.responses.responses.contains { $0.modifier != nil } }

        /// Whether its scenario lets it respond.
        var isInState: Bool { scenario.map { $0.state == $0.requiredState } ?? true }

        /// `file:line:column`, as editors and terminals open it; nil for a stub from the admin API.
        var place: String? { mapping.place }

        /// The file the stub was read from, relative to the mocks folder; nil for a stub from the admin API.
        var file: String? { mapping.file }
    }

    /// The request that matched nothing.
    package let request: Request
    /// At most three, closest first.
    package let candidates: [Candidate]
    /// Sentences about probable slips.
    package private(set) var hints: [String]
    /// Files or a mapping that would match the request.
    package let suggestion: StubSuggestion
    /// Says that another listener would respond; nil if none would.
    let otherListener: String?

    /// Why the stubs were not all compared; nil if they were.
    var stop: WorkBudget.Stop?

    /// The mocks folder as its user would type it; nil without one.
    let folder: String?

    /// The file that would respond if it were not the body of a stub; nil for none.
    private let stubBody: StubBody?

    /// Whether something else is in the place of the file that would respond.
    private let hasObstacle: Bool

    /// Whether another listener has stubs.
    private let hasOtherStubs: Bool

    /// - Parameters:
    ///   - folder: the mocks folder as its user would type it; nil without one.
    ///   - otherListener: a sentence that says that another listener would respond; nil if none would. It becomes the first hint.
    ///   - slips: further sentences about the URL that was probably meant.
    ///   - urlTwin: a stub besides the candidates whose URL is nearly the request's; nil for none.
    ///   - hasOtherStubs: whether another listener has stubs.
    ///   - contentTwin: content for a request that is nearly the same; nil for none.
    ///   - readFile: the file that a GET of the request's path would return, if the request is no GET or HEAD; nil for none.
    ///   - stubBody: the file that would respond if it were not the body of a stub; nil for none.
    ///   - obstacle: what is in the place of the file that would respond and is none, as a sentence; nil for nothing.
    ///   - mayBeMade: whether a file that would respond can be made at a path in the mocks folder.
    package init(
        request: Request, candidates: [Candidate], folder: String? = nil, otherListener: String? = nil, slips: [String] = [],
        urlTwin: Candidate? = nil, hasOtherStubs: Bool = false, contentTwin: ContentTwin? = nil, readFile: String? = nil,
        stubBody: StubBody? = nil, obstacle: String? = nil, mayBeMade: (String) -> Bool = { _ in true }
    ) {
        self.request = request
        self.candidates = candidates
        self.folder = folder
        self.otherListener = otherListener
        self.stubBody = stubBody
        self.hasOtherStubs = hasOtherStubs
        hasObstacle = obstacle != nil
        suggestion = StubSuggestion(for: request, mayBeMade: mayBeMade)
        hints = (otherListener.map { [$0] } ?? []) + slips
        hints += MissHints.find(request, candidates + (urlTwin.map { [$0] } ?? []), file: file)
        hints += stubBody.map { [MissHints.stubBody($0, file: shown($0.file), candidates)] } ?? []
        hints += obstacle.map { [$0] } ?? []
        hints += contentTwin.map { [MissHints.contentTwin($0, file: shown($0.file), request)] } ?? []
        if let readFile, !candidates.contains(where: \.meetsMethodAndURL) {
            hints.append("the file \(shown(readFile)) responds to GET and HEAD only, the request was \(request.method).")
        }
        // A stub that matches and is switched off is behind the one that is meant. Modifiers may match every request.
        let stubs = candidates.filter { !$0.modifies }
        if let closest, stubs.first?.result.isMatch == false, stubs.contains(where: \.result.isMatch) {
            hints.insert(closest, at: otherListener == nil ? 0 : 1)
        }
    }

    /// The file that would serve the request, as its user would type it; nil if a file alone cannot.
    package var file: String? { suggestion.files.first.map(shown) }

    /// Says that no file can have the request's path, so that only a mapping answers it; nil where one can, and for requests that no file
    /// answers in any case.
    package var noFile: String? {
        guard !suggestion.mayBeFile, stubBody == nil, !hasObstacle else { return nil }
        return "No file can have the path \"\(request.path)\": a mapping can answer it."
    }

    /// A path of the suggestion with the mocks folder: `mocks/__files/a.json`.
    func shown(_ path: String) -> String {
        guard let folder else { return path }
        return folder + (folder.hasSuffix("/") ? "" : "/") + path
    }

    /// Puts what kept stubs from being compared before the other hints, such as a limit that stopped a pattern.
    mutating func note(_ warnings: [String]) { hints = warnings + hints }

    /// Which stub is closest, and which fields differ: a sentence. Nil if the closest stub is for another URL.
    package var closest: String? {
        // A stub that names no URL meets any.
        let ofURL = candidates.first { $0.meetsMethodAndURL && $0.mapping.request.url != nil }
        guard let candidate = ofURL ?? candidates.first else { return nil }
        let misses = candidate.result.fields.filter { !$0.isMatch }
        guard !misses.isEmpty, !misses.contains(where: { $0.part == .url }) else { return nil }
        let names = misses.map { Shortfall.text($0, request) }.joined(separator: ", ")
        return "Closest is \(candidate.label); not met: \(names)."
    }

    /// The first sentence of the page when the server has no stubs.
    var noStubsText: String {
        if let stop { return "Nothing answers \(request.method) \(request.path). The stubs were not compared with the request: \(stop)." }
        let what = hasOtherStubs ? "no stub mapping for this listener" : "no stub mapping yet"
        return "Nothing answers \(request.method) \(request.path): there is \(what), and no file of that path in __files."
    }
}

extension StubMapping {
    /// How a sentence names the stub: by name and place, else by method and URL, else by id.
    var label: String {
        let named = name.map { "the stub \"\($0)\"" }
        if let place { return "\(named ?? "the stub") at \(place)" }
        return named ?? "the stub \(requestLine ?? id.description)"
    }

    /// `GET /things/{id}`; nil for a pattern without a URL.
    package var requestLine: String? { request.url.map { "\(request.method?.words ?? "ANY") \(Excerpt.beginning(of: $0.text))" } }

    /// The file the stub was read from, relative to the mocks folder; nil for a stub from the admin API.
    var file: String? { if case .file(let path) = origin { path } else { nil } }
}
