/// The result of an exploration, for people and for programs.
package struct ExplorationReport: Sendable {
    private let exploration: Exploration
    private let coverage: OrderCoverage

    package init(_ exploration: Exploration) {
        self.exploration = exploration
        coverage = OrderCoverage(exploration)
    }

    /// A schedule that repeats the smallest failing order; nil when no order failed. `arrival` when the order of arrival fails.
    package var replay: String? {
        guard let failure = exploration.failure else { return nil }
        let run = exploration.runs[failure.run]
        return run.run.purpose == .first ? "arrival" : run.record.replay(numbering: exploration.labels).description
    }

    /// Whether an order failed.
    package var failed: Bool { exploration.failure != nil }

    /// The requests that cause the failure, in the order of their responses; empty when no order failed, or the order of arrival did.
    package var culprits: [RequestLabel] { exploration.failure?.explanation.map { exploration.labels[$0] } ?? [] }

    /// The result in one sentence.
    package var sentence: String {
        guard let failure = exploration.failure else { return passed }
        if exploration.runs[failure.run].run.purpose == .first {
            return "The test fails when the responses come in the order in which the requests arrive."
        }
        let names = culprits.map(\.description)
        switch names.count {
        case 0:
            return "The test fails in run \(failure.run), in an order in which it has passed: "
                + "it depends on more than the order of responses."
        case 2: return "The test fails when the response to \(names[0]) comes before the response to \(names[1])."
        default:
            let others = names.dropFirst().map { "then to \($0)" }.joined(separator: ", ")
            return "The test fails when the responses come in this order: to \(names[0]), \(others)."
        }
    }

    private var passed: String {
        let done = exploration.runs.count { $0.state == .passed }
        if done == 0 { return "No run has ended yet." }
        if exploration.isFinished, exploration.labels.count < 2 {
            return "\(exploration.labels.isEmpty ? "No request" : "Only one request") took part: there are no orders to try."
        }
        let runs = done == 1 ? "the 1 run" : "all \(done) runs"
        return exploration.isFinished ? "The test passes in \(runs)." : "The test has passed in \(runs) so far."
    }

    /// The result for people, one or two sentences per line.
    /// - Parameter command: the command that runs the test, with options before it, for the line that replays the failure: `-- swift test`.
    package func lines(command: String) -> [String] {
        let runs = exploration.runs.count
        var lines = [sentence]
        if coverage.possible > 0 {
            let choice = coverage.strength == 2 ? "two" : coverage.strength == 3 ? "three" : "four"
            lines.append(
                "\(runs == 1 ? "1 run" : "\(runs) runs"). Of \(exploration.labels.count) responses, every \(choice) in every order: "
                    + "\(coverage.covered) of \(coverage.possible) possible orders shown.")
        }
        if !coverage.apart.isEmpty {
            let shown = coverage.apart.prefix(3).map { "\(exploration.labels[$0.0]) and \(exploration.labels[$0.1])" }
            let more = coverage.apart.count > 3 ? ", and \(coverage.apart.count - 3) more pairs" : ""
            lines.append("Never in flight together: \(shown.joined(separator: "; "))\(more).")
        }
        let beyond = exploration.runs.reduce(0) { $0 + $1.record.beyondLimit }
        if beyond > 0 { lines.append("\(beyond) requests took no part: a run has at most \(FullOrder.maximumCount).") }
        if let replay {
            if exploration.runs.last(where: { $0.run.purpose == .replay })?.state == .passed {
                lines.append("It did not fail when it was replayed: it depends on more than the order of responses.")
            }
            lines.append("Replay: understudy explore --schedule \(replay) \(command)")
        }
        return lines
    }

    var numbers: (exploration: Exploration, coverage: OrderCoverage) { (exploration, coverage) }
}
