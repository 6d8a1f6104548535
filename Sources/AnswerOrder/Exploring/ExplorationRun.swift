/// One run of a test under a schedule.
public struct ExplorationRun: Sendable, Hashable {
    /// What a run is for.
    public enum Purpose: String, Sendable {
        /// The order of arrival, which gives the labels.
        case first
        case explore
        /// An order with fewer exchanges than one in which the test fails.
        case shrink
        /// The replay of the smallest failing order.
        case replay
    }

    /// From 0.
    public let number: Int
    public let purpose: Purpose
    /// In which order the session of the run releases responses.
    public let plan: ReleasePlan
    /// The same as a text.
    public let schedule: String
}
