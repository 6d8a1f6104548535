/// Why the result of a run is refused.
package enum ExplorationError: Error, Sendable, Hashable, CustomStringConvertible {
    case unknownRun(Int, runs: Int)
    case alreadyOver(Int)

    /// One sentence without a full stop.
    package var description: String {
        switch self {
        case .unknownRun(let number, let runs):
            runs == 0
                ? "there is no run \(number): no run has been taken"
                : "there is no run \(number): the last one that was taken is run \(runs - 1)"
        case .alreadyOver(let number): "run \(number) has a result already"
        }
    }
}
