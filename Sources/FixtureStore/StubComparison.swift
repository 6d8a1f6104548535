internal import JSONDocument
internal import StubModel

/// Compares the stubs of a folder: one that matches all that another does, and states that differ only in spelling. Linear, because only
/// stubs with the same URL are compared.
struct StubComparison {
    /// What must be equal before patterns are compared.
    fileprivate struct Key: Hashable {
        var urlKind: URLPattern.Kind?
        var url: String?
        var priority: Int
        var scenario: ScenarioRule?
    }

    /// What is compared of a mapping.
    struct Subject {
        fileprivate let key: Key?
        fileprivate let method: MethodPattern?
        /// Whether it changes the response of the next stub instead of giving one.
        fileprivate let modifies: Bool
        /// Whether its URL is a path with no query, so that it matches less than one with the same path and any query.
        fileprivate let refusesQuery: Bool
        fileprivate let scenario: ScenarioRule?
        let insertionIndex: Int?
        /// The mapping's node.
        let node: JSONNode
        let document: JSONDocument

        init(_ mapping: StubMapping, _ node: JSONNode, _ document: JSONDocument) {
            self.node = node
            self.document = document
            insertionIndex = mapping.insertionIndex
            scenario = mapping.scenario
            method = mapping.request.method
            modifies = mapping.responses.responses.contains { $0.modifier != nil }
            let url = mapping.request.url
            refusesQuery = url?.kind == .url && !(url?.text.contains("?") ?? true)
            let alwaysModifies = mapping.responses.responses.allSatisfy { $0.modifier != nil }
            // With a probability, or after the end of its sequence, the other stub is used as well.
            guard mapping.probability == nil, mapping.responses.continuation != .once, modifies == alwaysModifies else {
                key = nil
                return
            }
            var rule = mapping.scenario
            rule?.newState = nil
            key = Key(urlKind: refusesQuery ? .urlPath : url?.kind, url: url?.text, priority: mapping.priority, scenario: rule)
        }
    }

    private struct Entry {
        /// Besides method and URL. Nil until they are needed.
        private var conditions: StubConditions?
        let method: MethodPattern?
        private let request: JSONNode?
        let place: DocumentPlace
        /// The name of its file.
        let source: String
        let modifies: Bool
        private let refusesQuery: Bool
        /// What decides its place in the order; nil for its path.
        let insertionIndex: Int?

        init(_ subject: Subject) {
            (method, modifies, insertionIndex) = (subject.method, subject.modifies, subject.insertionIndex)
            refusesQuery = subject.refusesQuery
            request = subject.node.member("request")
            place = DocumentPlace(subject.document, atOffset: (request ?? subject.node).offset)
            source = subject.document.source.name
        }

        /// How what it matches relates to what an earlier one matches, apart from the method; nil if that has more.
        mutating func coverage(of earlier: inout Entry) -> StubConditions.Coverage? {
            if refusesQuery, !earlier.refusesQuery { return nil }
            let coverage = readConditions().coverage(of: earlier.readConditions())
            return coverage == .same && refusesQuery != earlier.refusesQuery ? .more : coverage
        }

        /// The conditions, which are read at the first call.
        private mutating func readConditions() -> StubConditions {
            if let conditions { return conditions }
            let read = StubConditions(request)
            conditions = read
            return read
        }
    }

    /// The states of one scenario, each with the first place where it is written.
    private struct States {
        var required: [String: DocumentPlace] = [:]
        var set: [String: DocumentPlace] = [:]
        /// Where the scenario is named first.
        let place: DocumentPlace
    }

    private var stubs: [Key: [Entry]] = [:]
    private var scenarios: [String: States] = [:]
    private(set) var warnings: [Problem] = []

    /// How many stubs of one URL are compared with each other at most.
    private static let mostCompared = 128

    mutating func add(_ subject: Subject) {
        let (node, document) = (subject.node, subject.document)
        if let rule = subject.scenario {
            func place(_ name: String) -> DocumentPlace { DocumentPlace(document, atOffset: (node.member(name) ?? node).offset) }
            if scenarios[rule.name] == nil { scenarios[rule.name] = States(place: place("scenarioName")) }
            if let state = rule.requiredState, scenarios[rule.name]?.required[state] == nil {
                scenarios[rule.name]?.required[state] = place("requiredScenarioState")
            }
            if let state = rule.newState, scenarios[rule.name]?.set[state] == nil {
                scenarios[rule.name]?.set[state] = place("newScenarioState")
            }
        }
        guard let key = subject.key else { return }
        compare(Entry(subject), key)
    }

    private mutating func compare(_ entry: Entry, _ key: Key) {
        guard var known = stubs[key] else {
            stubs[key] = [entry]
            return
        }
        guard known.count < Self.mostCompared else { return }
        var entry = entry
        var hidden: [(index: Int, coverage: StubConditions.Coverage)] = []
        for index in known.indices where entry.method.covers(known[index].method) {
            if let coverage = entry.coverage(of: &known[index]) { hidden.append((index, coverage)) }
        }
        // The last that responds is kept, and the modifiers behind it, which come first and have their effect.
        if !entry.modifies {
            warn(of: hidden.map { (known[$0.index], $0.coverage) }, before: entry)
            for index in hidden.map(\.index).reversed() { known.remove(at: index) }
        }
        stubs[key] = known + [entry]
    }

    /// How many stubs that one hides are named at most.
    private static let mostNamed = 3

    /// That earlier ones have no effect, because the later one matches all that they do.
    private mutating func warn(of hidden: [(entry: Entry, coverage: StubConditions.Coverage)], before later: Entry) {
        for (entry, coverage) in hidden where entry.modifies { warnings.append(Self.warning(ofModifier: entry, coverage, before: later)) }
        for coverage in [StubConditions.Coverage.same, .more] {
            let entries = hidden.filter { !$0.entry.modifies && $0.coverage == coverage }.map(\.entry)
            let named = entries.count > Self.mostNamed ? Array(entries.prefix(1)) : entries
            for entry in named {
                warnings.append(Self.warning(of: entry, others: entries.count - named.count, coverage, before: later))
            }
        }
    }

    /// - Parameter others: how many further ones have no effect either.
    private static func warning(of earlier: Entry, others: Int, _ coverage: StubConditions.Coverage, before later: Entry) -> Problem {
        let (reason, _) = order(earlier, later)
        let (name, does) = others == 0 ? ("\(earlier.place)", "does") : ("\(earlier.place) and \(others) others", "do")
        switch coverage {
        case .same:
            return later.place.problem(
                "it matches what \(name) \(does), and always first, \(reason)", repair: "Give one of them a \"priority\", or a condition.",
                kind: "hides the same")
        case .more:
            let effect = others == 0 ? "so that one never responds" : "so those never respond"
            return later.place.problem(
                "it matches all that \(name) \(does), and always first, \(reason), \(effect)",
                repair: "Give it a greater \"priority\", which is tried later.", kind: "hides less")
        }
    }

    private static func warning(ofModifier earlier: Entry, _ coverage: StubConditions.Coverage, before later: Entry) -> Problem {
        let (reason, remedy) = order(earlier, later)
        let matches = coverage == .same ? "the same" : "all that it does"
        return earlier.place.problem(
            "it never modifies the response of \(later.place), which matches \(matches) and is tried first, \(reason)",
            repair: "Give it a smaller \"priority\", which is tried before, or \(remedy).", kind: "hidden modifier")
    }

    /// Why the later one is tried first, and what changes it.
    private static func order(_ earlier: Entry, _ later: Entry) -> (reason: String, remedy: String) {
        switch (earlier.insertionIndex, later.insertionIndex) {
        case (nil, .some): ("as the one with an \"insertionIndex\"", "give it a greater \"insertionIndex\"")
        case (let first?, let second?) where first != second:
            ("as the one with the greater \"insertionIndex\"", "give it a greater \"insertionIndex\"")
        default:
            earlier.source == later.source
                ? ("as the later one in the file", "let it come later in the file")
                : ("as the later one in order of paths", "let its file come later")
        }
    }

    /// The state that differs only in spelling; `step 1` and `step 2` are different states.
    private static func twin(of state: String, among known: [String]) -> String? {
        guard let nearest = Spelling.nearest(to: state, among: known) else { return nil }
        return nearest.filter(\.isNumber) == state.filter(\.isNumber) && abs(nearest.count - state.count) <= 2 ? nearest : nil
    }

    /// Warns about a scenario that no stub moves on, and whose name differs only in case from that of one with such stubs.
    private mutating func compareNames() {
        let sorted = scenarios.sorted { $0.key < $1.key }
        let moved = Dictionary(sorted.filter { !$0.value.set.isEmpty }.map { ($0.key.lowercased(), $0.key) }) { first, _ in first }
        for (name, states) in sorted {
            guard states.set.isEmpty, states.required.keys.contains(where: { $0 != ScenarioRule.started }),
                let twin = moved[name.lowercased()], let place = scenarios[twin]?.place
            else { continue }
            warnings.append(
                states.place.problem(
                    "no stub sets a state of the scenario \"\(name)\"; those of \"\(twin)\" are set, as at \(place)",
                    repair: "Did you mean \"\(twin)\"?"))
        }
    }

    /// Call it after all stubs have been added.
    mutating func finish() {
        compareNames()
        for (_, states) in scenarios.sorted(by: { $0.key < $1.key }) {
            let known = Array(states.set.keys).sorted()
            for (state, place) in states.required.sorted(by: { $0.key < $1.key }) {
                guard state != ScenarioRule.started, states.set[state] == nil,
                    let twin = Self.twin(of: state, among: known + [ScenarioRule.started])
                else { continue }
                let origin = states.set[twin].map { "is set at \($0)" } ?? "is the state in which each scenario begins"
                warnings.append(
                    place.problem("no stub sets the state \"\(state)\"; \"\(twin)\" \(origin)", repair: "Did you mean \"\(twin)\"?"))
            }
        }
        stubs = [:]
    }
}
