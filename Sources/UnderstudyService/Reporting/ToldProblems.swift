internal import JSONDocument
internal import Logging

extension [Problem] {
    /// The most problems of one kind that have a line each.
    private static var mostOfAKind: Int { 3 }

    /// The problems as people read them: more than three of one kind are one, at the place of the first, with the number of the others and
    /// the next places. The order stays.
    var told: [Problem] {
        var alike: [String: [Problem]] = [:]
        for problem in self {
            if let kind = problem.kind { alike[kind, default: []].append(problem) }
        }
        var known: Set<String> = []
        return compactMap { problem in
            guard let kind = problem.kind, let others = alike[kind]?.dropFirst(), others.count >= Self.mostOfAKind
            else { return problem }
            guard known.insert(kind).inserted else { return nil }
            let places = others.prefix(2).map(\.place).joined(separator: ", ")
            var told = problem
            told.message +=
                "; the same at \(others.count) other places: \(places)"
                + " and \(others.count - 2) more (--log-level debug lists all)"
            return told
        }
    }
}

extension Logger {
    /// Logs problems as warnings: as `told`, at the level `debug` each of them.
    func warn(of problems: [Problem]) {
        for problem in logLevel <= .debug ? problems : problems.told { warning("\(problem)") }
    }
}
