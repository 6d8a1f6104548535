/// The result of an exploration, for people and for programs.
package struct ExplorationReport: Sendable {
    let exploration: Exploration
    let coverage: OrderCoverage
    let differences: RequestDifferences

    package init(_ exploration: Exploration) {
        self.exploration = exploration
        coverage = OrderCoverage(exploration)
        differences = RequestDifferences(exploration, inEach: coverage.changes && !exploration.isAdrift)
    }

    /// A schedule that repeats the smallest failing order; nil when no order failed. `arrival` when the order of arrival fails.
    package var replay: String? {
        guard let failure = exploration.failure else { return nil }
        let run = exploration.runs[failure.run]
        return isFirst ? "arrival" : run.record.replay(numbering: exploration.labels).description
    }

    /// Whether an order failed.
    package var failed: Bool { exploration.failure != nil }

    /// Whether any two requests were in flight together, so that there was an order to change.
    package var overlapped: Bool { coverage.overlaps }

    /// Whether an order was changed, so that something was tested: of two requests that were in flight together, each had its response
    /// first in some run, the runs sent the requests that the orders are planned for, and something matched one of them.
    package var tested: Bool { coverage.changes && !exploration.isAdrift && !matchedNothing }

    /// How many requests came in all runs.
    package var requests: Int { exploration.runs.reduce(0) { $0 + $1.record.requests } }

    /// How many of them nothing matched.
    package var unmatched: Int { exploration.runs.reduce(0) { $0 + $1.record.unmatched } }

    /// Whether requests came, and nothing matched any of them.
    package var matchedNothing: Bool { unmatched > 0 && unmatched == requests }

    /// The decoded names of query parameters that differ from run to run.
    package var differingQuery: [String] { differences.names }

    /// The requests that cause the failure, in the order of their responses; empty when no order failed, or the order of arrival did.
    package var culprits: [RequestLabel] { exploration.failure?.explanation.map { exploration.labels[$0] } ?? [] }

    /// Whether the first run failed, so that nothing is known about orders.
    private var isFirst: Bool { exploration.failure.map { exploration.runs[$0.run].run.purpose == .first } ?? false }

    /// The result in one sentence.
    package var sentence: String {
        guard let failure = exploration.failure else { return passed }
        if isFirst {
            return "The test fails with each response in the order of its request. No other order was tried."
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
        guard exploration.isFinished else { return "The test has passed in \(runs) so far." }
        if tested { return "The test passes in \(runs)." }
        if matchedNothing { return "The test passes in \(runs), but nothing matched any of its requests." }
        if !coverage.overlaps {
            return "The test passes in \(runs), but no two of its requests were ever in flight together: there was no order to change."
        }
        if let difference = differences.sentence {
            return "The test passes in \(runs), but its requests differ from run to run: \(difference)."
        }
        return "The test passes in \(runs), but no order of its responses was changed."
    }

    /// The result for people, one or two sentences per line.
    /// - Parameter command: the command that runs the test, with options before it, for the line that replays the failure: `-- swift test`.
    package func lines(command: String) -> [String] {
        let runs = exploration.runs.count
        var lines = [sentence]
        if isFirst { return lines }
        if exploration.hasRepeatedFirstRun {
            lines.append(
                "The first run failed, and passed when it was repeated with longer windows: the machine is busy, or the test is unsteady.")
        }
        if coverage.possible > 0, failed || tested {
            let choice = coverage.strength == 2 ? "two" : coverage.strength == 3 ? "three" : "four"
            lines.append(
                "\(runs == 1 ? "1 run" : "\(runs) runs"). \(exploration.labels.count) responses took part; every \(choice) of them in every "
                    + "order: \(coverage.covered) of \(coverage.possible) possible orders shown.")
        }
        if coverage.overlaps, failed || tested, !coverage.apart.isEmpty {
            let shown = coverage.apart.prefix(3).map { "\(exploration.labels[$0.0]) and \(exploration.labels[$0.1])" }
            let more = coverage.apart.count > 3 ? ", and \(coverage.apart.count - 3) more pairs" : ""
            lines.append("Never in flight together: \(shown.joined(separator: "; "))\(more).")
        }
        if failed || tested, let difference = differences.querySentence {
            lines.append("The requests differ from run to run: \(difference).")
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
}
