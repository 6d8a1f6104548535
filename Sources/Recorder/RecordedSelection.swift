internal import HTTPMessage
internal import JSONDocument
internal import MockEngine

/// Which exchanges of a recording become stubs, and why the others do not.
struct RecordedSelection {
    /// The newest comes first.
    private(set) var stubs: [RecordedStub] = []
    /// A sentence for each request that has no stub, the oldest first, and those about what leads away.
    private(set) var warnings: [String] = []

    /// - Parameters:
    ///   - exchanges: the oldest first.
    ///   - earlier: the stubs that are there already.
    init(_ exchanges: [ProxiedExchange], _ specification: RecordSpecification, after earlier: [CompiledStub]) {
        var kept: [ProxiedExchange] = []
        var left: [(exchange: ProxiedExchange, reason: String)] = []
        for exchange in exchanges.reversed() where specification.selects(exchange) {
            if let reason = exchange.loss ?? exchange.reasonNotToReplay(specification.capturedNames) {
                left.append((exchange, reason))
            } else {
                kept.append(exchange)
            }
        }
        stubs = Self.withDemandingFirst(kept.map { RecordedStub($0, specification) })
        let others = EarlierStubs(earlier, at: Set(stubs.map(\.place)))
        for index in stubs.indices { stubs[index].priority = others.priority(of: stubs[index]) }
        // With its `Range`: whoever gets the whole, or another part, lacks this one.
        func question(_ exchange: ProxiedExchange) -> JSONValue { RecordedStub.request(exchange, specification, matchesRange: true) }
        let recorded = left.isEmpty ? [] : Set(kept.map(question))
        var told: Set<String> = []
        for (exchange, reason) in left.reversed() where !recorded.contains(question(exchange)) {
            let sentence = "\(exchange.request.method) \(exchange.request.target) was left out of the recording: \(reason)"
            if told.insert(sentence).inserted { warnings.append(sentence) }
        }
        warnings += redirections + bodies
    }

    /// About redirections of the recorded server to itself by another scheme or port: a sentence for each address.
    private var redirections: [String] {
        Self.goals(of: stubs, \.movesTo).map { origin, places in
            "Redirections lead to \(origin), as that of \(places), and clients leave this server. Record \(origin)."
        }
    }

    /// About bodies that have URLs of recorded servers: a sentence for each server.
    private var bodies: [String] {
        Self.goals(of: stubs, \.leadsTo).map { origin, places in
            "Bodies have URLs of \(origin), as that of \(places), and clients of the replay will go there. "
                + "Write {{request.baseUrl}} in their place, and \"transformers\": [\"response-template\"]."
        }
    }

    /// Where stubs lead, the oldest first; each with its first stub, and how many more there are.
    private static func goals(
        of stubs: [RecordedStub], _ goal: KeyPath<RecordedStub, String?>
    ) -> [(origin: String, places: String)] {
        var found: [(origin: String, place: String, others: Int)] = []
        for stub in stubs.reversed() {
            guard let origin = stub[keyPath: goal] else { continue }
            if let index = found.firstIndex(where: { $0.origin == origin }) {
                found[index].others += 1
            } else {
                found.append((origin, stub.place, 0))
            }
        }
        return found.map { ($0.origin, $0.place + ($0.others > 0 ? " and \($0.others) more" : "")) }
    }
}

extension RecordedSelection {
    /// The first one in the list responds. Of those at one place, the more demanding ones come first: a request without a body, for a part
    /// of the parameters or of the JSON, has a stub that matches the others, too.
    private static func withDemandingFirst(_ stubs: [RecordedStub]) -> [RecordedStub] {
        var result = stubs
        for indices in Dictionary(grouping: stubs.indices, by: { stubs[$0].place }).values where indices.count > 1 {
            let ranks = indices.map { (amount: stubs[$0].demands.amount, age: $0) }.sorted {
                $0.amount == $1.amount ? $0.age < $1.age : $0.amount > $1.amount
            }
            for (index, rank) in zip(indices, ranks) { result[index] = stubs[rank.age] }
        }
        return result
    }
}

extension ProxiedExchange {
    /// Why a stub of it would give a client what only this one could use (decision 0266); nil if that is not so.
    /// - Parameter captured: the names of the fields that the stub matches, in lower case.
    fileprivate func reasonNotToReplay(_ captured: Set<String>) -> String? {
        let conditions = ["if-none-match", "if-modified-since"].filter { request.firstHeader($0) != nil }
        guard status == 304, !conditions.isEmpty, captured.isDisjoint(with: conditions) else { return nil }
        return "its client has a copy, so that the response, a 304, has no body. Empty the client's cache, or start a recording first"
    }
}
