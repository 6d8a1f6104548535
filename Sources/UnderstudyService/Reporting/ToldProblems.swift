internal import JSONDocument
internal import Logging

extension [Problem] {
    /// The most problems of one kind that have a line each.
    private static var mostOfAKind: Int { 3 }

    /// The problems as people read them: more than three of one kind, or with the same words, are one, at the place of the first, with the
    /// number of the others and the next places. The order stays.
    var told: [Problem] {
        let alike = Dictionary(grouping: self, by: \.words)
        var known: Set<[String]> = []
        return compactMap { problem in
            guard let others = alike[problem.words]?.dropFirst(), others.count >= Self.mostOfAKind else { return problem }
            guard known.insert(problem.words).inserted else { return nil }
            let places = others.prefix(2).map(\.place).joined(separator: ", ")
            var told = problem
            told.message +=
                "; the same at \(others.count) other places: \(places)"
                + " and \(others.count - 2) more (--log-level debug lists all)"
            told.repair = problem.commonRepair ?? problem.repair
            return told
        }
    }
}

extension Problem {
    /// What it has in common with those that are told in one line with it.
    fileprivate var words: [String] { kind.map { [$0] } ?? [message, repair ?? ""] }
}

extension Logger {
    /// Logs problems as warnings: as `told`, at the level `debug` each of them.
    func warn(of problems: [Problem]) {
        for problem in logLevel <= .debug ? problems : problems.told { warning("\(problem)") }
    }
}
