/// One run of a test under a schedule.
package struct ExplorationRun: Sendable, Hashable {
    /// What a run is for.
    package enum Purpose: String, Sendable {
        /// The order of arrival, which gives the labels.
        case first
        case explore
        /// An order with fewer exchanges than one in which the test fails.
        case shrink
        /// The replay of the smallest failing order.
        case replay
    }

    /// From 0.
    package let number: Int
    package let purpose: Purpose
    /// In which order the session of the run releases responses.
    package let plan: ReleasePlan
    /// The same as a text.
    package let schedule: String
}
