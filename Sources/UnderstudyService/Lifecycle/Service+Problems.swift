internal import JSONDocument

extension Service {
    /// The number of warnings of a load.
    /// - Parameter strictly: whether they are printed, among the problems if there are any.
    /// - Throws: `StartFailure` with the problems, which keep the service from starting.
    static func warningCount(of load: (problems: [Problem], warnings: [Problem]), strictly: Bool) throws(StartFailure) -> Int {
        guard load.problems.isEmpty else {
            throw StartFailure(lines(about: load.problems, strictly ? load.warnings : []), exit: .badFixtures)
        }
        if strictly { lines([], load.warnings).forEach(printError) }
        return load.warnings.count
    }

    /// The lines about problems that keep the service from starting: each of them, with the warnings between them, and how many there are.
    private static func lines(about problems: [Problem], _ warnings: [Problem]) -> [String] {
        var summary = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
        if !warnings.isEmpty { summary += warnings.count == 1 ? ", 1 warning" : ", \(warnings.count) warnings" }
        return lines(problems, warnings) + [summary]
    }

    /// A line for each problem and warning, by file and place.
    private static func lines(_ problems: [Problem], _ warnings: [Problem]) -> [String] {
        let told = problems.map { ($0, $0.description) } + warnings.map { ($0, $0.line(labelled: "warning")) }
        func key(_ problem: Problem) -> (String, Int, Int) { (problem.source, problem.position?.line ?? 0, problem.position?.column ?? 0) }
        return told.sorted { key($0.0) < key($1.0) }.map(\.1)
    }
}
