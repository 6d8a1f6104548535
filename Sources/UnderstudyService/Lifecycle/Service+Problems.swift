internal import JSONDocument
internal import Logging
internal import MockEngine

extension Service {
    /// How the fixtures were read last: the problems on disk, the first of them, what therefore stays as it was, and when the mappings were
    /// read, in seconds since 1970; nil if the saved ones are not in use. Nil before the second time, if there is no problem.
    package var lastReload: (problemCount: Int, firstProblem: String?, kept: String?, loadedAt: Double?)? {
        let report = engine.environment.fixtures.report
        guard report.loads > 1 || !report.problems.isEmpty else { return nil }
        return (
            report.problems.count, report.problems.first?.description, FixturePart.sentence(keeping: report.kept),
            report.mappingProblems.isEmpty ? report.loadedAt?.seconds : nil
        )
    }

    /// The number of warnings of a load, with the mistakes for which only requests fail.
    /// - Parameters:
    ///   - strictly: whether they are printed, among the problems if there are any.
    ///   - level: at `debug`, each warning has a line of its own, also where many are of one kind.
    /// - Throws: `StartFailure` with the problems, which keep the service from starting.
    static func warningCount(
        of load: FixtureLoad, strictly: Bool, _ level: Logger.Level
    ) throws(StartFailure) -> Int {
        let listsAll = level <= .debug
        guard load.problems.isEmpty else {
            throw StartFailure(lines(about: load.problems, strictly ? load.warnings : [], listsAll: listsAll), exit: .badFixtures)
        }
        if strictly { lines([], load.warnings, listsAll: listsAll).forEach(printError) }
        return load.lateProblems.count + load.warnings.count
    }

    /// The lines about problems that keep the service from starting: each of them, with the warnings between them, and how many there are.
    private static func lines(about problems: [Problem], _ warnings: [Problem], listsAll: Bool) -> [String] {
        var summary = counted(problems.count, "problem")
        if !warnings.isEmpty { summary += ", " + counted(warnings.count, "warning") }
        return lines(problems, warnings, listsAll: listsAll) + [summary]
    }

    /// A line for each problem and warning, by file and place.
    private static func lines(_ problems: [Problem], _ warnings: [Problem], listsAll: Bool) -> [String] {
        let inOrder = warnings.sorted(by: Problem.comesFirst)
        let told = problems.map { ($0, $0.description) } + (listsAll ? inOrder : inOrder.told).map { ($0, $0.line(labelled: "warning")) }
        return told.sorted { Problem.comesFirst($0.0, $1.0) }.map(\.1)
    }
}
