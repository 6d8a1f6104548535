/// How the requests of later runs differ from those of the first. An order that is planned for requests of the first run moves no others.
struct RequestDifferences: Sendable {
    /// A request, with its query taken apart.
    private struct Parsed: Sendable {
        let label: RequestLabel
        let form: QueryForm
        let parts: [String]

        init(_ label: RequestLabel) {
            self.label = label
            (form, parts) = label.parsed
        }

        /// The names of the query parameters by which another request of the same form differs.
        func names(differingFrom other: Parsed) -> [String] {
            parts.indices.compactMap { parts[$0] == other.parts[$0] ? nil : form.names[$0] }
        }
    }

    /// What a later run has sent that the first has not.
    private struct Later: Sendable {
        let number: Int
        let arrived: Set<RequestLabel>
        /// The first request that is new.
        let new: RequestLabel?
        /// For requests of the first run that did not come: the new request that differs in the fewest query parameters, and their names.
        /// None for a request if no new one differs only in these.
        let closest: [RequestLabel: (label: RequestLabel, names: [String])]

        init(_ run: Exploration.Run, first: [Parsed], known: Set<RequestLabel>) {
            number = run.run.number
            arrived = Set(run.record.arrivals)
            let retries = Set(run.record.retries)
            let new = run.record.arrivals.filter { !known.contains($0) && !retries.contains($0) }
            self.new = new.first
            let newByForm = Dictionary(grouping: new.map { Parsed($0) }, by: \.form)
            var closest: [RequestLabel: (label: RequestLabel, names: [String])] = [:]
            for missing in first where !arrived.contains(missing.label) {
                closest[missing.label] = (newByForm[missing.form] ?? [])
                    .map { (label: $0.label, names: missing.names(differingFrom: $0)) }
                    .filter { !$0.names.isEmpty }.min { $0.names.count < $1.names.count }
            }
            self.closest = closest
        }
    }

    /// Requests that came with other values of these query parameters: method and path, and the parameters' decoded names.
    private(set) var queries: [(target: String, names: [String])] = []
    /// A run with another request in place of one of the first run; nil if there is none.
    private let replaced: (run: Int, new: RequestLabel, missing: RequestLabel)?

    /// - Parameter inEach: whether only those queries count that are different ones in all runs. A request may depend on the order of
    ///   responses; then its query is the same in some runs.
    init(_ exploration: Exploration, inEach: Bool) {
        let first = exploration.labels.prefix(exploration.firstCount).map { Parsed($0) }
        let known = Set(first.map(\.label))
        let runs = exploration.runs.filter {
            $0.run.purpose != .first && ($0.state == .passed || $0.state == .failed) && !$0.record.arrivals.isEmpty
        }
        let later = runs.map { Later($0, first: first, known: known) }
        replaced =
            later.lazy.compactMap { run -> (run: Int, new: RequestLabel, missing: RequestLabel)? in
                guard let new = run.new, let missing = first.first(where: { !run.arrived.contains($0.label) }) else { return nil }
                return (run.number, new, missing.label)
            }.first
        for request in first {
            let without = later.filter { !$0.arrived.contains(request.label) }
            let closest = without.compactMap { $0.closest[request.label] }
            guard let one = closest.first, closest.count == without.count else { continue }
            if inEach, closest.count < max(2, later.count) || Set(closest.map(\.label)).count < closest.count { continue }
            note(request.form.target, one.names.filter { name in closest.allSatisfy { $0.names.contains(name) } })
        }
    }

    private mutating func note(_ target: String, _ names: [String]) {
        if names.isEmpty { return }
        guard let index = queries.firstIndex(where: { $0.target == target }) else {
            queries.append((target, names))
            return
        }
        let known = queries[index].names
        queries[index].names += names.filter { !known.contains($0) }
    }

    /// The names of all query parameters that differ.
    var names: [String] {
        queries.flatMap(\.names).reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
    }

    /// What differs in the query, without a full stop; nil if nothing does.
    var querySentence: String? {
        if queries.isEmpty { return nil }
        let more = queries.count > 3 ? "; and \(queries.count - 3) more" : ""
        return queries.prefix(3).map { "\($0.target) has another \($0.names.joined(separator: ", "))" }.joined(separator: "; ") + more
    }

    /// What differs, without a full stop; nil if nothing does.
    var sentence: String? { querySentence ?? replaced.map { "run \($0.run) sent \($0.new), but not \($0.missing)" } }
}
